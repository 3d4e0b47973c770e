/**
 * The report of one campaign, as a page: its findings, its course, its coverage, and the code that blocks it.
 *
 * Invariant: an empty chart or table is left out.
 */
import { readFileSync } from 'node:fs';
import { grouped, duration, percent, rate, roughTime } from '../../util/text.ts';
import type { Corpus, EntryInfo } from '../../corpus/index.ts';
import type { CheckedStats, StatsLine } from '../../campaign/index.ts';
import type { EdgeNames } from '../../target/index.ts';
import { type CampaignData, edgesOf, type FindingData, reachedFeatures } from '../campaign-data.ts';
import { blockers, coverageByPlace, type FileCoverage, type FunctionCoverage } from './coverage-by-place.ts';
import { fateText } from '../fate-text.ts';
import { Growth } from '../screen/growth.ts';
import { escapeHtml, htmlTable } from '../../util/html.ts';
import { chartHtml, type Page, pageHtml, type Section } from './page.ts';
import type { Chart, ChartView } from './page-script.ts';
import { shortFunctionName, shortPath } from '../plain-name.ts';
import { showsCoverage } from '../shows-coverage.ts';
import { treemapSvg } from './treemap.ts';
import { workerState } from '../fleet-text.ts';

export interface ReportOptions {
  /** Undefined if the build of the target is not on this machine; `whyNoNames` then says so. */
  readonly names?: EdgeNames | undefined;
  readonly whyNoNames?: string | undefined;
  /** A prefix of source file names, which is left out. */
  readonly sourceTree?: string | undefined;
  /** Programs of tests in the corpus, by the tests' ids. */
  readonly programs?: ReadonlyMap<string, string>;
}

const BLOCKERS = 150;
const DOORS = 4;
const ENTRIES = 250;
/** Lines that only a finding gets past, so they are not worth showing as blockers. */
const UNWANTED = /^(assert|LLVM_DEBUG|llvm_unreachable|report_fatal_error)\b/;
const TEXT_LIMIT = 100_000;

export function campaignReport(campaign: CampaignData, options: ReportOptions): string {
  const { manifest, stats, findings, corpus, path } = campaign;
  const lines = new Growth(stats).lines;
  const last = lines.at(-1)!;
  const coverageChart = showsCoverage(last) ? shownChart(coverageOverTime(lines)) : undefined;
  const armsChart = shownChart(armsOverTime(lines));
  return pageHtml({
    title: `${manifest.sources.join(', ')} on ${[manifest.target, ...manifest.args].join(' ')}`,
    subtitle: `${path}, started ${manifest.startedAt}, strategy ${manifest.strategy}, seed ${manifest.seed}, cgfuzz ${manifest.cgfuzz}`,
    figures: figuresOf(last, findings),
    sections: [
      findingsSection(findings),
      ...(coverageChart === undefined ? [] : [coverageSection(last)]),
      armsSection(last, armsChart !== undefined),
      ...(showsCoverage(last) ? placesSections(campaign, options) : []),
      ...fleetSection(campaign),
      ...unusedSection(campaign),
      ...(corpus.size === 0 ? [] : [corpusSection(corpus, options.programs ?? new Map())]),
    ],
    charts: [coverageChart, armsChart].filter((chart) => chart !== undefined),
  });
}

/** Findings come first. A target without coverage has counts of checked programs instead. */
function figuresOf(last: StatsLine, findings: readonly FindingData[]): Page['figures'] {
  const known = findings.filter(({ isKnown }) => isKnown).length;
  const { judged, checked } = last;
  const coverage = [
    { value: grouped(last.edges), name: 'edges' },
    { value: grouped(last.features), name: 'features' },
    { value: grouped(last.corpus), name: 'tests kept' },
  ];
  const sinceNew = {
    value: roughTime(Math.max(0, last.cpuMs - last.lastNewCpuMs)),
    name: 'of CPU since the last new feature',
  };
  return [
    {
      value: grouped(findings.length),
      name: known === 0 ? 'findings' : `findings, ${grouped(known)} known`,
    },
    ...(showsCoverage(last) ? coverage : []),
    ...(judged === undefined ? [] : [{ value: grouped(judged.tests), name: 'programs judged' }]),
    ...(checked === undefined ? [] : [{ value: grouped(sumOf(checked)), name: 'programs checked' }]),
    { value: grouped(last.executions), name: 'executions' },
    { value: roughTime(last.cpuMs), name: 'CPU time' },
    { value: duration(last.wallMs), name: 'time' },
    ...(showsCoverage(last) ? [sinceNew] : []),
  ];
}

