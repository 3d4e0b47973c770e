/** How many tests with a pattern are executed all the same: by what those before them showed. */
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { uniformInt } from 'pure-rand/distribution/uniformInt';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';
import { afterAll, expect, it } from 'vitest';
import { Alphabet, type Draw, makePattern, replay } from '../../src/choice/index.ts';
import { Avoidance, type AvoidedBug, AvoidedBugs, noLooks } from '../../src/triage/index.ts';
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

const known = {
  id: 'bug',
  kind: 'crash',
  signature: 'a crash',
  build: 'b',
  source: 's',
  pattern,
  state: 'on',
  ...noLooks,
} as const;

/** Tests with the pattern one by one; `shows` says which of them show the bug. */
function watched(count: number, shows: (test: number) => boolean): Watched {
  rmSync(join(folder, 'avoid.json'), { force: true });
  const bugs = new AvoidedBugs(folder);
  bugs.note(known);
  const avoidance = new Avoidance(bugs, 'b', () => undefined);
  let [avoided, wrongly] = [0, 0];
  for (let test = 0; test < count; test++) {
    const met = avoidance.meets('s', record);
    if (met.length === 0) break;
    const looksAt = avoidance.lookedAt(met);
    if (looksAt !== undefined && shows(test)) avoidance.showed('a crash', { record, looksAt });
    else if (looksAt !== undefined) avoidance.passed({ record, looksAt });
    else {
      avoided++;
      if (!shows(test)) wrongly++;
    }
  }
  return { avoided, wrongly, bug: bugs.find('bug')! };
}

it('leaves out nearly all of 2,000 tests if each that is executed shows the bug', () => {
  const { avoided, bug } = watched(2_000, () => true);
  expect(bug.shown).toBe(2_000 - avoided);
  expect(avoided).toBeGreaterThan(1_900);
});

it('looks at more of the first hundred tests than of any later hundred', () => {
  const { bug } = watched(100, () => true);
  const later = watched(200, () => true).bug.shown - bug.shown;
  expect(later).toBeLessThan(bug.shown / 2);
  expect(later).toBeGreaterThan(0);
});

it('gives the pattern up after two tests in a row without the bug', () => {
  const { avoided, bug } = watched(1_000, (test) => test < 1);
  expect(bug.met).toBe(3);
  expect({ avoided, inARow: bug.inARow, state: bug.state }).toEqual({ avoided: 0, inARow: 2, state: 'gone' });
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

it('takes a compile for no answer about wrong code, and a right program for one', () => {
  const bugs = new AvoidedBugs(temporaryFolder());
  const told: string[] = [];
  bugs.note({ ...known, kind: 'wrong-code' });
  const avoidance = new Avoidance(
    bugs,
    'b',
    (event) => void (event.type === 'note' && told.push(event.text)),
  );
  const test = { record, looksAt: ['bug'] };
  avoidance.passed(test);
  expect(bugs.find('bug')).toMatchObject({ missed: 0, state: 'on' });
  for (const _ of [1, 2]) avoidance.wasRight(test);
  expect(bugs.find('bug')).toMatchObject({ missed: 2, state: 'gone' });
  expect(told).toEqual([expect.stringContaining('bug is not avoided any more')]);
});

it('executes no test for a kind of bug whose end nobody notices', () => {
  const bugs = new AvoidedBugs(temporaryFolder());
  bugs.note({ ...known, kind: 'wrong-ir' });
  const avoidance = new Avoidance(bugs, 'b', () => undefined);
  expect(avoidance.lookedAt(avoidance.meets('s', record))).toBeUndefined();
});

it('reads the file of a version that avoided bugs by itself: a bug that it only watched is left alone', () => {
  const own = temporaryFolder();
  const { shown: _, missed: __, inARow: ___, ...old } = { ...known, parts: [{ ...noLooks, pattern }] };
  const written = [old, { ...old, id: 'other', state: 'watched' }];
  writeFileSync(join(own, 'avoid.json'), JSON.stringify({ bugs: written }));
  const bugs = new AvoidedBugs(own);
  expect(bugs.warnings).toEqual([]);
  expect(bugs.all()).toMatchObject([{ id: 'bug', state: 'on', shown: 0 }]);
});
