/** A ranking of three or more sides in words and tables, for the terminal and for the page. */
import { grouped, roughTime, table } from '../../util/text.ts';
import { type ComparedPlaces, placeRows, spreadText } from './compare-text.ts';
import { spreadOf } from './compare.ts';
import type { RankedMeasure, Ranking } from './ranking.ts';

export interface RankingText {
  readonly ranking: Ranking;
  /** The folders of each side. */
  readonly sides: readonly (readonly string[])[];
  /** Or why there are none. */
  readonly places: ComparedPlaces | string;
}

/** Sides are named by letters. */
export const MOST_SIDES = 26;
const PLACES = 15;

export function sideName(side: number): string {
  return String.fromCodePoint('A'.codePointAt(0)! + side);
}

export function rankingText({ ranking, sides, places }: RankingText): string {
  const names = sides.map((_, side) => sideName(side));
  const heads = onlyHeads(sides.length);
  return [
    ...sides.map((dirs, side) => `${sideName(side)}  ${dirs.join('  ')}`),
    '',
    rankingAbout(ranking),
    '',
    ...table([rankingHead(ranking), ...rankingRows(ranking)]),
    ...ranking.measures.flatMap((measure) => [
      '',
      pairsAbout(measure),
      ...table([['', ...names], ...pairRows(measure)]),
    ]),
    '',
    ...(typeof places === 'string'
      ? [places]
      : [
          ...table([['edges by file', ...heads], ...placeRows(places.files).slice(0, PLACES)]),
          '',
          ...table([['edges by function', ...heads], ...placeRows(places.functions).slice(0, PLACES)]),
        ]),
    '',
  ].join('\n');
}

export function rankingAbout({ cpuMs }: Ranking): string {
  return `ranks at ${roughTime(cpuMs)} of CPU time, where the shortest campaign ends; figures are medians (least to most)`;
}

export function onlyHeads(count: number): string[] {
  return Array.from({ length: count }, (_, side) => `only ${sideName(side)}`);
}

/** The best side first. Columns of whole campaigns come last. */
export function rankingHead({ measures, reached }: Ranking): string[] {
  return [
    'side',
    'campaigns',
    ...measures.flatMap(({ name }) => [`by ${name}`, name]),
    ...(reached === undefined ? [] : ['features in the end', 'that only it has']),
  ];
}

export function rankingRows({ order, measures, reached }: Ranking): string[][] {
  return order.map((side) => [
    sideName(side),
    grouped(measures[0]!.ends[side]!.length),
    ...measures.flatMap(({ ranks, ends }) => [`${ranks[side]!}.`, spreadText(spreadOf(ends[side]!))]),
    ...(reached === undefined
      ? []
      : [grouped(reached.features[side]!), grouped(reached.onlyFeatures[side]!)]),
  ]);
}

export function pairsAbout({ name }: RankedMeasure): string {
  return `${name}: how often a campaign of the row is ahead of one of the column (A12), and how likely chance is (p)`;
}

export function pairRows({ ends, pairs }: RankedMeasure): string[][] {
  const cell = (row: number, column: number): string => {
    if (row === column) return '-';
    const pair = pairs.find(
      ({ sides: [a, b] }) => a === Math.min(row, column) && b === Math.max(row, column),
    )!;
    return `${(row < column ? pair.a12 : 1 - pair.a12).toFixed(2)} (p ${pair.p.toPrecision(2)})`;
  };
  return ends.map((_, row) => [sideName(row), ...ends.map((__, column) => cell(row, column))]);
}