function sumOf(counts: CheckedStats): number {
  return Object.values(counts).reduce((sum: number, count: number) => sum + count, 0);
}

function coverageSection(last: StatsLine): Section {
  return {
    title: 'Coverage over CPU time',
    about: `CPU time of everything: ${shares(last)}. Drag to zoom, double click to see all.`,
    html: chartHtml('coverage'),
  };
}

function armsSection(last: StatsLine, hasChart: boolean): Section {
  return {
    title: 'Arms over time',
    about: showsCoverage(last)
      ? 'Ways of making the next test, and what each of them earned.'
      : `Ways of making the next test. CPU time of everything: ${shares(last)}.`,
    html: (hasChart ? chartHtml('arms') : '') + armsTable(last),
  };
}

/**
 * Views that are always 0 are left out. Undefined if no view is left, or if there is only one point of time.
 */
function shownChart({ id, views }: Chart): Chart | undefined {
  const shown = views.filter(
    ({ seconds, curves }) =>
      seconds.length > 1 && curves.some(({ values }) => values.some((value) => value !== null && value > 0)),
  );
  return shown.length === 0 ? undefined : { id, views: shown };
}

function shares({ cpu, cpuMs }: StatsLine): string {
  return Object.entries(cpu)
    .map(([name, ms]) => `${name} ${percent(ms, cpuMs)}`)
    .join(', ');
}

function secondsOf(lines: readonly StatsLine[]): number[] {
  return lines.map(({ cpuMs }) => cpuMs / 1_000);
}

function coverageOverTime(lines: readonly StatsLine[]): Chart {
  const view: ChartView = {
    name: 'edges',
    seconds: secondsOf(lines),
    curves: [
      { name: 'edges', values: lines.map(({ edges }) => edges) },
      { name: 'features', scale: 'features', values: lines.map(({ features }) => features) },
    ],
  };
  return { id: 'coverage', views: [view] };
}

function armsOverTime(lines: readonly StatsLine[]): Chart {
  const names = [...new Set(lines.flatMap(({ arms }) => Object.keys(arms)))];
  const seconds = secondsOf(lines);
  const view = (name: string, valueOf: (line: StatsLine, arm: string) => number): ChartView => ({
    name,
    seconds,
    curves: names.map((arm) => ({ name: arm, values: lines.map((line) => valueOf(line, arm)) })),
  });
  return {
    id: 'arms',
    views: [
      view('features first reached', ({ arms }, arm) => arms[arm]?.features ?? 0),
      view('edges first reached', ({ arms }, arm) => arms[arm]?.edges ?? 0),
      view('CPU seconds', ({ arms }, arm) => (arms[arm]?.cpuMs ?? 0) / 1_000),
      view('tests kept', ({ arms }, arm) => arms[arm]?.kept ?? 0),
      view('executions', ({ arms }, arm) => arms[arm]?.executions ?? 0),
    ],
  };
}

function armsTable(line: StatsLine): string {
  const { arms, operators } = line;
  const columns = showsCoverage(line) ? 7 : 3;
  const rows = (of: StatsLine['arms'], kind: string): string[][] =>
    Object.entries(of)
      .toSorted(([, a], [, b]) => b.features - a.features)
      .map(([name, { executions, cpuMs, features, edges, kept }]) => [
        `${kind}${name}`,
        grouped(executions),
        (cpuMs / 1_000).toFixed(1),
        grouped(kept),
        grouped(features),
        grouped(edges),
        rate((features / cpuMs) * 1_000),
      ])
      .map((row) => row.slice(0, columns));
  return htmlTable(
    ['arm', 'tests', 'CPU s', 'kept', 'features', 'edges', 'features a CPU s'].slice(0, columns),
    [...rows(arms, ''), ...rows(operators, 'operator ')],
    [1, 2, 3, 4, 5, 6],
  );
}

