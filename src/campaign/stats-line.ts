/** One line of a campaign's statistics: everything counted since the campaign began, over all its runs. */
import { forEachJudge, type JudgeName } from '../oracle/judges/index.ts';
import { aNumber, aText, listOf, mapOf, fieldsOf, optional, type Shape } from '../util/shape.ts';

export interface ArmStats {
  readonly executions: number;
  readonly cpuMs: number;
  /** New features and edges that it was the first to reach. */
  readonly features: number;
  readonly edges: number;
  /** Tests that were kept. */
  readonly kept: number;
}

/** A number for each judge; an earlier version did not have all of them. */
type JudgeCounts = Readonly<Partial<Record<JudgeName, number>>>;

const judgeCounts = forEachJudge(() => optional(aNumber));

/** Milliseconds of CPU time, by the kind of work. */
export interface CpuShares extends JudgeCounts {
  readonly generate: number;
  readonly compile: number;
  readonly minimise: number;
  /** Looking for wrong code, and repeating tests that may be failures. */
  readonly compare: number;
  /** Comparing the output of tests with their truth; earlier versions did not. */
  readonly truth?: number;
  /** Reducing findings. */
  readonly reduce: number;
  /** The engine's own. */
  readonly engine: number;
}

/** Tests with a contract, which are judged on paper. */
export interface JudgedStats {
  readonly tests: number;
  /** Tests whose code contains something that the judge does not know. */
  readonly notAsked: number;
  /** Part of the CPU time for comparing. */
  readonly cpuMs: number;
}

/** Programs that a campaign checked beside its search, by the kind of check. */
export interface CheckedStats extends JudgeCounts {
  /** Programs that several compilers compiled, so that cgfuzz compared their behaviour. */
  readonly compare: number;
  /** Programs whose output cgfuzz compared with their truth. */
  readonly truth: number;
}

/** Tests that the compiler before a change was asked about. */
export interface ControlledStats {
  readonly tests: number;
  /** Tests with other code, which alone can show a bug of the change. */
  readonly other: number;
}

/** Edges within the part of the target that a person named: how many were reached, and how many there are. */
export interface FocusStats {
  readonly name: string;
  readonly edges: number;
  readonly ofEdges: number;
}

/** A construct of a source: tests with it and without it, and those that the target refused. */
export interface RefusedStats {
  readonly source: string;
  readonly label: string;
  readonly tests: number;
  readonly refused: number;
  readonly others: number;
  readonly othersRefused: number;
}

export interface SharedStats {
  readonly sent: number;
  readonly leftOut: number;
  readonly waiting: number;
}

export interface StatsLine {
  /** Since 1970. */
  readonly atMs: number;
  readonly wallMs: number;
  /** All processes of the campaign together. */
  readonly cpuMs: number;
  readonly cpu: CpuShares;
  /** Tests that the search asked for, and their fates. */
  readonly tests: number;
  readonly executions: number;
  readonly duplicates: number;
  readonly overruns: number;
  readonly failures: number;
  readonly rejected: number;
  readonly slow: number;
  readonly features: number;
  readonly edges: number;
  readonly corpus: number;
  readonly findings: number;
  /** Edges that come and go, so that they are not reported. */
  readonly unstable: number;
  /** CPU time of the campaign at the last new feature. */
  readonly lastNewCpuMs: number;
  /** Only if there are any. */
  readonly judged?: JudgedStats;
  /** Only if there are any. */
  readonly checked?: CheckedStats;
  /** Only if there are any. */
  readonly controlled?: ControlledStats;
  /** In a fleet: tests that this process sent and were acknowledged, notes that were too large, and tests that wait. */
  readonly shared?: SharedStats;
  /** Only if a person named a focus. */
  readonly focus?: FocusStats;
  /** Constructs of sources in this run that the target refuses most, if it refuses any more than others. */
  readonly refused?: readonly RefusedStats[];
  readonly arms: Readonly<Record<string, ArmStats>>;
  /** The same for the operators of mutants. */
  readonly operators: Readonly<Record<string, ArmStats>>;
}

const arms = mapOf(
  fieldsOf<ArmStats>({
    executions: aNumber,
    cpuMs: aNumber,
    features: aNumber,
    edges: aNumber,
    kept: aNumber,
  }),
);

export const statsShape: Shape<StatsLine> = fieldsOf<StatsLine>({
  atMs: aNumber,
  wallMs: aNumber,
  cpuMs: aNumber,
  cpu: fieldsOf<CpuShares>({
    generate: aNumber,
    compile: aNumber,
    minimise: aNumber,
    compare: aNumber,
    truth: optional(aNumber),
    ...judgeCounts,
    reduce: aNumber,
    engine: aNumber,
  }),
  tests: aNumber,
  executions: aNumber,
  duplicates: aNumber,
  overruns: aNumber,
  failures: aNumber,
  rejected: aNumber,
  slow: aNumber,
  features: aNumber,
  edges: aNumber,
  corpus: aNumber,
  findings: aNumber,
  unstable: aNumber,
  lastNewCpuMs: aNumber,
  judged: optional(fieldsOf<JudgedStats>({ tests: aNumber, notAsked: aNumber, cpuMs: aNumber })),
  checked: optional(
    fieldsOf<CheckedStats>({
      compare: aNumber,
      truth: aNumber,
      ...judgeCounts,
    }),
  ),
  controlled: optional(fieldsOf<ControlledStats>({ tests: aNumber, other: aNumber })),
  shared: optional(fieldsOf<SharedStats>({ sent: aNumber, leftOut: aNumber, waiting: aNumber })),
  focus: optional(fieldsOf<FocusStats>({ name: aText, edges: aNumber, ofEdges: aNumber })),
  refused: optional(
    listOf(
      fieldsOf<RefusedStats>({
        source: aText,
        label: aText,
        tests: aNumber,
        refused: aNumber,
        others: aNumber,
        othersRefused: aNumber,
      }),
    ),
  ),
  arms,
  operators: arms,
});
