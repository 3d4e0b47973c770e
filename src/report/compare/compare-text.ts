/** A comparison in words and tables, for the terminal and for the page. */
import { grouped, counted, percent, rate, roughTime, table } from '../../util/text.ts';
import type { CampaignComparison, Measure, Pair, Spread } from './compare.ts';
import type { PlaceDifference } from './only-one-side.ts';
import { shortFunctionName } from '../plain-name.ts';

/** Short names of the sides. */
export const SIDES: Pair<string> = ['A', 'B'];

export interface ComparedPlaces {
  readonly files: readonly PlaceDifference[];
  readonly functions: readonly PlaceDifference[];
}

export interface ComparisonText {
  readonly comparison: CampaignComparison;
  /** The folders of each side. */
  readonly sides: Pair<readonly string[]>;
  /** Or why there are none. */
  readonly places: ComparedPlaces | string;
}

const ROWS = 15;

export function comparisonText({ comparison, sides, places }: ComparisonText): string {
  const { cpuMs, measures, reached } = comparison;
  return [
    ...SIDES.map((name, index) => `${name}  ${sides[index as 0 | 1].join('  ')}`),
    '',
    `growth up to ${roughTime(cpuMs)} of CPU time, where the shortest campaign ends: median (least to most)`,
    ...measures.flatMap((measure) => [
      '',
      ...table([growthHead(measure), ...growthRows(measure)]),
      '',
      ...table([timesHead(measure), ...timesRows(measure)]),
      '',
      verdict(measure),
    ]),
    '',
    ...(reached === undefined ? [] : reachedLines(reached)),
    ...(typeof places === 'string'
      ? [places]
      : [
          '',
          ...table([['edges by file', ...onlyHead], ...placeRows(places.files).slice(0, ROWS)]),
          '',
          ...table([['edges by function', ...onlyHead], ...placeRows(places.functions).slice(0, ROWS)]),
        ]),
    '',
  ].join('\n');
}

export const onlyHead: readonly string[] = SIDES.map((side) => `only ${side}`);

export function growthHead({ name }: Measure): string[] {
  return ['CPU time', ...SIDES.map((side) => `${name}, ${side}`), SIDES.join('/')];
}

/** Rows for the end, for half of the time, half of that, and so on. */
export function growthRows({ growth }: Measure): string[][] {
  const rows: string[][] = [];
  for (let index = growth.length; index >= growth.length / 16; index = Math.floor(index / 2)) {
    const { cpuMs, values } = growth[index - 1]!;
    rows.unshift([roughTime(cpuMs), ...values.map(spreadText), ratio(values[0].median, values[1].median)]);
  }
  return rows;
}

export function spreadText({ min, median, max }: Spread): string {
  const [low, middle, high] = [min, median, max].map((value) => grouped(Math.round(value)));
  return min === max ? middle! : `${middle} (${low} to ${high})`;
}

export function timesHead({ name }: Measure): string[] {
  return [`${name} reached`, ...SIDES.map((side) => `by ${side} after`), `times as fast is ${SIDES[0]}`];
}

export function timesRows({ times }: Measure): string[][] {
  const end = times.at(-1)!.value;
  return times.map(({ value, cpuMs: [first, second] }) => [
    `${grouped(Math.round(value))} (${percent(value, end)})`,
    timeOrNever(first),
    timeOrNever(second),
    ratio(second, first),
  ]);
}

function timeOrNever(ms: number): string {
  return Number.isFinite(ms) ? roughTime(ms) : 'never';
}

function ratio(a: number, b: number): string {
  if (!Number.isFinite(a) || !Number.isFinite(b) || b === 0) return '-';
  return rate(a / b);
}

/** Limits that Vargha and Delaney chose. */
const sizes: readonly (readonly [from: number, name: string])[] = [
  [0.71, 'a large difference'],
  [0.64, 'a medium difference'],
  [0.56, 'a small difference'],
  [0, 'next to no difference'],
];

export function verdict({ name, ends, test: { u, p, leastP }, a12 }: Measure): string {
  const pairs = ends[0].length * ends[1].length;
  if (pairs === 1) return `${name} at the end: one campaign a side, which says nothing about chance`;
  const [, size] = sizes.find(([from]) => Math.max(a12, 1 - a12) >= from)!;
  const few = leastP > 0.05 ? `; so few campaigns cannot show less than ${leastP.toPrecision(2)}` : '';
  return `${name} at the end: ${SIDES[0]} ahead in ${u} of ${pairs} pairs (Mann-Whitney U), A12 ${a12.toFixed(2)}, ${size}; p ${p.toPrecision(2)}${few}`;
}

function reachedLines({
  both,
  onlyFeatures,
  onlyEdges,
}: NonNullable<CampaignComparison['reached']>): string[] {
  return [
    'reached in whole campaigns',
    `  by both    ${counted(both, 'feature')}`,
    ...SIDES.map((name, index) => {
      const side = index as 0 | 1;
      return `  only by ${name}  ${counted(onlyFeatures[side], 'feature')}, ${counted(onlyEdges[side].length, 'edge')}`;
    }),
  ];
}

export function placeRows(places: readonly PlaceDifference[]): string[][] {
  return places.map(({ file, function: name, edges }) => [
    name === '' ? file : `${shortFunctionName(name)} ${file}`,
    ...edges.map(grouped),
  ]);
}
