/**
 * Screen: the display of a running campaign, as lines of text.
 *
 * Invariants: it is a pure function of the campaign's state and the terminal's size. No line is wider than
 * the terminal, there are no more lines than it has, and the most important ones stay. Text from a program or
 * a compiler can never control the terminal.
 */
import { counted, grouped, printable, duration, percent, rate, roughTime, table } from '../../util/text.ts';
import { countKnown, type FindingRecord } from '../../finding/index.ts';
import type { ArmStats, CheckedStats, FleetState, StatsLine } from '../../campaign/index.ts';
import { judgeNames, judgeRows } from '../../oracle/judges/index.ts';
import { notAskedText } from '../fate-text.ts';
import { fleetText, workerRows } from '../fleet-text.ts';
import { showsCoverage } from '../shows-coverage.ts';
import { resample } from './growth.ts';
import { painted, type Paint, type Piece, type ScreenLine, unpainted } from './paint.ts';

const BLOCKS = '▁▂▃▄▅▆▇█';

export interface ScreenState {
  /** Source, target and folder of the campaign. */
  readonly title: string;
  readonly line: StatsLine;
  /** Earlier lines, oldest first; see `Growth`. */
  readonly history: readonly StatsLine[];
  /** Findings in the order of their arrival. */
  readonly findings: readonly {
    readonly kind: string;
    readonly title: string;
    readonly shipped?: FindingRecord['shipped'];
  }[];
  /** Time of the campaign at the last finding. */
  readonly lastFindingWallMs?: number | undefined;
  /** All edges of the target, reached or not; undefined if their number is unknown. */
  readonly edgesInAll?: number | undefined;
  /** The limits at which the campaign ends by itself. */
  readonly budget?: ScreenBudget | undefined;
  /** The latest message for the person. */
  readonly note?: string | undefined;
  /** Work beside the campaign, and its progress. */
  readonly meanwhile?: string | undefined;
  /** The fleet that the campaign is a worker of. */
  readonly fleet?: FleetState | undefined;
  /** True if the keyboard is being read. */
  readonly hasKeys?: boolean;
}

/** Totals over all runs of a campaign. */
export interface ScreenBudget {
  readonly wallMs?: number | undefined;
  readonly cpuMs?: number | undefined;
  readonly executions?: number | undefined;
}

export interface ScreenSize {
  readonly columns: number;
  readonly rows: number;
}

const NAME_WIDTH = 10;
const VALUE_WIDTH = 12;
/** Limit of workers with a row of their own. */
const MOST_WORKERS = 8;
/** Width of the column for the share of all edges. */
const SHARE_WIDTH = 12;
/**
 * Share of the CPU time that an arm's recent earnings come from, and the time that is too short to say
 * anything.
 */
const LATELY = 0.1;
const LATELY_MIN_MS = 10_000;

export function screenLines(
  state: ScreenState,
  { columns, rows }: ScreenSize,
  paint: Paint = unpainted,
): string[] {
  const { title, line, history, findings, note, meanwhile, fleet, edgesInAll, budget, hasKeys } = state;
  const curve = (valueOf: (line: StatsLine) => number): string => {
    const besideWidth = isKnown(edgesInAll) ? SHARE_WIDTH : 0;
    const width = Math.min(60, columns - NAME_WIDTH - VALUE_WIDTH - 4 - besideWidth);
    return width < 8 ? '' : sparkline(resample([...history, line], valueOf, width));
  };
  const tone = findings.length > countKnown(findings) ? 'finding' : undefined;
  const lines: ScreenLine[] = [
    [{ text: title, tone: 'title' }],
    hasKeys ? [{ text: KEYS, tone: 'key' }] : [],
    row(
      'time',
      duration(line.wallMs),
      `${counted(line.executions, 'execution')}, ${perCpuSecond(line.executions, line.cpuMs)} a CPU second`,
    ),
    ...leftRows(line, budget ?? {}),
    ...(showsCoverage(line) ? coverageRows(line, curve, edgesInAll) : [NO_COVERAGE]),
    row('findings', { text: grouped(line.findings), tone }, { text: kindsOf(findings), tone }),
    ...(findings.length === 0 ? [] : [row('', '', latest(state))]),
    row('CPU', roughTime(line.cpuMs), shares(line)),
    row('no use', ...useless(line)),
    ...(line.judged === undefined
      ? []
      : [row('judged', grouped(line.judged.tests), `on paper; ${notAskedText(line.judged)}`)]),
    ...(line.checked === undefined ? [] : [checkedRow(line.checked)]),
    ...(fleet === undefined ? [] : [row('fleet', '', printable(fleetText(fleet)))]),
    ...(meanwhile === undefined ? [] : [row('meanwhile', '', printable(meanwhile))]),
    ...(note === undefined ? [] : [row('note', '', { text: printable(note), tone: 'note' })]),
    [],
    ...arms(line, history).map((text, index): ScreenLine => [
      { text: ` ${text}`, tone: index === 0 ? 'name' : undefined },
    ]),
    ...(fleet === undefined
      ? []
      : [[], ...workerRows(fleet, MOST_WORKERS).map((text): ScreenLine => [{ text: ` ${text}` }])]),
  ];
  // The line below the last one belongs to the cursor.
  return lines.slice(0, Math.max(1, rows - 1)).map((each) => painted(each, columns, paint));
}

