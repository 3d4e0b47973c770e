/**
 * Whether a program has a meaning at all: what each checker says of it, asked lazily, the cheap ones first.
 *
 * A sanitizer that complains has seen undefined behaviour happen. A warning or an analyser's alarm is a suspicion: the
 * place may never be reached. A checker that cannot be had, or did not come to an end, is recorded as not asked with
 * the reason. So nobody takes its silence for a yes.
 */
import { type Program, languageArgs, unitsIn } from '../../program/index.ts';
import { driverForCxx, findProgram, newestCompiler, stockCompilers } from '../../build/index.ts';
import { stockName } from '../../target/index.ts';
import type { Laboratory } from '../compare/laboratory.ts';
import { hasContract } from '../litmus/on-paper.ts';
import { type Run, type RunLimits, runLimits } from '../../sandbox/index.ts';
import { oracleTuning } from '../tuning.ts';

export type CheckerAnswer = 'clean' | 'undefined' | 'suspicious' | 'not-asked';

export interface CheckerReport {
  /** Name of the checker, as in `clang-19 -fsanitize=memory`. */
  readonly checker: string;
  readonly answer: CheckerAnswer;
  /** Its complaint, or the reason why it was not asked; one line. */
  readonly detail: string;
}

export interface Validity {
  /** `unknown` when no checker that runs the program could be asked. */
  readonly verdict: 'valid' | 'suspicious' | 'undefined' | 'unknown';
  /** It is unknown because nobody saw the program end. */
  readonly isEndless: boolean;
  readonly reports: readonly CheckerReport[];
}

export interface ValidityOptions {
  /** Flags of the compilers under test; only those are used that make it the same program. */
  readonly args?: readonly string[];
  /** For the whole of a run under a checker, which is slower than the program alone. */
  readonly limits?: RunLimits;
  /** Ask every checker, also after one has found something: for reports. */
  readonly thorough?: boolean;
  /** For candidates: once a sanitizer has come to an end, leave out sanitizers that cost much and rarely know more. */
  readonly quick?: boolean;
  /** Ask no further once the verdict cannot be as good as this, or a checker could not wait for the program to end. */
  readonly atLeast?: Validity['verdict'];
}

/** The better, the higher. */
export function verdictRank(verdict: Validity['verdict']): number {
  return ['undefined', 'unknown', 'suspicious', 'valid'].indexOf(verdict);
}

export const checkLimits: RunLimits = {
  ...runLimits,
  cpuMs: oracleTuning.checkCpuMs.value,
  wallMs: oracleTuning.checkWallMs.value,
  memoryBytes: 0,
};

interface Question {
  readonly laboratory: Laboratory;
  readonly program: Program;
  readonly args: readonly string[];
  readonly limits: RunLimits;
}

interface Answer extends Omit<CheckerReport, 'checker'> {
  readonly isEndless?: boolean;
}

interface Checker {
  readonly name: string;
  /** Running checkers see the program itself; others guess from its text. */
  readonly runs: boolean;
  /** Clang's sanitizers have seen what it sees. */
  readonly isRepetition?: boolean;
  readonly ask: (question: Question) => Promise<Answer>;
}

export async function checkValidity(
  laboratory: Laboratory,
  program: Program,
  {
    args = [],
    limits = checkLimits,
    thorough = false,
    quick = false,
    atLeast = 'undefined',
  }: ValidityOptions = {},
): Promise<Validity> {
  if (hasContract(program)) return validByContract;
  if (program.language === 'text') return unknownText;
  const kept = languageArgs(args);
  const reports: CheckerReport[] = [];
  let ran = false;
  let isEndless = false;
  const has = (answer: CheckerAnswer): boolean => reports.some((report) => report.answer === answer);
  const isSettled = (): boolean =>
    has('undefined') ||
    (has('suspicious') && verdictRank('suspicious') < verdictRank(atLeast)) ||
    (isEndless && verdictRank('unknown') < verdictRank(atLeast));
  for (const { name, runs, isRepetition = false, ask } of checkersFor(laboratory.world.searchPath)) {
    const isLeftOut: boolean = (!thorough && isSettled()) || (quick && ran && isRepetition);
    const answer: Answer = isLeftOut
      ? notAsked('an answer was there already')
      : await ask({ laboratory, program, args: kept, limits });
    reports.push({ checker: name, answer: answer.answer, detail: answer.detail });
    ran ||= runs && answer.answer !== 'not-asked';
    isEndless ||= answer.isEndless === true;
  }
  const verdict = has('undefined')
    ? 'undefined'
    : !ran
      ? 'unknown'
      : has('suspicious')
        ? 'suspicious'
        : 'valid';
  return { verdict, isEndless: isEndless && verdict === 'unknown', reports };
}

