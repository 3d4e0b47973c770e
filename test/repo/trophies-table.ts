/** The table of trophies by weight, as the page has it: made from `docs/known.json`. */
import { type Trophy, trophies, weightOfTrophy } from '../../src/finding/index.ts';

type Row = readonly [trophy: Trophy, weighed: ReturnType<typeof weightOfTrophy>];

const head = '| weight | bug | flags | newest snapshot | known? |';

/** Heaviest first; bugs that the newest snapshot no longer shows stand apart. */
export function tableByWeight(): string {
  const rows = trophies()
    .map((trophy): Row => [trophy, weightOfTrophy(trophy)])
    .toSorted(([a, one], [b, other]) => one.weight - other.weight || a.name.localeCompare(b.name));
  const isGone = ([{ newest }]: Row): boolean => newest?.answer === 'gone';
  return [
    ...tableOf(rows.filter((row) => !isGone(row))),
    '',
    'The newest snapshot no longer shows these:',
    '',
    ...tableOf(rows.filter(isGone)),
  ].join('\n');
}

function tableOf(rows: readonly Row[]): string[] {
  return [head, '| --- | --- | --- | --- | --- |', ...rows.map(lineOf)];
}

function lineOf([{ name, args, newest, known }, { weight }]: Row): string {
  const flags = args.filter((arg) => arg !== '-w' && !arg.startsWith('-std='));
  const asked =
    newest === undefined ? 'not asked' : `${newest.compiler.replace(/^.*-gcc-16$/, 'gcc')}: ${newest.answer}`;
  return `| ${weight} | [${name}](trophies/${name}/README.md) | \`${flags.join(' ')}\` | ${asked} | ${known} |`;
}

/** How many bugs have each weight, and how many of them show in the newest snapshot. */
export function countsByWeight(): readonly { weight: number; all: number; shows: number; gone: number }[] {
  return [1, 2, 3].map((weight) => {
    const those = trophies().filter((trophy) => weightOfTrophy(trophy).weight === weight);
    const of = (answer: string): number => those.filter(({ newest }) => newest?.answer === answer).length;
    return { weight, all: those.length, shows: of('shows'), gone: of('gone') };
  });
}
