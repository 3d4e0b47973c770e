/** Options of the compiler that are drawn in front of a program, over a small source. */
import { afterEach, describe, expect, it } from 'vitest';
import smallC from '../../../src/generators/small-c.ts';
import { applyEdits, type ChoiceSequence, type Draw, endOf } from '../../../src/choice/index.ts';
import { type DrawnOptions, type Program, programKey } from '../../../src/program/index.ts';
import { onlyOptions, openSource, type Source } from '../../../src/source/index.ts';

let opened: Source[] = [];
afterEach(async () => {
  await Promise.all(opened.map((source) => source.close()));
  opened = [];
});

function open(compilerOptions?: (draw: Draw) => DrawnOptions, alphabet?: Source['alphabet']): Source {
  const source = openSource(
    compilerOptions === undefined ? smallC : { ...smallC, compilerOptions },
    alphabet === undefined ? {} : { alphabet },
  );
  opened.push(source);
  return source;
}

function someOptions(draw: Draw): DrawnOptions {
  const args: string[] = [];
  while (draw.scope('option', () => draw.boolean(0.7) && args.push(`-f${draw.pick(100)}`) > 0));
  return { args, tier: 'documented', isForElsewhere: false };
}

async function made(
  source: Source,
  request: {
    readonly seed?: number;
    readonly sequence?: ChoiceSequence;
    readonly limits?: { maxChoices: number };
  },
): Promise<{ program: Program; record: ChoiceSequence; freshCount: number }> {
  const result = await source.run(request);
  if (result.outcome !== 'ok') throw new Error(`the source ended with ${result.outcome}`);
  return result;
}

const textOf = ({ files }: Program): string => Buffer.from(files[0]!.bytes).toString();
const seeds = Array.from({ length: 20 }, (_, seed) => seed);

describe('options of the compiler at the front of a sequence', { timeout: 120_000 }, () => {
  it('are drawn again from the record, with the program', async () => {
    const source = open(someOptions);
    for (const seed of seeds) {
      const first = await made(source, { seed });
      const again = await made(source, { seed: seed + 1, sequence: first.record });
      expect(again.program).toEqual(first.program);
      expect(again.record.equals(first.record)).toBe(true);
      expect(again.freshCount).toBe(0);
    }
  });

  it('leave the program of a seed as it is without them', async () => {
    const [source, plain] = [open(someOptions), open()];
    const sets = new Set<string>();
    for (const seed of seeds) {
      const { program } = await made(source, { seed });
      expect(textOf(program)).toBe(textOf((await made(plain, { seed })).program));
      sets.add(program.options!.args.join(' '));
    }
    expect(sets.size).toBeGreaterThan(10);
  });

  it('change alone where only their scope is changed, and make another test of the program', async () => {
    const source = open(someOptions);
    for (const seed of seeds) {
      const [one, other] = [await made(source, { seed }), await made(source, { seed: seed + 100 })];
      const [from, to] = [onlyOptions(one.record)!, onlyOptions(other.record)!];
      const { ops, words } = to;
      const sequence = applyEdits(one.record, [{ from: 0, to: from.ops.length, ops, words }]);
      const mixed = await made(source, { sequence });
      expect(textOf(mixed.program)).toBe(textOf(one.program));
      expect(mixed.program.options).toEqual(other.program.options);
      const isSame = from.equals(to);
      expect(programKey(mixed.program) === programKey(one.program)).toBe(isSame);
    }
  });

  it('are left alone by a source that draws none: the program is the same', async () => {
    const source = open(someOptions);
    const plain = open(undefined, source.alphabet);
    for (const seed of seeds) {
      const { program, record } = await made(source, { seed });
      const without = await made(plain, { sequence: record });
      expect(textOf(without.program)).toBe(textOf(program));
      expect(without.freshCount).toBe(0);
      expect(without.program.options).toBeUndefined();
    }
  });

  it('are drawn fresh, each time the same, for a sequence that was made without them', async () => {
    const source = open(someOptions);
    const plain = open(undefined, source.alphabet);
    const { program, record } = await made(plain, { seed: 3 });
    const withThem = await made(source, { seed: 5, sequence: record });
    expect(textOf(withThem.program)).toBe(textOf(program));
    expect(withThem.program.options!.args).toEqual((await made(source, { seed: 5 })).program.options!.args);
  });

  it('count among the choices that a request allows', async () => {
    const source = open(someOptions);
    const { record } = await made(source, { seed: 9 });
    const needed = record.choiceCount;
    expect((await source.run({ seed: 9, limits: { maxChoices: needed } })).outcome).toBe('ok');
    expect((await source.run({ seed: 9, limits: { maxChoices: needed - 1 } })).outcome).toBe('overrun');
  });

  it('lose one option with each scope that is taken out', async () => {
    const source = open(someOptions);
    const { program, record } = await made(source, { seed: 4 });
    const { args } = program.options!;
    let op = 1;
    for (let index = 0; index < args.length; index++, op = endOf(record, op)) {
      const sequence = applyEdits(record, [{ from: op, to: endOf(record, op) }]);
      const less = await made(source, { sequence });
      expect(less.program.options!.args).toEqual(args.toSpliced(index, 1));
      expect(textOf(less.program)).toBe(textOf(program));
    }
  });
});