/** Whether a compiler warns of what a sanitizer may see; the program is not run, which takes a tenth of the time. */
export async function isWarnedOf(
  laboratory: Laboratory,
  program: Program,
  args: readonly string[],
): Promise<boolean> {
  if (hasContract(program) || program.language === 'text') return false;
  for (const { runs, ask } of checkersFor(laboratory.world.searchPath)) {
    if (runs) continue;
    const { answer } = await ask({ laboratory, program, args: languageArgs(args), limits: checkLimits });
    if (answer === 'suspicious') return true;
  }
  return false;
}

/** A text in a language that no checker reads. */
const unknownText: Validity = { verdict: 'unknown', isEndless: false, reports: [] };

/** Its source simulated it, with races looked for; there is nothing that could be run under a sanitizer. */
const validByContract: Validity = {
  verdict: 'valid',
  isEndless: false,
  reports: [{ checker: 'simulation under RC11', answer: 'clean', detail: 'no race in any execution' }],
};

/** Numbers that no integer can hold are not among what `undefined` stands for. */
export const undefinedOrInvalid = '-fsanitize=undefined,address,float-cast-overflow';

function notAsked(detail: string): Answer {
  return { answer: 'not-asked', detail };
}

function notWaitedFor({ end }: Run): Answer {
  return { ...notAsked(`the program ended with ${end}`), isEndless: end === 'timeout' };
}

function checkersFor(searchPath: string): Checker[] {
  const clang = newestCompiler('clang', searchPath)?.name;
  const gcc = newestCompiler('gcc', searchPath)?.name;
  return [
    warnings('clang', clang, clangWarnings),
    warnings('gcc', gcc, gccWarnings),
    sanitizer('clang', clang, [undefinedOrInvalid, '-fno-sanitize-recover=all']),
    sanitizer('clang', clang, ['-fsanitize=memory']),
    {
      ...sanitizer('gcc', gcc, [undefinedOrInvalid, '-fno-sanitize-recover=all']),
      isRepetition: true,
    },
    { ...valgrind(gcc ?? clang, searchPath), isRepetition: true },
    { ...framaC(searchPath), isRepetition: true },
  ];
}

const bothWarn = [
  'uninitialized',
  'implicit-function-declaration',
  'return-type',
  'int-conversion',
  'div-by-zero',
];
const clangWarnings = [
  ...bothWarn,
  'main-return-type',
  'sometimes-uninitialized',
  'conditional-uninitialized',
  'implicit-int',
  'incompatible-pointer-types',
  'incompatible-library-redeclaration',
  'array-bounds',
  'unsequenced',
  'shift-count-negative',
  'shift-count-overflow',
  'shift-overflow',
  'return-stack-address',
  // The sanitizers of clang let programs index such arrays.
  'zero-length-array',
  'format',
];
const gccWarnings = [
  ...bothWarn,
  'main',
  'maybe-uninitialized',
  'array-bounds',
  'sequence-point',
  'aggressive-loop-optimizations',
  'stringop-overflow',
  'dangling-pointer',
  'return-local-addr',
  'format',
];

