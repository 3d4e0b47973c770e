/** The part of a report that depends on the kind of its finding. */
import type { FindingRecord, ShownFiles } from '../../finding/index.ts';

export type ShownProgram = Pick<ShownFiles, 'mainPath' | 'besidePaths' | 'program'>;

/** Rows of all miscompilations: trackers keep them in one place. */
export const miscompiled = { keyword: 'wrong-code', isMiscompilation: true } as const;

export interface ReportKind {
  /** The bug in one sentence. */
  readonly says: string;
  /** The keyword of GCC's tracker. */
  readonly keyword: string;
  /** The compiled program runs, and does the wrong thing. */
  readonly runs: boolean;
  /** The question of a script for text reducers. */
  readonly reducedBy: 'compiling' | 'running' | 'comparing';
  /** True if the reduced program may be one that sanitizers complain about. */
  readonly isUnguarded?: true;
  /** Commands that show the finding, one a line. */
  commands(record: FindingRecord, shown: Pick<ShownFiles, 'mainPath' | 'besidePaths'>): string[];
  /** All of `repro.sh` after its head; exit codes 1, 0 and 77. */
  script(record: FindingRecord, shown: ShownProgram): string[];
  /** The things beside a shell that `repro.sh` needs, as an English sentence about it. */
  needs(record: FindingRecord): string;
  expected(record: FindingRecord): string;
  /** The words that a person searches for; undefined if the title has them. */
  heading?(record: FindingRecord, output: string): string | undefined;
  /** The compiler's words, if the report should not show its output. */
  actual?(record: FindingRecord, output: string): string | undefined;
  /** The place where a tracker's other reports of wrong code are. */
  readonly isMiscompilation: boolean;
  /** The fault of a module that lies in `ir/`, and the test by which it was made small. */
  readonly module?: { readonly fault: string; readonly test: string };
  /** A limit of the compiler, for a shell. */
  readonly limit?: string;
  /** A test in the form of the compiler's own suite, if the family has such a form for this kind. */
  suiteTest?(record: FindingRecord, shown: ShownProgram): string | undefined;
  /** A condition for a shell that is true if the bug is there, given `$status` and `$work/log`. */
  condition?(record: FindingRecord): string;
}
