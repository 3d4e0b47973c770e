/**
 * The words of the screen with their meaning, for a person who presses the key; docs/words.md has the same
 * rows.
 */
import { judgeNames, judgeRows } from '../../oracle/judges/index.ts';
import type { ScreenLine } from './paint.ts';

type Words = readonly (readonly [word: string, meaning: string])[];

export const legendOfRows: Words = [
  ['time', 'time over all runs of the campaign; tests that the target executed'],
  ['left', 'what is left of --time, --cpu-time and --execs'],
  ['features', 'branches and how often each was taken; the curve is their growth'],
  ['edges', 'branches of the target that were taken, and their share of all'],
  ['corpus', 'tests that were kept since they reached something new'],
  ['unstable', 'edges that come and go if a test is repeated; they do not count'],
  ['coverage', 'none: the target does not show which branches a test takes'],
  ['findings', 'failures with different signatures, by kind; then the latest one'],
  ['CPU', 'CPU time of all processes, and what it was spent on'],
  ['no use', 'tests that came to nothing, by the reason'],
  ['judged', 'programs whose assembly was judged on paper'],
  ['checked', 'programs that were held against their truth or other compilers'],
  ['fleet', 'what the other campaigns of the fleet do'],
  ['meanwhile', 'work beside the campaign, and how far it is'],
  ['note', 'the last thing that you should know'],
];

export const legendOfWork: Words = [
  ['generate', 'the generator writes programs'],
  ['compile', 'the target runs on them'],
  ['engine', "cgfuzz's own work: choosing, changing and keeping tests"],
  ['minimise', 'kept tests are made smaller'],
  ['compare', 'other compilers are asked, for wrong code'],
  ['truth', 'outputs are held against what the source knows'],
  ...judgeNames.map((name) => [name, judgeRows[name].legend] as const),
  ['reduce', 'findings are made small'],
];

export const legendOfUselessTests: Words = [
  ['duplicates', 'the program was made before'],
  ['overruns', 'the generator met its limit of choices or time'],
  ['failures', 'the generator failed'],
  ['rejected', 'the target refused the program'],
  ['slow', 'the target took too long'],
];

export const legendOfColumns: Words = [
  ['arm', 'a way of making the next test'],
  ['tests', 'tests of this arm that the target executed'],
  ['CPU', 'its share of the CPU time of all arms'],
  ['kept', 'its tests in the corpus'],
  ['features', 'features that it reached first; so with edges'],
  ['features/s', 'new features for each CPU second'],
  ['lately', 'the same over the last tenth of the CPU time'],
];

export const legendOfArms: Words = [
  ['fresh', 'a new test; nothing is changed'],
  ['small', 'a new test, no larger than a kept one'],
  ['swarm', 'a new test; a random part of the generator is biased'],
  ['like', 'a new test under the options of a kept one'],
  ['swarm-like', 'swarm and like at once'],
  ['mutate', 'a kept test with one change'],
  ['storm', 'a kept test with a hundred changes'],
  ['splice', 'a kept test with parts of another'],
  ['reoption', 'a kept test under other options'],
  ['restage', 'a kept test whose stages decide anew'],
  ['minimise', 'a kept test with less in it'],
  ['seed', 'a test that cgfuzz brings'],
];

const headings: readonly (readonly [heading: string, words: Words])[] = [
  ['the rows', legendOfRows],
  ['CPU: what the time was spent on', legendOfWork],
  ['no use: why tests came to nothing', legendOfUselessTests],
  ['the table: its columns', legendOfColumns],
  ['the table: its arms', legendOfArms],
];

const WORD_WIDTH = 12;

/** The whole legend, which is shown page by page. */
export function legendLines(): ScreenLine[] {
  return headings.flatMap(([heading, words], index) => [
    ...(index === 0 ? [] : [[]]),
    [{ text: heading, tone: 'title' as const }],
    ...words.map(([word, meaning]): ScreenLine => [
      { text: ` ${word.padEnd(WORD_WIDTH)}`, tone: 'name' },
      { text: meaning },
    ]),
  ]);
}