function warnings(family: string, compiler: string | undefined, names: readonly string[]): Checker {
  return {
    name: `${compiler ?? family}, warnings`,
    runs: false,
    ask: async ({ laboratory, program, args }) => {
      if (compiler === undefined) return notAsked(`no ${family} is installed`);
      // gcc knows what is uninitialised only after it has optimised.
      const asked = [
        family === 'gcc' ? '-O2' : '-O0',
        ...args,
        '-Wno-all',
        ...names.map((name) => `-W${name}`),
      ];
      const configuration = { compiler: targetOf(compiler), args: asked };
      for (const unit of unitsIn(program)) {
        const [execution] = await laboratory.compile(unit, [configuration]);
        if (execution?.outcome !== 'ok') return notAsked(`it ended with ${execution?.outcome}`);
        // Compilers warn of more than they were asked about.
        const all = [...execution.text.matchAll(/warning: ([^\n]*\[-W([\w-]+)[^\n]*)/g)];
        const warning = all.find(([, , name = '']) => names.includes(name))?.[1];
        if (warning !== undefined) return { answer: 'suspicious', detail: warning };
      }
      return { answer: 'clean', detail: '' };
    },
  };
}

const complaints: readonly RegExp[] = [
  /^\S*:\d+:\d+: runtime error: ([^\n]*)/m,
  /ERROR: (AddressSanitizer: [^\n]*?)(?: on (?:unknown )?address| \(|$)/m,
  /WARNING: (MemorySanitizer: [^\n]*)/,
];

/** A sanitizer that gives up says so, and what it has not seen is not clean. */
const FAILURE_OF_CHECKER = /^==\d+==\s*(?:FATAL|ERROR): [^\n]*(?:failed|cannot|not supported)[^\n]*/im;

function sanitizer(family: 'clang' | 'gcc', compiler: string | undefined, flags: readonly string[]): Checker {
  const name = [compiler ?? family, flags[0]].join(' ');
  return {
    name,
    runs: true,
    ask: async ({ laboratory, program, args, limits }) => {
      if (compiler === undefined) return notAsked(`no ${family} is installed`);
      const configuration = { compiler: targetOf(compiler), args: ['-O0', '-g', ...args, ...flags] };
      const [execution] = await laboratory.compile(program, [configuration]);
      if (execution?.outcome !== 'ok') return notAsked(`compiling ended with ${execution?.outcome}`);
      const linker = [driverOf(compiler, program), ...flags];
      const asked = { linker, limits, runner, beside: configuration };
      const { run, said } = await laboratory.linking.link(execution.output, program, asked);
      if (!run) return notAsked(`it could not be linked: ${lastLine(said)}`);
      const complaint = complaints.map((pattern) => pattern.exec(run.stderr)?.[1]).find(Boolean);
      if (complaint !== undefined) return { answer: 'undefined', detail: withoutAddresses(complaint) };
      const failure = FAILURE_OF_CHECKER.exec(run.stderr)?.[0];
      if (failure !== undefined)
        return notAsked(`it could not follow the program: ${withoutAddresses(failure)}`);
      return run.end === 'exit' || run.end === 'signal' ? { answer: 'clean', detail: '' } : notWaitedFor(run);
    },
  };
}

/** Leaks are no undefined behaviour, and looking for them needs what the sandbox forbids. */
const runner: readonly string[] = [
  'env',
  `ASAN_OPTIONS=detect_leaks=0:detect_stack_use_after_return=1:strict_init_order=1:hard_rss_limit_mb=${oracleTuning.checkMemoryMb.value}`,
  'UBSAN_OPTIONS=print_stacktrace=0',
];

function valgrind(compiler: string | undefined, searchPath: string): Checker {
  return {
    name: 'valgrind',
    runs: true,
    ask: async ({ laboratory, program, args, limits }) => {
      if (!findProgram('valgrind', searchPath)) return notAsked('it is not installed');
      if (compiler === undefined) return notAsked('no compiler is installed');
      const configuration = { compiler: targetOf(compiler), args: ['-O1', '-g', ...args] };
      const [execution] = await laboratory.compile(program, [configuration]);
      if (execution?.outcome !== 'ok') return notAsked(`compiling ended with ${execution?.outcome}`);
      const { run } = await laboratory.linking.link(execution.output, program, {
        args,
        limits,
        // The sandbox leaves nothing but the program's own folder to write to.
        runner: ['env', 'TMPDIR=.', 'valgrind', '--leak-check=no', '--error-exitcode=97'],
      });
      if (!run) return notAsked('it could not be linked');
      const [, complaint] =
        /^==\d+== ((?:Conditional jump|Use of uninit|Invalid |Syscall param|Source and destination)[^\n]*)/m.exec(
          run.stderr,
        ) ?? [];
      if (complaint !== undefined) return { answer: 'undefined', detail: complaint };
      if (run.end !== 'exit') return notWaitedFor(run);
      // It counts what it has seen at the end of each program that it has followed to its end.
      return run.stderr.includes('ERROR SUMMARY: 0 errors')
        ? { answer: 'clean', detail: '' }
        : notAsked(`it could not follow the program: ${lastLine(run.stderr)}`);
    },
  };
}

function framaC(searchPath: string): Checker {
  return {
    name: 'frama-c',
    runs: false,
    ask: async ({ laboratory, program, args, limits }) => {
      if (!findProgram('frama-c', searchPath)) return notAsked('it is not installed');
      if (program.language !== 'c') return notAsked('it reads C only');
      const includes = args.filter((arg) => /^-[ID]/.test(arg)).join(' ');
      const [run] = await laboratory.sandbox.run({
        files: program.files,
        commands: [
          [
            'frama-c',
            '-machdep',
            'gcc_x86_64',
            '-eva',
            '-eva-precision',
            '5',
            `-cpp-extra-args=${includes}`,
            ...unitsIn(program).map(({ main }) => main),
          ],
        ],
        limits,
      });
      const [, alarms] = /(\d+) alarms? generated by the analysis/.exec(run?.stdout ?? '') ?? [];
      if (alarms === undefined) return notAsked('it came to no result');
      return alarms === '0'
        ? { answer: 'clean', detail: '' }
        : { answer: 'suspicious', detail: `${alarms} alarms` };
    },
  };
}

function targetOf(compiler: string): string {
  return stockName(stockCompilers.find(({ name }) => name === compiler) ?? { name: compiler, family: 'gcc' });
}

function driverOf(compiler: string, { language }: Program): string {
  return language === 'c++' ? driverForCxx(compiler) : compiler;
}

function lastLine(text: string): string {
  return text.trim().split('\n').at(-1) ?? '';
}

function withoutAddresses(text: string): string {
  return text.replaceAll(/0x[0-9a-f]+/g, 'ADDRESS').trim();
}
