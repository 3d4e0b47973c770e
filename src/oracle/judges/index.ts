/**
 * The table of judges. Flag, help, statistics, screen, legend and refusals of a judge follow from its row.
 *
 * Invariant: this file loads no judge, so that commands which only need names start at once.
 */
import type { Judge } from './judge.ts';

export interface JudgeRow {
  /** For its flag, as in `--ir-share`: percent of the CPU time, at most, for this. */
  readonly doc: string;
  /** More text for the long help. */
  readonly more: string;
  /** Share of the CPU time in percent, if the person gives none and comparing has a share. */
  readonly usualShare: number;
  /** For the help, if it is more than the usual share. */
  readonly usually: string;
  /** It asks the command that a person gave, and nothing without one. The command's text says its share, too. */
  readonly needsCommand?: true;
  /** Its work, for the legend of the screen. */
  readonly legend: string;
  /** After a number of programs, on the screen. */
  readonly checked: string;
  readonly load: () => Promise<Judge>;
}

const judges = {
  ir: {
    doc: 'judging the optimised IR of tests, of a clang',
    more: 'An interpreter that knows undefined behaviour runs what the optimiser made of tests. A flag or an attribute that does not hold is seen although the program prints the right thing, and for other machines as well. The first use builds the judge: it downloads LLVM 23 of another release of Debian, some 300 megabytes, and takes 1,400 megabytes of the cache.',
    usualShare: 10,
    usually: '10 if the judge was built, and 0 if --compare-share is 0',
    legend: 'optimised IR is judged',
    checked: 'by their IR',
    load: async (): Promise<Judge> => (await import('./ir.ts')).irOfTests,
  },
  judge: {
    doc: 'asking the command of --judge',
    more: 'It takes the compiles that it needs out of this share, too.',
    usualShare: 10,
    usually: '10',
    needsCommand: true,
    legend: 'a judge of your own is asked',
    checked: 'by your judge',
    load: async (): Promise<Judge> => (await import('./given.ts')).givenCommand,
  },
  invariance: {
    doc: 'compiling tests in a second way that must give the same code',
    more: 'With -g and without, as assembly and back, with more warnings and without: the code must be the same. Nothing is run, so a clang is asked for the code of other architectures too. See docs/oracles.md.',
    usualShare: 3,
    usually: '3, and 0 if --compare-share is 0',
    legend: 'tests are compiled in a second way',
    checked: 'compiled twice',
    load: async (): Promise<Judge> => (await import('./invariance.ts')).secondWay,
  },
  volatile: {
    doc: 'counting accesses to volatile data',
    more: 'The target compiles a test with and without optimisation, and both builds must make equally many accesses to volatile data. See docs/oracles.md.',
    usualShare: 2,
    usually: '2, and 0 if --compare-share is 0',
    legend: 'accesses to volatile data are counted',
    checked: 'by volatile accesses',
    load: async (): Promise<Judge> => (await import('./volatile.ts')).volatileAccesses,
  },
  markers: {
    doc: 'looking whether calls of markers that run are in the object',
    more: 'Only programs with markers have such calls: give --source "csmith-scoped | markers". The object that the target made anyway tells it. See docs/missed.md.',
    usualShare: 1,
    usually: '1, and 0 if --compare-share is 0',
    legend: 'calls of markers that run must stay',
    checked: 'by markers that run',
    load: async (): Promise<Judge> => (await import('./markers.ts')).liveMarkers,
  },
  missed: {
    doc: 'looking for blocks that never run, which the release before or a lower level removes and the target keeps',
    more: 'Only programs with markers have such blocks: give --source "csmith-scoped | markers". Nothing is linked for the question itself. See docs/missed.md.',
    usualShare: 0,
    usually: '0',
    legend: 'blocks that the release before removes',
    checked: 'for missed optimisations',
    load: async (): Promise<Judge> => (await import('./missed.ts')).missedBlocks,
  },
  sanitizer: {
    doc: 'asking sanitizers for reports of faults that were put into tests',
    more: 'Only programs of --source "loom with=faults" have such a fault: one operation that is undefined and runs. The target compiles them with the sanitizer that promises to report it, at four levels. See docs/missed.md.',
    usualShare: 0,
    usually: '0',
    legend: 'sanitizers must report faults',
    checked: 'for reports of sanitizers',
    load: async (): Promise<Judge> => (await import('./sanitizer.ts')).sanitizerReports,
  },
} as const;

export type JudgeName = keyof typeof judges;

/** The rows by name, in the order of the table. */
export const judgeRows: Readonly<Record<JudgeName, JudgeRow>> = judges;

/** The judges whose share is a setting of its own. */
export type SharedJudge = {
  [Name in JudgeName]: (typeof judges)[Name] extends { readonly needsCommand: true } ? never : Name;
}[JudgeName];

export const judgeNames = Object.keys(judges) as readonly JudgeName[];

export function hasOwnShare(name: JudgeName): name is SharedJudge {
  return judgeRows[name].needsCommand !== true;
}

/** A value for each judge. */
export function forEachJudge<Value>(value: (name: JudgeName) => Value): Record<JudgeName, Value> {
  const entries = judgeNames.map((name) => [name, value(name)]);
  return Object.fromEntries(entries) as Record<JudgeName, Value>;
}