function placesSections(
  { corpus, manifest, edgeCells }: CampaignData,
  { names, whyNoNames, sourceTree }: ReportOptions,
): Section[] {
  const title = 'Coverage by source file';
  if (names === undefined) return [{ title, about: whyNoNames ?? 'this target names no places', html: '' }];
  const edges = edgesOf(reachedFeatures(corpus, manifest.build), edgeCells);
  const files = coverageByPlace(names, edges).map((file) => withoutTree(file, sourceTree));
  const blocking = blockers(files, BLOCKERS);
  const entered = files.flatMap(({ functions }) => functions).filter(({ reached }) => reached > 0).length;
  const all = files.reduce((sum, { functions }) => sum + functions.length, 0);
  return [
    {
      title,
      about: `${grouped(files.length)} files; ${grouped(entered)} of ${grouped(all)} functions entered. As large as the code, darker the more of it was reached.`,
      html: treemapSvg(files),
    },
    {
      title: 'What blocks us',
      about:
        'Functions that were entered and not seen whole, the largest unseen part first; and the lines where the way ended.',
      html: blockersTable(blocking, sourceTree),
    },
  ];
}

function withoutTree(file: FileCoverage, tree: string | undefined): FileCoverage {
  return {
    ...file,
    file: shortPath(file.file, tree),
    functions: file.functions.map((each) => ({ ...each, file: shortPath(each.file, tree) })),
  };
}

function blockersTable(functions: readonly FunctionCoverage[], sourceTree: string | undefined): string {
  const sources = new Map<string, readonly string[]>();
  const textOf = (file: string, line: number): string => {
    let lines = sources.get(file);
    if (lines === undefined) sources.set(file, (lines = linesOf(sourceTree, file)));
    return lines[line - 1]?.trim() ?? '';
  };
  const rows = functions.map(({ name, file, line, edges, reached, doors }) => {
    const wanted = doors.filter((door) => !UNWANTED.test(textOf(file, door)));
    const shown = wanted
      .slice(0, DOORS)
      .map((door) => `<div>${door} <code>${escapeHtml(textOf(file, door))}</code></div>`);
    const more = wanted.length > DOORS ? `<div>and ${wanted.length - DOORS} more lines</div>` : '';
    return [
      `<tr><td class="number">${grouped(edges - reached)}</td>`,
      `<td class="number">${percent(edges - reached, edges)}</td>`,
      `<td><code title="${escapeHtml(name)}">${escapeHtml(shortFunctionName(name))}</code><div class="share">${escapeHtml(file)}:${line}</div></td>`,
      `<td>${shown.join('')}${more}</td></tr>`,
    ].join('');
  });
  return `<div class="scroll"><table class="blockers"><thead><tr><th class="number">edges not reached</th><th class="number">share</th><th>function</th><th>where the way ended</th></tr></thead><tbody>${rows.join('\n')}</tbody></table></div>`;
}

/** Empty if the source is not there. */
function linesOf(tree: string | undefined, file: string): readonly string[] {
  try {
    return readFileSync(tree === undefined || file.startsWith('/') ? file : `${tree}/${file}`, 'utf8').split(
      '\n',
    );
  } catch {
    return [];
  }
}

function findingsSection(findings: readonly FindingData[]): Section {
  const html = findings.map(({ id, title, count, weight, files }) => {
    const texts = files.map(({ path, text }) => foldedText(path, text));
    const heavy = ` <span class="share">weight ${weight}</span>`;
    const seen = count > 1 ? ` <span class="share">seen ${grouped(count)} times</span>` : '';
    return `<details class="finding"><summary><code>${escapeHtml(id)}</code> ${escapeHtml(title)}${heavy}${seen}</summary>${texts.join('')}</details>`;
  });
  return {
    title: 'Findings',
    about: findings.length === 0 ? 'None so far.' : 'Open a finding for its report and its program.',
    html: html.join('\n'),
  };
}

