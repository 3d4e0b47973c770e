/** Laws of chains, over mutants of records: a source whose programs go through stages. */
import { afterEach, describe, expect, it } from 'vitest';
import {
  Alphabet,
  applyEdits,
  type ChoiceSequence,
  cut,
  endOf,
  findScopes,
  makeRandom,
} from '../../../src/choice/index.ts';
import { mutate } from '../../../src/mutate/index.ts';
import { type Program, programKey } from '../../../src/program/index.ts';
import { type GenerationRequest, type Made, openSource, type Source } from '../../../src/source/index.ts';
import { relax, type Stage } from '../../../src/stage/index.ts';
import wrapped, { FUNCTIONS } from '../../stage/wrapped-arithmetic.ts';

let opened: Source[] = [];
afterEach(async () => {
  await Promise.all(opened.map((source) => source.close()));
  opened = [];
});

/** Adds a line of comment in front of some statements. */
const remarks: Stage = {
  name: 'remarks',
  summary: 'comments',
  reads: 'c',
  edit: (draw, { text }) =>
    [...text.matchAll(/^g = /gm)].flatMap(({ index }) =>
      draw.scope('place', () => draw.boolean()) ? [{ begin: index, end: index, text: '/* here */ ' }] : [],
    ),
};
const both = [relax, remarks];
const alphabet = new Alphabet();

function open(stages: readonly Stage[] = both): Source {
  const source = openSource({ ...wrapped, name: `chain of ${stages.length}`, stages }, { alphabet });
  opened.push(source);
  return source;
}

async function good(
  source: Source,
  request: GenerationRequest,
): Promise<{ program: Program; record: ChoiceSequence; freshCount: number }> {
  const made: Made = await source.run(request);
  if (made.outcome !== 'ok') throw new Error(`the source ended with ${made.outcome}`);
  return made;
}

/** Mutants of mutants, so that scopes of stages are moved, doubled, cut and lost. */
async function* mutants(source: Source, count: number): AsyncGenerator<ChoiceSequence> {
  const rng = makeRandom(5);
  const kept = [(await good(source, { seed: 1 })).record, (await good(source, { seed: 2 })).record];
  for (let seed = 0; seed < count; seed++) {
    const parent = kept[seed % kept.length]!;
    const { sequence } = mutate(parent, rng, { donors: [kept[(seed + 1) % kept.length]!] });
    yield sequence;
    if (seed % 3 === 0) kept.push(sequence);
    if (kept.length > 20) kept.shift();
  }
}

const textOf = ({ files }: Program): string => Buffer.from(files[0]!.bytes).toString();
const seeds = Array.from({ length: 20 }, (_, seed) => seed);

/** The scopes of stages with their first choice alone, which is 0. */
function withoutStages(record: ChoiceSequence): ChoiceSequence {
  const edits = topScopes(record, 'stage ').map(({ from, to }) => ({ from, to }));
  return applyEdits(record, edits);
}

function topScopes(record: ChoiceSequence, begin: string): { from: number; to: number }[] {
  const found: { from: number; to: number }[] = [];
  for (let from = 0; from < record.ops.length; from = endOf(record, from))
    if (record.isScope(from) && record.alphabet.labelOf(record.ops[from]!).startsWith(begin))
      found.push({ from, to: endOf(record, from) });
  return found;
}

describe('a chain', { timeout: 120_000 }, () => {
  it('gives the program of the generator, byte for byte, where no stage takes part', async () => {
    const [chain, plain] = [open(), open([])];
    for await (const sequence of mutants(chain, 60)) {
      const { program, record } = await good(plain, { sequence: withoutStages(sequence), seed: 3 });
      const again = await good(chain, { sequence: record, seed: 4 });
      expect(programKey(again.program)).toBe(programKey(program));
      expect(again.record.choiceCount).toBe(record.choiceCount + both.length);
      expect(again.freshCount).toBe(0);
    }
  });

  it('makes the same program and record of every record that it gives', async () => {
    const chain = open();
    for await (const sequence of mutants(chain, 120)) {
      const made = await good(chain, { sequence, seed: 3 });
      for (const isAnew of [false, true]) {
        const again = await good(chain, { sequence: made.record, seed: 4, isAnew });
        expect(again.record.equals(made.record)).toBe(true);
        expect(programKey(again.program)).toBe(programKey(made.program));
        expect(again.freshCount).toBe(0);
      }
    }
  });

  it('makes a program of every mutant, by each way of following it', async () => {
    const chain = open();
    for await (const sequence of mutants(chain, 100))
      for (const resync of ['scopes', 'depth', 'position'] as const)
        expect((await chain.run({ sequence, seed: 1, resync })).outcome).toBe('ok');
  });

  it('replays a record by position as well', async () => {
    const chain = open();
    for (const seed of seeds) {
      const made = await good(chain, { seed });
      const again = await good(chain, { sequence: made.record, seed: 99, resync: 'position', isAnew: true });
      expect(programKey(again.program)).toBe(programKey(made.program));
      expect(again.record.equals(made.record)).toBe(true);
    }
  });

  it('keeps what it decided in other functions when the generator writes one of them anew', async () => {
    const chain = open([relax]);
    let changed = 0;
    for (const seed of seeds) {
      const { record } = await good(chain, { seed });
      const donor = (await good(chain, { seed: seed + 100 })).record;
      const [mine, theirs] = [topScopes(record, 'function'), topScopes(donor, 'function')];
      const at = seed % FUNCTIONS;
      const other = applyEdits(record, [{ ...mine[at]!, ...cut(donor, theirs[at]!.from, theirs[at]!.to) }]);
      const made = await good(chain, { sequence: other, seed: 7 });
      const before = functionsIn(textOf((await good(chain, { sequence: record })).program));
      const after = functionsIn(textOf(made.program));
      if (after[at] !== before[at]) changed++;
      for (let index = 0; index < FUNCTIONS; index++)
        if (index !== at) expect(after[index]).toBe(before[index]);
    }
    expect(changed).toBeGreaterThan(seeds.length / 2);
  });
});