function isKnown(edgesInAll: number | undefined): edgesInAll is number {
  return edgesInAll !== undefined && edgesInAll > 0 && Number.isFinite(edgesInAll);
}

const KEYS = 'Keys: ? explains the words, f lists the findings, Ctrl-C saves and ends.';

const NO_COVERAGE = row('coverage', 'none', 'cgfuzz looks for failures and wrong code alone');

/** The time or work left until the campaign ends by itself; no row if only Ctrl-C ends it. */
function leftRows(line: StatsLine, { wallMs, cpuMs, executions }: ScreenBudget): ScreenLine[] {
  const rest = (all: number, used: number): number => Math.max(0, all - used);
  const left = [
    ...(wallMs === undefined ? [] : [`${roughTime(rest(wallMs, line.wallMs))} of ${roughTime(wallMs)}`]),
    ...(cpuMs === undefined ? [] : [`${roughTime(rest(cpuMs, line.cpuMs))} of ${roughTime(cpuMs)} of CPU`]),
    ...(executions === undefined
      ? []
      : [`${grouped(rest(executions, line.executions))} of ${counted(executions, 'execution')}`]),
  ];
  return left.length === 0 ? [] : [row('left', left.join(', '), '')];
}

function checkedRow(checked: CheckedStats): ScreenLine {
  const ways: [number, string][] = [
    [checked.truth, 'outputs checked'],
    [checked.compare, 'compared'],
    ...judgeNames.map((name): [number, string] => [checked[name] ?? 0, judgeRows[name].checked]),
  ];
  const told = ways.filter(([count]) => count > 0).map(([count, way]) => `${grouped(count)} ${way}`);
  return row('checked', grouped(ways.reduce((sum, [count]) => sum + count, 0)), told.join(', '));
}

function coverageRows(
  line: StatsLine,
  curve: (valueOf: (line: StatsLine) => number) => string,
  edgesInAll: number | undefined,
): ScreenLine[] {
  const share = isKnown(edgesInAll) ? ` ${percent(line.edges, edgesInAll)} of all` : '';
  const grown = (valueOf: (line: StatsLine) => number): Piece => ({ text: curve(valueOf), tone: 'curve' });
  const edges = grown((each) => each.edges);
  return [
    row(
      'features',
      grouped(line.features),
      grown((each) => each.features),
    ),
    row('edges', grouped(line.edges), edges, edges.text === '' ? share.trimStart() : share),
    row(
      'corpus',
      grouped(line.corpus),
      `last new feature ${roughTime(Math.max(0, line.cpuMs - line.lastNewCpuMs))} of CPU ago, ${grouped(line.unstable)} unstable edges`,
    ),
  ];
}