/** Absent if all tests could be used. */
function unusedSection({ unused }: Pick<CampaignData, 'unused'>): Section[] {
  if (unused.length === 0) return [];
  const html = unused.map(({ source, fate, why, folder, files }) => {
    const texts = files.map(({ path, text }) => foldedText(path, text));
    const summary = `<code>${escapeHtml(source)}</code> ${escapeHtml(fateText(fate))}: ${escapeHtml(why[0] ?? '')}`;
    return `<details class="finding"><summary>${summary}</summary><pre>${escapeHtml(why.join('\n'))}</pre><p class="share">${escapeHtml(folder)}</p>${texts.join('')}</details>`;
  });
  return [
    {
      title: 'Tests that could not be used',
      about:
        'The first of each kind: generators that failed, programs that were refused, limits that were passed.',
      html: html.join('\n'),
    },
  ];
}

function foldedText(title: string, text: string): string {
  const cut = text.length > TEXT_LIMIT ? `${text.slice(0, TEXT_LIMIT)}\n... ${text.length} characters` : text;
  return `<details><summary>${escapeHtml(title)}</summary><pre>${escapeHtml(cut)}</pre></details>`;
}

/** The entries that brought most new features. */
export function mostTelling(corpus: Corpus, count: number): EntryInfo[] {
  return [...corpus.entries()].toSorted((a, b) => b.freshCount - a.freshCount).slice(0, count);
}

function corpusSection(corpus: Corpus, programs: ReadonlyMap<string, string>): Section {
  const rows = mostTelling(corpus, ENTRIES).map(
    ({ id, source, origin, freshCount, featureCount, choices, programBytes, costMs }) => [
      id,
      source,
      [origin.arm, origin.operator].filter(Boolean).join(', '),
      grouped(freshCount),
      grouped(featureCount),
      grouped(choices),
      grouped(programBytes),
      (costMs / 1_000).toFixed(2),
    ],
  );
  const some = corpus.size > ENTRIES ? `; the ${ENTRIES} that brought most` : '';
  const which = programs.size < corpus.size ? `, of ${programs.size} of them` : '';
  const about = `${grouped(corpus.size)} tests kept${some}. Below are programs${which}; to files: cgfuzz corpus export DIR OUT --programs`;
  const head = ['test', 'source', 'made by', 'new features', 'features', 'choices', 'bytes', 'CPU s'];
  const texts = [...programs].map(([id, text]) => foldedText(`program of ${id}`, text));
  return {
    title: 'Corpus',
    about,
    html: `<div class="scroll">${htmlTable(head, rows, [3, 4, 5, 6, 7])}</div>${texts.join('\n')}`,
  };
}

/**
 * The fleet of a campaign on its page: its workers, the contribution of each, and the time since each one's
 * last sign.
 */
function fleetSection({ fleet }: Pick<CampaignData, 'fleet'>): Section[] {
  if (fleet === undefined || fleet.workers.length === 0) return [];
  const rows = fleet.workers.map((worker) => [
    worker.name,
    workerState(worker),
    worker.silentMs === undefined ? '' : duration(worker.silentMs),
    roughTime(worker.cpuMs),
    grouped(worker.executions),
    grouped(worker.tests),
    grouped(worker.features),
    grouped(worker.findings),
  ]);
  const head = [
    'worker',
    'state',
    'last sign',
    'CPU',
    'executions',
    'tests sent',
    'new features',
    'findings',
  ];
  return [
    {
      title: 'Fleet',
      about: `Workers that share what they find, as they were at ${new Date(fleet.atMs).toISOString()}. New features are those that the fleet did not have when the worker's test arrived.`,
      html: `<div class="scroll">${htmlTable(head, rows, [3, 4, 5, 6, 7])}</div>`,
    },
  ];
}