function functionsIn(text: string): string[] {
  return text.split('static void ').slice(1);
}

describe('the choices of a stage', { timeout: 120_000 }, () => {
  it('are left out of a sequence of the plain source, and drawn for a fresh test', async () => {
    const [chain, plain] = [open(), open([])];
    let taken = 0;
    for (const seed of seeds) {
      const { record, program } = await good(plain, { seed });
      expect(textOf((await good(chain, { sequence: record, seed })).program)).toBe(textOf(program));
      if (textOf((await good(chain, { seed })).program) !== textOf(program)) taken++;
    }
    expect(taken).toBeGreaterThan(seeds.length / 3);
  });

  it('tell nothing about one another, nor about the draws of the generator', async () => {
    const [one, other, plain] = [open([relax]), open([remarks, relax]), open([])];
    for (const seed of seeds) {
      const [a, b, c] = await Promise.all([one, other, plain].map((source) => good(source, { seed })));
      const scopeOf = (record: ChoiceSequence): string => {
        const [{ from, to } = { from: 0, to: 0 }] = topScopes(record, 'stage relax');
        return cut(record, from, to).ops.join(' ') + cut(record, from, to).words.join(' ');
      };
      expect(scopeOf(b!.record)).toBe(scopeOf(a!.record));
      expect(withoutStages(a!.record).equals(c!.record)).toBe(true);
    }
  });

  it('are limited together with those of the generator', async () => {
    const chain = open();
    const { record } = await good(chain, { seed: 2 });
    const all = record.choiceCount;
    expect((await chain.run({ sequence: record, limits: { maxChoices: all } })).outcome).toBe('ok');
    const made = await chain.run({ sequence: record, limits: { maxChoices: all - 1 } });
    expect(made).toMatchObject({ outcome: 'overrun', limit: 'choices' });
    expect(made.record.choiceCount).toBe(all - 1);
  });

  it('are biased by a swarm', async () => {
    const chain = open([remarks]);
    const shares: number[] = [];
    for (const seed of seeds) {
      const { record } = await good(chain, { seed, swarm: { seed, share: 0.9, strength: 0.98 } });
      const answers = findScopes(record, 'place').map((at) => Number(record.choiceAt(at + 1).value));
      if (answers.length > 4) shares.push(answers.filter((answer) => answer === 1).length / answers.length);
    }
    expect(shares.filter((share) => share < 0.1 || share > 0.9).length).toBeGreaterThan(shares.length / 2);
  });
});

describe('a stage that goes wrong', { timeout: 120_000 }, () => {
  const wrong: readonly [string, Stage['edit'], RegExp][] = [
    [
      'throws',
      () => {
        throw new Error('no luck');
      },
      /no luck/,
    ],
    ['returns something else', () => 'text' as never, /returned no edits/],
    [
      'gives edits out of order',
      () => [
        { begin: 9, end: 10, text: '' },
        { begin: 2, end: 3, text: '' },
      ],
      /out of order/,
    ],
    ['edits behind the end', () => [{ begin: 0, end: 1e9, text: '' }], /out of bounds/],
  ];
  it.each(wrong)('%s, and the test is not made', async (_, edit, message) => {
    const chain = open([{ name: 'wrong', summary: '', reads: 'c', edit }]);
    const ends: Made[] = [];
    for (const seed of seeds.slice(0, 8)) ends.push(await chain.run({ seed }));
    const failed = ends.filter((end) => end.outcome === 'failed');
    expect(failed.length).toBeGreaterThan(0);
    for (const end of failed) {
      expect(String(end.error)).toMatch(message);
      expect(end.scopePath.slice(0, 1)).toEqual(end.scopePath.length === 0 ? [] : ['stage wrong']);
      expect(end.record.choiceCount).toBeGreaterThan(0);
    }
  });

  it('lowers a promise and never raises it', async () => {
    const lowering = (promises: 'valid' | 'nothing', name: string): Stage => ({
      name,
      summary: '',
      reads: 'c',
      edit: () => ({ edits: [], promises }),
    });
    const chain = open([lowering('valid', 'one')]);
    const deeper = open([lowering('nothing', 'one'), lowering('valid', 'two')]);
    const promised = async (source: Source): Promise<Set<unknown>> => {
      const found = new Set<unknown>();
      for (const seed of seeds) found.add((await good(source, { seed })).program.promises);
      return found;
    };
    expect(await promised(chain)).toEqual(new Set(['defined', 'valid']));
    expect(await promised(deeper)).toEqual(new Set(['defined', 'valid', undefined]));
  });
});
