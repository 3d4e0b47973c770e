/** Verdicts on figures as generators have them. */
import { expect, it } from 'vitest';
import { type Evidence, type JudgedSource, judgeSource } from '../../../src/source/check/verdict.ts';

/** Mutants with another text: those far from their parent, those near it, and how much of their text is new. */
type Mutants = readonly [different: number, similar: number, changedPercent: number];

function figuresOf([different, similar, changedPercent]: Mutants): Evidence['single'] {
  const mutants = Math.max(40, different + similar);
  return {
    mutants,
    sameRecord: 0,
    identical: mutants - different - similar,
    different,
    similar,
    changedPercent,
    rejected: 0,
    overrun: 0,
  };
}

interface Case {
  readonly single?: Evidence['single'];
  readonly mixed?: Evidence['single'];
  readonly own?: number;
  readonly choices?: number;
  readonly bytes?: number;
  readonly asked?: readonly string[];
  readonly engines?: readonly string[];
}

function judged({ own = 632, choices = own, bytes = 1_129, ...given }: Case): JudgedSource {
  const median = (value: number): unknown => ({ median: value, low: value, high: value });
  const usage = {
    ownChoices: median(own),
    choices: median(choices),
    scopes: median(65),
    bytes: median(bytes),
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
    single: given.single,
    mixed: given.mixed,
    recognised: { engines: given.engines ?? ["Python's random"], draws: [] },
    places: 0,
    asked: given.asked ?? [],
  } as unknown as Evidence);
}

function verdictOn(single: Mutants, mixed: Mutants, more: Case = {}): string {
  return judged({ single: figuresOf(single), mixed: figuresOf(mixed), ...more }).verdict;
}

it('a seed of many words is one choice, though some small programs are alike', () => {
  expect(verdictOn([7, 1, 50], [32, 1, 48])).toBe('one choice decides everything');
  expect(verdictOn([20, 0, 60], [35, 0, 60])).toBe('one choice decides everything');
});

it('the same few words in every program are one choice, also if programs are small', () => {
  const small = { own: 4, bytes: 220 };
  expect(verdictOn([20, 0, 60], [35, 1, 60], small)).toBe('one choice decides everything');
  expect(verdictOn([20, 10, 40], [30, 3, 50], small)).not.toBe('one choice decides everything');
  // Four draws may well be all of twelve words.
  expect(verdictOn([20, 0, 60], [35, 1, 60], { own: 4, bytes: 60 })).not.toBe(
    'one choice decides everything',
  );
});

it('a generator that draws as it goes has many mutants that are alike', () => {
  expect(verdictOn([0, 37, 2], [8, 31, 3])).toBe('good');
  expect(verdictOn([20, 10, 40], [30, 3, 50])).not.toBe('one choice decides everything');
});

it('words that were asked for as a seed is asked for, for an engine that is inside, are one choice', () => {
  const asked = ['getrandom', 'time'];
  // As domato has it: less than a third of the text changes, and no mutant is like its parent.
  expect(verdictOn([20, 0, 23], [35, 0, 23])).not.toBe('one choice decides everything');
  expect(verdictOn([20, 0, 23], [35, 0, 23], { asked })).toBe('one choice decides everything');
  // Programs are too small to tell by their size, as three lines of Perl have them.
  expect(verdictOn([2, 0, 23], [2, 0, 23], { asked, own: 3, bytes: 585 })).toBe(
    'one choice decides everything',
  );
  // A generator that asks the machine each time has mutants that are like their parents, and one without an engine may.
  expect(verdictOn([0, 37, 2], [8, 31, 3], { asked })).toBe('good');
  expect(verdictOn([20, 0, 23], [35, 0, 23], { asked, engines: [] })).not.toBe(
    'one choice decides everything',
  );
  expect(verdictOn([20, 0, 23], [35, 0, 23], { asked: ['rand', 'getrandom'] })).not.toBe(
    'one choice decides everything',
  );
});

it('options that are drawn make programs different, though the generator draws nothing', () => {
  const seeded = judged({ own: 0, choices: 2, bytes: 5_000, single: figuresOf([20, 0, 50]) });
  expect(seeded.verdict).toBe('one choice decides everything');
  expect(seeded.lines[0]).toBe(
    '2 choices of its options make 5,000 bytes: the generator itself draws nothing, so that there is hardly anything to mutate',
  );
  expect(judged({ own: 0, choices: 0 }).lines[0]).toBe('it draws nothing: every program is the same');
});

it('fewer than ten mutants make no source good', () => {
  const few = { ...figuresOf([0, 37, 2])!, mutants: 9, identical: 0, similar: 9 };
  expect(judged({ single: few, mixed: few })).toEqual({
    verdict: 'weak',
    lines: ['9 mutants are too few to call it good: ask for 10 or more, with --mutants'],
  });
  expect(judged({}).lines).toEqual([
    '0 mutants are too few to call it good: ask for 10 or more, with --mutants',
  ]);
});
