/** How many tests with a pattern are executed all the same: by what those before them showed. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { uniformInt } from 'pure-rand/distribution/uniformInt';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';
import { afterAll, expect, it } from 'vitest';
import { Alphabet, type Draw, makePattern, replay } from '../../src/choice/index.ts';
import { Avoidance } from '../../src/fuzz/avoidance.ts';
import { type AvoidedBug, AvoidedBugs, newPart } from '../../src/triage/index.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const replayed = replay((draw: Draw) => draw.pick(['a', 'b']), { alphabet: new Alphabet(), seed: 1 });
if (replayed.outcome !== 'ok') throw new Error('it draws one choice');
const { record } = replayed;
const { value } = record.choiceAt(0);
const pattern = makePattern(
  record,
  new Map([[0, { values: [[String(value), String(value)]], otherwise: String(1n - value) }]]),
)!;

const folder = temporaryFolder(afterAll);

interface Watched {
  /** Tests that were left out, and those of them that do not show the bug. */
  readonly avoided: number;
  readonly wrongly: number;
  readonly bug: AvoidedBug;
}

/** Tests with the pattern one by one; `shows` says which of them show the bug. */
function watched(count: number, shows: (test: number) => boolean): Watched {
  rmSync(join(folder, 'avoid.json'), { force: true });
  const bugs = new AvoidedBugs(folder);
  const known = { id: 'bug', kind: 'crash', signature: 'a crash', build: 'b', source: 's' } as const;
  bugs.note({ ...known, pattern, parts: [newPart(pattern)], state: 'on', met: 0 });
  const avoidance = new Avoidance({ bugs, build: 'b' });
  let [avoided, wrongly] = [0, 0];
  for (let test = 0; test < count; test++) {
    const met = avoidance.meets('s', record);
    if (met.length === 0) break;
    if (avoidance.lookedAt(met) !== undefined)
      avoidance.hear('bug', record, shows(test) ? 'a crash' : undefined);
    else {
      avoided++;
      if (!shows(test)) wrongly++;
    }
  }
  return { avoided, wrongly, bug: bugs.find('bug')! };
}

it('leaves out nearly all of 2,000 tests if each that is executed shows the bug', () => {
  const { avoided, bug } = watched(2_000, () => true);
  expect(bug.parts[0]!.shown).toBe(2_000 - avoided);
  expect(avoided).toBeGreaterThan(1_900);
});

it('looks at more of the first hundred tests than of any later hundred', () => {
  const { bug } = watched(100, () => true);
  const later = watched(200, () => true).bug.parts[0]!.shown - bug.parts[0]!.shown;
  expect(later).toBeLessThan(bug.parts[0]!.shown / 2);
  expect(later).toBeGreaterThan(0);
});

it('gives the pattern up after two tests in a row without the bug', () => {
  const { avoided, bug } = watched(1_000, (test) => test < 1);
  expect(bug.met).toBe(3);
  expect({ avoided, inARow: bug.parts[0]!.inARow }).toEqual({ avoided: 0, inARow: 2 });
});

it.each([0.3, 0.5, 0.7, 0.8])(
  'leaves out few tests wrongly if a share of %d shows the bug: one in twenty of all',
  (share) => {
    const wrongly = Array.from({ length: 20 }, (_, seed) => {
      const generator = xoroshiro128plus(seed);
      const shows = Array.from({ length: 400 }, () => uniformInt(generator, 1, 100) <= share * 100);
      return watched(400, (test) => shows[test]!).wrongly;
    });
    const sum = wrongly.reduce((a, b) => a + b, 0);
    expect(sum / (20 * 400)).toBeLessThan(0.05);
  },
);
