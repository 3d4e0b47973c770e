/** Tally: counts what a campaign does, over all its runs. It listens to events. */
import { forEachJudge } from '../oracle/judges/index.ts';
import type {
  SpentOn,
  ArmStats,
  CampaignEvent,
  CheckedStats,
  ControlledStats,
  JudgedStats,
  StatsLine,
  TestFate,
} from '../campaign/index.ts';

type Counts = {
  -readonly [
    Name in 'tests' | 'executions' | 'duplicates' | 'overruns' | 'failures' | 'rejected' | 'slow'
  ]: number;
};
type Writable<T> = { -readonly [Name in keyof T]: T[Name] };

/** Figures that the tally gets from elsewhere. */
export type Surroundings = Pick<
  StatsLine,
  | 'atMs'
  | 'wallMs'
  | 'cpuMs'
  | 'features'
  | 'edges'
  | 'corpus'
  | 'findings'
  | 'unstable'
  | 'focus'
  | 'refused'
>;

export const NOTHING: ArmStats = { executions: 0, cpuMs: 0, features: 0, edges: 0, kept: 0 };

/** The counts that a test of this fate increases. */
const countedAs: Readonly<Record<TestFate, readonly (keyof Counts)[]>> = {
  passed: ['executions'],
  'known-program': ['duplicates'],
  // Like a known program, it was made and not executed.
  avoided: ['duplicates'],
  overrun: ['overruns'],
  'generator-failed': ['failures'],
  rejected: ['executions', 'rejected'],
  'cut-off': ['executions', 'slow'],
  'target-failed': ['executions'],
};

export class Tally {
  readonly counts: Counts = {
    tests: 0,
    executions: 0,
    duplicates: 0,
    overruns: 0,
    failures: 0,
    rejected: 0,
    slow: 0,
  };
  readonly spentMs: Record<SpentOn, number> = {
    generate: 0,
    compile: 0,
    minimise: 0,
    compare: 0,
    truth: 0,
    ...forEachJudge(() => 0),
    reduce: 0,
  };
  lastNewCpuMs = 0;
  judged: Writable<JudgedStats> = { tests: 0, notAsked: 0, cpuMs: 0 };
  checked: Writable<CheckedStats> = { compare: 0, truth: 0, ...forEachJudge(() => 0) };
  controlled: Writable<ControlledStats> = { tests: 0, other: 0 };
  readonly #arms = new Map<string, Writable<ArmStats>>();
  readonly #operators = new Map<string, Writable<ArmStats>>();

  hear(event: CampaignEvent): void {
    if (event.type === 'spent') {
      this.spentMs[event.on] += event.ms;
      if (event.isCheck === true) this.#count(event.on);
    } else if (event.type === 'judged') {
      this.spentMs.compare += event.ms;
      this.judged.cpuMs += event.ms;
      this.judged.tests++;
      if (!event.isAsked) this.judged.notAsked++;
    } else if (event.type === 'controlled') {
      this.controlled.tests++;
      if (event.isOther) this.controlled.other++;
    } else if (event.type === 'tested') {
      const { fate, arm, operator, gain } = event;
      for (const name of countedAs[fate]) this.counts[name]++;
      add(this.#arms, arm, gain);
      if (operator !== undefined) add(this.#operators, operator, gain);
    }
  }

  #count(on: SpentOn): void {
    if (!(on in this.checked)) return;
    const way = on as keyof CheckedStats;
    this.checked[way] = (this.checked[way] ?? 0) + 1;
  }

  line(around: Surroundings): StatsLine {
    const spent = Object.values(this.spentMs).reduce((sum, ms) => sum + ms, 0);
    return {
      ...around,
      ...this.counts,
      cpu: { ...this.spentMs, engine: Math.max(0, around.cpuMs - spent) },
      lastNewCpuMs: this.lastNewCpuMs,
      ...(this.judged.tests > 0 ? { judged: { ...this.judged } } : {}),
      ...(Object.values(this.checked).some((count) => count > 0) ? { checked: { ...this.checked } } : {}),
      ...(this.controlled.tests > 0 ? { controlled: { ...this.controlled } } : {}),
      arms: Object.fromEntries(this.#arms),
      operators: Object.fromEntries(this.#operators),
    };
  }

  /** Continues from the state of an earlier run. */
  restore(line: StatsLine): void {
    for (const name of Object.keys(this.counts) as (keyof Counts)[]) this.counts[name] = line[name];
    const { engine: _, ...spent } = line.cpu;
    Object.assign(this.spentMs, spent);
    this.lastNewCpuMs = line.lastNewCpuMs;
    if (line.judged !== undefined) this.judged = { ...line.judged };
    if (line.controlled !== undefined) this.controlled = { ...line.controlled };
    if (line.checked !== undefined) this.checked = { ...this.checked, ...line.checked };
    for (const [arm, stats] of Object.entries(line.arms)) this.#arms.set(arm, { ...stats });
    for (const [operator, stats] of Object.entries(line.operators))
      this.#operators.set(operator, { ...stats });
  }
}

function add(into: Map<string, Writable<ArmStats>>, name: string, gain: ArmStats): void {
  let sum = into.get(name);
  if (sum === undefined) into.set(name, (sum = { ...NOTHING }));
  sum.executions += gain.executions;
  sum.cpuMs += gain.cpuMs;
  sum.features += gain.features;
  sum.edges += gain.edges;
  sum.kept += gain.kept;
}
