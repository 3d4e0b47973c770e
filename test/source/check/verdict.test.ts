/** Verdicts on figures as generators have them. */
import { expect, it } from 'vitest';
import { type Evidence, judgeSource } from '../../../src/source/check/verdict.ts';

/** Mutants with another text: those far from their parent, those near it, and how much of their text is new. */
type Mutants = readonly [different: number, similar: number, changedPercent: number];

function verdictOn(single: Mutants, mixed: Mutants): string {
  const figures = ([different, similar, changedPercent]: Mutants): unknown => ({
    mutants: 40,
    sameRecord: 0,
    identical: 40 - different - similar,
    different,
    similar,
    changedPercent,
    rejected: 0,
    overrun: 0,
  });
  const median = (value: number): unknown => ({ median: value, low: value, high: value });
  const usage = {
    ownChoices: median(632),
    choices: median(632),
    scopes: median(65),
    bytes: median(1_129),
    overrun: 0,
    failed: 0,
    programs: 10,
  };
  return judgeSource({
    definition: {
      name: 'some',
      summary: 'one',
      language: 'text',
      command: ['/bin/some'],
      reach: 'preload',
      scopes: 'stack',
    },
    usage,
    single: figures(single),
    mixed: figures(mixed),
    recognised: { engines: ["Python's random"], draws: [] },
    places: 0,
  } as unknown as Evidence).verdict;
}

it('a seed of many words is one choice, though some small programs are alike', () => {
  expect(verdictOn([7, 1, 50], [32, 1, 48])).toBe('one choice decides everything');
  expect(verdictOn([20, 0, 60], [35, 0, 60])).toBe('one choice decides everything');
});

it('a generator that draws as it goes has many mutants that are alike', () => {
  expect(verdictOn([0, 37, 2], [8, 31, 3])).toBe('good');
  expect(verdictOn([20, 10, 40], [30, 3, 50])).not.toBe('one choice decides everything');
});
