/** A campaign in lines of plain text. */
import { relative } from 'node:path';
import { type CampaignFolder, readUnusedTests, type StatsLine } from '../campaign/index.ts';
import { judgeNames } from '../oracle/judges/index.ts';
import { fateText, notAskedText, showsCoverage } from '../report/index.ts';
import { printable, grouped, duration, percent, rate, table, counted } from '../util/text.ts';

export function campaignLineText(line: StatsLine): string {
  return [
    duration(line.wallMs),
    `${counted(line.executions, 'execution')} (${rate((line.executions / line.cpuMs) * 1_000)} a CPU second)`,
    ...(showsCoverage(line)
      ? [
          counted(line.edges, 'edge'),
          ...focusTexts(line),
          counted(line.features, 'feature'),
          `${grouped(line.corpus)} kept`,
        ]
      : checkedTexts(line)),
    counted(line.findings, 'finding'),
  ].join(', ');
}

/** Edges that were reached within the part of the target that a person named. */
function focusTexts({ focus }: StatsLine): string[] {
  return focus === undefined
    ? []
    : [`${grouped(focus.edges)} of ${grouped(focus.ofEdges)} in ${printable(focus.name)}`];
}

/** Numbers of checks, in place of coverage, which this target does not show. */
function checkedTexts({ judged, checked }: StatsLine): string[] {
  const count = checked === undefined ? 0 : Object.values(checked).reduce((sum, each) => sum + each, 0);
  return [
    ...(judged === undefined ? [] : [`${counted(judged.tests, 'program')} judged`]),
    `${counted(count, 'program')} checked`,
  ];
}

/**
 * The result in one sentence. `edgesInAll` is 0 if the target does not know how many edges it has. `known` findings
 * show bugs that come with cgfuzz.
 */
export function resultText(
  line: StatsLine,
  {
    target,
    edgesInAll,
    known = 0,
  }: { readonly target: string; readonly edgesInAll: number; readonly known?: number },
): string {
  const programs = `${counted(line.executions, 'program')} in ${duration(line.cpuMs)} of CPU time`;
  const found = line.findings === 0 ? 'no bug was found' : foundText(line.findings, known);
  if (!showsCoverage(line)) return `${programs}, all given to ${target}: ${found}`;
  const share = edgesInAll === 0 ? '' : `${percent(line.edges, edgesInAll)} of the code of `;
  return `${programs} reached ${share}${target} (${counted(line.edges, 'edge')}): ${found}`;
}

function foundText(findings: number, known: number): string {
  if (known === 0) return `${counted(findings, 'finding')} to look at`;
  if (known >= findings) return `${counted(findings, 'finding')}, all of them known bugs`;
  return `${counted(findings, 'finding')}, ${grouped(known)} of them known: ${grouped(findings - known)} to look at`;
}

/** A campaign that counts work instead of time, so that it can be repeated, has no shares of the time. */
export function summaryText(line: StatsLine, { isCounted }: { readonly isCounted: boolean }): string {
  const arms = Object.entries(line.arms).map(([name, { executions, cpuMs, features, edges, kept }]) => [
    name,
    String(executions),
    (cpuMs / 1_000).toFixed(1),
    String(kept),
    String(features),
    String(edges),
    rate((features / cpuMs) * 1_000),
  ]);
  return [
    campaignLineText(line),
    `CPU: ${(line.cpuMs / 1_000).toFixed(1)} s; ${isCounted ? 'with --execs work is counted and not timed: what it was spent on is not known' : sharesText(line)}`,
    ...(line.judged === undefined ? [] : [`judged: ${line.judged.tests}; ${notAskedText(line.judged)}`]),
    `not executed: ${line.duplicates} duplicates, ${line.overruns} overruns, ${line.failures} failures; rejected: ${line.rejected}; too slow: ${line.slow}`,
    ...refusedText(line),
    '',
    ...table([['arm', 'executions', 'CPU s', 'kept', 'features', 'edges', 'features/s'], ...arms]),
    '',
  ].join('\n');
}

/** The constructs that the target refuses most; a share alone does not say what to change in the source. */
export function refusedText({ refused = [] }: Pick<StatsLine, 'refused'>): string[] {
  return refused
    .slice(0, MOST_REFUSED)
    .map(
      ({ source, label, tests, refused: count, others, othersRefused }) =>
        `refused most: ${printable(label)} of ${printable(source)}: ${percent(count, tests)} of ${counted(tests, 'test')} with it, ${percent(othersRefused, others)} of ${grouped(others)} without`,
    );
}

function sharesText({ cpu, cpuMs }: StatsLine): string {
  const share = (ms: number): string => percent(ms, cpuMs);
  const judging = judgeNames.reduce((sum, name) => sum + (cpu[name] ?? 0), 0);
  const comparing = cpu.compare + (cpu.truth ?? 0) + judging;
  return `${share(cpu.generate)} generating, ${share(cpu.compile)} the target, ${share(comparing)} comparing, ${share(cpu.reduce)} reducing, ${share(cpu.engine)} the engine`;
}

/** Lines on the first test of each kind that could not be used; empty if all could. */
export function unusedText(folder: Pick<CampaignFolder, 'unused'>, cwd: string): string {
  const tests = readUnusedTests(folder.unused);
  if (tests.length === 0) return '';
  const shown = tests
    .slice(0, MOST_UNUSED)
    .map(
      ({ source, fate, why, folder: place }) =>
        `  ${source}, ${fateText(fate)}: ${printable(why[0] ?? '')}\n    ${relative(cwd, place)}\n`,
    );
  const more =
    tests.length > MOST_UNUSED
      ? `  and ${tests.length - MOST_UNUSED} more, in the report: cgfuzz report\n`
      : '';
  return `tests that could not be used, the first of each kind:\n${shown.join('')}${more}`;
}

/** Limit of kinds in the text at the end of a run. */
/** A line of several processes may have more. */
const MOST_REFUSED = 3;
const MOST_UNUSED = 8;
