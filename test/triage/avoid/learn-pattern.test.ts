/** The pattern of a reduced finding: what must come together, and what may be anything. */
import { expect, it } from 'vitest';
import type { Draw, Pattern } from '../../../src/choice/index.ts';
import { type Program, programOf } from '../../../src/program/index.ts';
import { type GenerationRequest, inProcessSource, type Made } from '../../../src/source/index.ts';
import { learnPattern } from '../../../src/triage/index.ts';

/** A list of letters, each with a number. */
function write(draw: Draw): Program {
  const length = draw.pick([0, 1, 2, 3, 4, 5, 6, 7]);
  const letter = (): string => draw.scope('letter', () => draw.pick(['a', 'b', 'c']) + draw.integer(0, 99));
  return programOf(Array.from({ length }, letter).join(' '));
}

function textOf({ files }: Program): string {
  return Buffer.from(files[0]!.bytes).toString();
}

/** Learns of the first list of one letter that shows the bug. */
async function learnt(isThere: (text: string) => boolean): Promise<Pattern | undefined> {
  const source = inProcessSource(write);
  const cost = { cpuUs: 0, wallUs: 0, peakRssBytes: 0 };
  const make = async (request: GenerationRequest): Promise<Made> => {
    const replayed = source.runNow(request);
    return replayed.outcome === 'ok' ? { ...replayed, program: replayed.value, cost } : { ...replayed, cost };
  };
  for (let seed = 0; ; seed++) {
    const made = await make({ seed });
    if (made.outcome !== 'ok' || made.record.choiceCount !== 3 || !isThere(textOf(made.program))) continue;
    return learnPattern(made.record, {
      generators: { make },
      test: { ask: async (program) => ({ isInteresting: isThere(textOf(program)), how: '', said: '' }) },
      signal: new AbortController().signal,
    });
  }
}

const valuesIn = (pattern: Pattern | undefined): unknown =>
  pattern?.map(({ label, choices }) => [label, choices.map(({ values }) => values)]);

it('has every length of a list but those that are too short, and the range of a number', async () => {
  const pattern = await learnt((text) => /b(?:[1-6]\d|70)\b/.test(text));
  expect(valuesIn(pattern)).toEqual([
    ['', [[['1', '7']]]],
    ['letter', [[['1', '1']], [['10', '70']]]],
  ]);
});

it('lets a choice be anything whose other values keep the bug', async () => {
  const pattern = await learnt((text) => text.includes('b'));
  expect(valuesIn(pattern)).toEqual([
    ['', [[['1', '7']]]],
    ['letter', [[['1', '1']]]],
  ]);
});

it('has no version of the language that only needs other arguments', async () => {
  const versioned = (draw: Draw): Program => {
    const version = draw.pick(['c11', 'c17', 'c23']);
    return { ...programOf(`${draw.pick(['a', 'b'])} in ${version}`), compilerArgs: [`-std=${version}`] };
  };
  const source = inProcessSource(versioned);
  const make = async (request: GenerationRequest): Promise<Made> => {
    const replayed = source.runNow(request);
    const cost = { cpuUs: 0, wallUs: 0, peakRssBytes: 0 };
    return replayed.outcome === 'ok' ? { ...replayed, program: replayed.value, cost } : { ...replayed, cost };
  };
  let made = await make({ seed: 0 });
  for (let seed = 1; made.outcome !== 'ok' || !textOf(made.program).startsWith('b'); seed++)
    made = await make({ seed });
  const { compilerArgs } = made.program;
  const pattern = await learnPattern(made.record, {
    generators: { make },
    test: {
      ask: async (program) => {
        const isRefused = String(program.compilerArgs) !== String(compilerArgs);
        return { isInteresting: !isRefused && textOf(program).startsWith('b'), how: '', said: '' };
      },
    },
    signal: new AbortController().signal,
  });
  expect(valuesIn(pattern)).toEqual([['', [[['1', '1']]]]]);
});

it('is none if the bug is always there', async () => {
  expect(await learnt(() => true)).toBeUndefined();
});
