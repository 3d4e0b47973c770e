/**
 * The statistics of a fleet, in the form of one campaign. Its work is the sum of the workers' work, and its
 * coverage is the union of their coverage.
 */
import type { ArmStats, RefusedStats, StatsLine } from '../campaign/index.ts';
import type { SharedTest } from '../fuzz/index.ts';
import { FeatureSet } from '../serve/index.ts';
import { unpackFeatures } from '../target/index.ts';
import { distanceOfShares } from '../util/numbers.ts';

export interface ToldLine {
  readonly from: string;
  readonly line: StatsLine;
}

/** A line for each line that a worker sent; tests are in the order of sending. */
export function linesOfFleet(
  told: readonly ToldLine[],
  tests: readonly SharedTest[],
  edgeCells: number,
): StatsLine[] {
  const reached = new FeatureSet();
  let [features, edges, lastNewCpuMs, next] = [0, 0, 0, 0];
  const latest = new Map<string, StatsLine>();
  const startMs = Math.min(...told.map(({ line }) => line.atMs - line.wallMs));
  return told
    .toSorted((a, b) => a.line.atMs - b.line.atMs)
    .map(({ from, line }, index, all) => {
      latest.set(from, line);
      const sum = sumOf([...latest.values()]);
      const before = features;
      const untilMs = index === all.length - 1 ? Infinity : line.atMs;
      for (let test = tests[next]; test !== undefined && test.atMs <= untilMs; test = tests[++next]) {
        const news = reached.add(featuresIn(test.news), edgeCells);
        features += news.fresh.length;
        edges += news.edges;
      }
      if (features > before) lastNewCpuMs = sum.cpuMs;
      return {
        ...sum,
        features,
        edges,
        lastNewCpuMs,
        wallMs: Math.max(0, line.atMs - startMs),
        atMs: line.atMs,
      };
    });
}

/** Empty if the bytes are no list of features. */
export function featuresIn(news: Uint8Array): Uint32Array {
  try {
    return unpackFeatures(news);
  } catch {
    return new Uint32Array();
  }
}

/** The sum of several workers' lines. The list must not be empty. */
export function sumOf(lines: readonly StatsLine[]): StatsLine {
  const [first, ...others] = lines;
  return others.reduce(added, first!);
}

function added(a: StatsLine, b: StatsLine): StatsLine {
  const { judged, checked, controlled } = b;
  return {
    ...a,
    cpuMs: a.cpuMs + b.cpuMs,
    cpu: sumOfFields(a.cpu, b.cpu),
    tests: a.tests + b.tests,
    executions: a.executions + b.executions,
    duplicates: a.duplicates + b.duplicates,
    overruns: a.overruns + b.overruns,
    failures: a.failures + b.failures,
    rejected: a.rejected + b.rejected,
    slow: a.slow + b.slow,
    unstable: Math.max(a.unstable, b.unstable),
    ...(judged === undefined
      ? {}
      : { judged: a.judged === undefined ? judged : sumOfFields(a.judged, judged) }),
    ...(checked === undefined
      ? {}
      : { checked: a.checked === undefined ? checked : sumOfFields(a.checked, checked) }),
    ...(controlled === undefined
      ? {}
      : {
          controlled: a.controlled === undefined ? controlled : sumOfFields(a.controlled, controlled),
        }),
    ...mergedRefused(a.refused, b.refused),
    arms: sumOfArms(a.arms, b.arms),
    operators: sumOfArms(a.operators, b.operators),
  };
}

/** A worker tells only its clearest constructs, so a sum has the tests of the workers that told the construct. */
function mergedRefused(a: StatsLine['refused'], b: StatsLine['refused']): Pick<StatsLine, 'refused'> {
  const sums = new Map<string, RefusedStats>();
  for (const { source, label, ...counts } of [...(a ?? []), ...(b ?? [])]) {
    const key = JSON.stringify([source, label]);
    const { source: _, label: __, ...before } = sums.get(key) ?? { source, label, ...NONE_REFUSED };
    sums.set(key, { source, label, ...sumOfFields(before, counts) });
  }
  if (sums.size === 0) return {};
  const refused = [...sums.values()].toSorted((x, y) => distanceOfShares(y) - distanceOfShares(x));
  return { refused };
}

const NONE_REFUSED = { tests: 0, refused: 0, others: 0, othersRefused: 0 };

type Arms = Readonly<Record<string, ArmStats>>;

function sumOfArms(a: Arms, b: Arms): Arms {
  const sum: Record<string, ArmStats> = { ...a };
  for (const [name, stats] of Object.entries(b)) {
    const before = sum[name];
    sum[name] = before === undefined ? stats : sumOfFields(before, stats);
  }
  return sum;
}

/** Adds objects whose fields are all numbers. */
function sumOfFields<T extends object>(a: T, b: T): T {
  const sum: Record<string, number> = { ...a } as Record<string, number>;
  for (const [name, value] of Object.entries(b) as [string, number][]) sum[name] = (sum[name] ?? 0) + value;
  return sum as T;
}