/** A line without blanks at its end. */
function row(name: string, value: string | Piece, ...more: readonly (string | Piece)[]): ScreenLine {
  const rest = more.map(asPiece).filter(({ text }) => text !== '');
  const { text, tone } = asPiece(value);
  const hasValue = text !== '' || rest.length > 0;
  return [
    { text: hasValue ? ` ${name.padEnd(NAME_WIDTH)}` : ` ${name}`, tone: 'name' },
    { text: rest.length > 0 ? text.padEnd(VALUE_WIDTH) : text, tone },
    ...rest,
  ];
}

function asPiece(piece: string | Piece): Piece {
  return typeof piece === 'string' ? { text: piece } : piece;
}

function kindsOf(findings: ScreenState['findings']): string {
  const counts = new Map<string, number>();
  for (const { kind } of findings) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  const known = countKnown(findings);
  const told = [...counts].map(([kind, count]) => `${count} ${kind}`).join(', ');
  return known === 0 ? told : `${told}; ${known} known`;
}

/** The kind of a finding is part of its title. */
function latest({ line, findings, lastFindingWallMs }: ScreenState): string {
  const ago =
    lastFindingWallMs === undefined ? '' : `, ${roughTime(Math.max(0, line.wallMs - lastFindingWallMs))} ago`;
  return `latest${ago}: ${printable(findings.at(-1)!.title)}`;
}

/** Kinds of work that took no time need no room. */
function shares({ cpu, cpuMs }: StatsLine): string {
  return Object.entries(cpu)
    .filter(([name, ms]) => ms > 0 || ['generate', 'compile', 'engine'].includes(name))
    .map(([name, ms]) => `${percent(ms, cpuMs)} ${name}`)
    .join(', ');
}

/** Tests that came to nothing, by reason, with their number. */
function useless(line: StatsLine): [string, string] {
  const { duplicates, overruns, failures, rejected, slow } = line;
  const counts = Object.entries({ duplicates, overruns, failures, rejected, slow });
  const told = counts
    .filter(([, count]) => count > 0)
    .map(([name, count]) => `${grouped(count)} ${count === 1 ? name.replace(/s$/, '') : name}`);
  return [grouped(counts.reduce((sum, [, count]) => sum + count, 0)), told.join(', ')];
}

function arms(line: StatsLine, history: readonly StatsLine[]): string[] {
  const sinceMs = line.cpuMs - Math.max(LATELY_MIN_MS, line.cpuMs * LATELY);
  const then = history.findLast(({ cpuMs }) => cpuMs <= sinceMs);
  const spentMs = Object.values(line.arms).reduce((sum, { cpuMs }) => sum + cpuMs, 0);
  const isFull = showsCoverage(line);
  const earned = (now: ArmStats, before: ArmStats | undefined): string[] => [
    grouped(now.kept),
    grouped(now.features),
    grouped(now.edges),
    perCpuSecond(now.features, now.cpuMs),
    lately(now, before, then !== undefined),
  ];
  const rows = Object.entries(line.arms).map(([name, now]) => [
    printable(name),
    grouped(now.executions),
    percent(now.cpuMs, spentMs),
    ...(isFull ? earned(now, then?.arms[name]) : []),
  ]);
  const columns = ['kept', 'features', 'edges', 'features/s', 'lately'];
  return table([['arm', 'tests', 'CPU', ...(isFull ? columns : [])], ...rows]);
}

function lately(now: ArmStats, then: ArmStats | undefined, isOldEnough: boolean): string {
  if (!isOldEnough) return '-';
  return perCpuSecond(now.features - (then?.features ?? 0), now.cpuMs - (then?.cpuMs ?? 0));
}

function perCpuSecond(count: number, cpuMs: number): string {
  return cpuMs > 0 ? rate((count / cpuMs) * 1_000) : '-';
}

/**
 * A curve in one line of text. The scale goes from the least value to the greatest: above a base of 0, late
 * changes of a curve would be invisible.
 */
function sparkline(values: readonly number[]): string {
  const min = Math.min(...values);
  const range = Math.max(...values) - min;
  return values
    .map((value) => BLOCKS[range > 0 ? Math.round(((value - min) / range) * (BLOCKS.length - 1)) : 0])
    .join('');
}
