/** The choice library in C and threads replay what src/choice replays in this thread, to the last choice. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { ChoiceSequence } from '../../src/choice/sequence/sequence.ts';
import { questionKey } from '../../src/choice/engine/learnt-answers.ts';
import { replay } from '../../src/choice/engine/replay.ts';
import type { ResyncStrategy } from '../../src/choice/engine/cursor.ts';
import type { Swarm } from '../../src/choice/engine/swarm.ts';
import { openSource, type Source } from '../../src/source/index.ts';
import { definedIn } from './thread/scripted-module.ts';
import { compileGenerator } from './compile-generator.ts';
import { runScript, script } from './scripted.ts';
import { applyEdits, type Edit } from '../../src/choice/index.ts';

const strategies: readonly ResyncStrategy[] = ['scopes', 'depth', 'position'];

/** The script of the next program; it is no choice. */
let text = '';

interface Kind {
  readonly open: () => Promise<Source>;
  /** Writes the script to where the generator finds it. */
  readonly tell: (told: string) => void;
}

const inProcess: Kind = {
  open: async () =>
    openSource({
      name: 'scripted',
      summary: 'draws what a script says',
      language: 'text',
      command: [await compileGenerator('scripted.c')],
      reach: 'linked',
      process: 'persistent',
      scopes: 'own',
      writes: { to: 'stdout' },
      // An argument, which is no choice.
      options: () => [text],
    }),
  tell: (told) => (text = told),
};

const folder = mkdtempSync(join(tmpdir(), 'cgfuzz-test-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const scriptFile = join(folder, 'script');
const inThread: Kind = {
  open: async () =>
    openSource(
      definedIn(folder, 'return runScript(draw, readFileSync(path, "utf8"));', {}, [
        "import { readFileSync } from 'node:fs';",
        `import { runScript } from ${JSON.stringify(new URL('scripted.ts', import.meta.url).pathname)};`,
        `const path = ${JSON.stringify(scriptFile)};`,
      ]),
    ),
  tell: (told) => writeFileSync(scriptFile, told),
};

let source: Source;
let tell: Kind['tell'];

interface Asked {
  readonly seed: number;
  readonly sequence?: ChoiceSequence;
  readonly resync?: ResyncStrategy;
  readonly swarm?: Swarm;
}

/** Runs a script on both sides, compares everything, and gives the record. */
async function runBoth(of: string, asked: Asked): Promise<ChoiceSequence> {
  tell(of);
  const there = await source.run(asked);
  const here = replay((draw) => runScript(draw, of), { ...asked, alphabet: source.alphabet });
  if (there.outcome !== 'ok' || here.outcome !== 'ok')
    throw new Error(`${here.outcome} here, ${there.outcome} there`);
  expect(Buffer.from(there.program.files[0]!.bytes).toString()).toBe(here.value);
  expect(there.record.equals(here.record)).toBe(true);
  expect(there.freshCount).toBe(here.freshCount);
  return there.record;
}

/** Deletes and repeats parts of a sequence, and overwrites values. */
function damage(sequence: ChoiceSequence, numbers: readonly number[]): ChoiceSequence {
  let damaged = sequence;
  for (const number of numbers) {
    if (damaged.ops.length === 0) break;
    const op = number % damaged.ops.length;
    if (damaged.ops[op] === 0) continue;
    const to = damaged.outline.match[op]! + 1;
    const { word } = damaged.outline;
    const part: Edit = { from: op, to };
    const kept = { ops: damaged.ops.slice(op, to), words: damaged.words.slice(word[op], word[to]) };
    if (number % 3 === 0) {
      damaged = applyEdits(damaged, [part]);
    } else if (number % 3 === 1) {
      damaged = applyEdits(damaged, [{ from: op, to: op, ...kept }]);
    } else if (damaged.isChoice(op)) {
      const { min, max } = damaged.choiceAt(op);
      const words = damaged.wordsFor(op, min + ((BigInt(number) * 0x9e3779b97f4a7c15n) % (max - min + 1n)));
      damaged = applyEdits(damaged, [{ ...part, ops: kept.ops, words }]);
    }
  }
  return damaged;
}

const seed = fc.integer({ min: 0, max: 2 ** 31 - 1 });

describe.each([
  ['the choice library', inProcess],
  ['a thread', inThread],
])('%s and the engine', (name, kind) => {
  beforeAll(async () => {
    source = await kind.open();
    tell = kind.tell;
  }, 120_000);
  afterAll(() => source.close());

  it('draw the same choices afresh', async () => {
    await fc.assert(
      fc.asyncProperty(script, seed, async (of, s) => {
        await runBoth(of, { seed: s });
      }),
      { numRuns: 300 },
    );
  });

  it('reproduce a record exactly, with no fresh draw', async () => {
    await fc.assert(
      fc.asyncProperty(script, seed, async (of, s) => {
        const record = await runBoth(of, { seed: s });
        for (const resync of strategies) {
          const again = await runBoth(of, { seed: s + 1, sequence: record, resync });
          expect(again.equals(record)).toBe(true);
        }
      }),
      { numRuns: 200 },
    );
  });

  it('resynchronise damaged and foreign sequences alike, by every rule, and canonically', async () => {
    await fc.assert(
      fc.asyncProperty(
        script,
        script,
        seed,
        fc.array(fc.nat(), { minLength: 1, maxLength: 6 }),
        async (of, other, s, numbers) => {
          const own = await runBoth(of, { seed: s });
          const foreign = await runBoth(other, { seed: s });
          for (const sequence of [damage(own, numbers), damage(foreign, numbers)]) {
            for (const resync of strategies) {
              const record = await runBoth(of, { seed: s + 1, sequence, resync });
              const again = await runBoth(of, { seed: s + 2, sequence: record, resync });
              expect(again.equals(record)).toBe(true);
            }
          }
        },
      ),
      { numRuns: 200 },
    );
  });

  it('give the same answers under a swarm', async () => {
    await fc.assert(
      fc.asyncProperty(script, seed, fc.double({ min: 0, max: 1, noNaN: true }), async (of, s, part) => {
        await runBoth(of, { seed: s, swarm: { seed: s, share: part, strength: 1 - part } });
      }),
      { numRuns: 200 },
    );
  });

  // In a process one answer in sixteen is another one; in a thread the learnt one is always given.
  it('give learnt answers to what no record answers', async () => {
    const count = 400;
    tell(`s statement ${count} ${'p 9 '.repeat(count)}p 9`);
    const drawn = await source.run({ seed: 1 });
    const [label = 0, symbol = 0] = drawn.record.ops;
    const answers = new Map([[questionKey({ label, symbol }), 5]]);
    const answered = await source.run({ seed: 1, answers });
    const told = valuesOf(answered.record).slice(0, count);
    const others = told.filter((value) => value !== 5n).length;
    expect(others > 0).toBe(name !== 'a thread');
    expect(others).toBeLessThan(count / 8);
    // Outside the scope it is another question, and in a record there is none.
    expect((await source.run({ seed: 2, sequence: drawn.record, answers })).record.equals(drawn.record)).toBe(
      true,
    );
  });
});

function valuesOf(sequence: ChoiceSequence): bigint[] {
  const ops = Array.from(sequence.ops.keys()).filter((op) => sequence.isChoice(op));
  return ops.map((op) => sequence.choiceAt(op).value);
}
