/** A corpus in figures: the number of its tests, their features and cost, and the arms that made them. */
import { grouped, counted, rate, roughTime, table } from '../../util/text.ts';
import { type Corpus, type EntryInfo, NOT_EXECUTED } from '../../corpus/index.ts';
import { edgesOf, reachedFeatures } from '../campaign-data.ts';

export interface CorpusSummary {
  readonly tests: number;
  /** Size of the folder's segments, including replaced entries. */
  readonly bytes: number;
  readonly builds: readonly BuildSummary[];
  /** Imported, and not executed since. */
  readonly notExecuted: number;
  readonly costMs: SummedValues;
  readonly choices: SummedValues;
  readonly programBytes: SummedValues;
  readonly sources: Readonly<Record<string, GroupSummary>>;
  readonly arms: Readonly<Record<string, GroupSummary>>;
}

/** Features and edges that were reached on one build of the target. */
export interface BuildSummary {
  readonly build: string;
  readonly tests: number;
  readonly features: number;
  readonly edges: number;
}

export interface SummedValues {
  readonly sum: number;
  readonly median: number;
  readonly max: number;
}

export interface GroupSummary {
  readonly tests: number;
  readonly costMs: number;
  /** That nothing had reached before. */
  readonly features: number;
}

/** `edgeCellsOf` says how many cells of a build are edges. */
export function summarizeCorpus(corpus: Corpus, edgeCellsOf: (build: string) => number): CorpusSummary {
  const entries = [...corpus.entries()];
  const builds = new Set(entries.map(({ build }) => build));
  builds.delete(NOT_EXECUTED);
  const executed = entries.filter(({ build }) => build !== NOT_EXECUTED);
  return {
    tests: entries.length,
    bytes: corpus.bytes,
    builds: [...builds].map((build) => {
      const features = reachedFeatures(corpus, build);
      const tests = executed.filter((each) => each.build === build).length;
      return { build, tests, features: features.length, edges: edgesOf(features, edgeCellsOf(build)).length };
    }),
    notExecuted: entries.length - executed.length,
    costMs: spreadOf(executed.map(({ costMs }) => costMs)),
    choices: spreadOf(entries.map(({ choices }) => choices)),
    programBytes: spreadOf(executed.map(({ programBytes }) => programBytes)),
    sources: grouping(entries, ({ source }) => source),
    arms: grouping(entries, ({ origin }) => origin.arm),
  };
}

function spreadOf(values: readonly number[]): SummedValues {
  const sorted = values.toSorted((a, b) => a - b);
  return {
    sum: sorted.reduce((sum, value) => sum + value, 0),
    median: sorted[sorted.length >> 1] ?? 0,
    max: sorted.at(-1) ?? 0,
  };
}

function grouping(
  entries: readonly EntryInfo[],
  nameOf: (info: EntryInfo) => string,
): Record<string, GroupSummary> {
  const groups: Record<string, GroupSummary> = {};
  for (const info of entries) {
    const name = nameOf(info);
    const { tests, costMs, features } = groups[name] ?? { tests: 0, costMs: 0, features: 0 };
    groups[name] = {
      tests: tests + 1,
      costMs: costMs + info.costMs,
      features: features + info.freshCount,
    };
  }
  return groups;
}

export function corpusSummaryText(summary: CorpusSummary): string {
  const { tests, bytes, builds, notExecuted, costMs, choices, programBytes, sources, arms } = summary;
  const rows = (groups: CorpusSummary['arms']): string[][] =>
    Object.entries(groups)
      .toSorted(([, a], [, b]) => b.features - a.features)
      .map(([name, group]) => [
        name,
        grouped(group.tests),
        (group.costMs / 1_000).toFixed(1),
        grouped(group.features),
        rate((group.features / group.costMs) * 1_000),
      ]);
  const head = ['tests', 'CPU s', 'new features', 'features/s'];
  return [
    `${counted(tests, 'test')}, ${megabytes(bytes)} on the disk`,
    ...builds.map(
      ({ build, tests: its, features, edges }) =>
        `reached   ${counted(features, 'feature')}, ${counted(edges, 'edge')}, by ${counted(its, 'test')} on ${build}`,
    ),
    ...(notExecuted > 0
      ? [`unknown   what ${counted(notExecuted, 'imported test')} may reach; cgfuzz run will execute them`]
      : []),
    `cost      ${roughTime(costMs.sum)} of CPU for all; median ${seconds(costMs.median)}, largest ${seconds(costMs.max)}`,
    `choices   median ${grouped(choices.median)}, largest ${grouped(choices.max)}`,
    `programs  median ${kilobytes(programBytes.median)}, largest ${kilobytes(programBytes.max)}`,
    '',
    ...table([['source', ...head], ...rows(sources)]),
    '',
    ...table([['made by', ...head], ...rows(arms)]),
    '',
  ].join('\n');
}

function seconds(ms: number): string {
  return `${(ms / 1_000).toFixed(2)} s`;
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}

function kilobytes(bytes: number): string {
  return `${(bytes / 1e3).toFixed(1)} kB`;
}
