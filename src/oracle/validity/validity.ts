/**
 * Tells whether a program has a meaning at all: each checker's answer, asked only if needed, cheap ones
 * first.
 *
 * A sanitizer that complains has seen undefined behaviour happen. A warning or an analyser's alarm is a
 * suspicion: the place may never be reached. A checker that is missing, or that did not finish, is recorded
 * as not asked, with the reason. So nobody takes its silence for a yes.
 */
import { type Program, languageArgs, unitsIn } from '../../program/index.ts';
import { driverFor, findProgram, newestCompiler, stockCompilers } from '../../build/index.ts';
import { stockName } from '../../target/index.ts';
import type { Laboratory } from '../../laboratory/index.ts';
import { hasContract } from '../../laboratory/index.ts';
import { type Run, type RunLimits, runLimits } from '../../sandbox/index.ts';
import { oracleTuning } from '../tuning.ts';

export type CheckerAnswer = 'clean' | 'undefined' | 'suspicious' | 'not-asked';

export interface CheckerReport {
  /** Name of the checker, as in `clang-19 -fsanitize=memory`. */
  readonly checker: string;
  readonly answer: CheckerAnswer;
  /** Its complaint, or the reason why it did not run; one line. */
  readonly detail: string;
}

export interface Validity {
  /** `unknown` if no checker that runs the program could run. */
  readonly verdict: 'valid' | 'suspicious' | 'undefined' | 'unknown';
  /** True if the verdict is unknown because the program never ended. */
  readonly isEndless: boolean;
  readonly reports: readonly CheckerReport[];
}

export interface ValidityOptions {
  /** Flags of the compilers under test; checkers use only those that belong to the program's meaning. */
  readonly args?: readonly string[];
  /** Limits for a whole run under a checker, which is slower than a plain run. */
  readonly limits?: RunLimits;
  /** Run every checker, even after one has complained: for reports. */
  readonly thorough?: boolean;
  /**
   * For candidates: after one sanitizer has finished, leave out expensive sanitizers that rarely find more.
   */
  readonly quick?: boolean;
  /** Stop once the verdict cannot be this good any more, or once the program outlasted a checker's limit. */
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
  /** True for checkers that run the program; others guess from its text. */
  readonly runs: boolean;
  /** True if clang's sanitizers see all that it sees. */
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

/**
 * Tells whether a compiler warns about something that a sanitizer may see; without a run this takes a tenth
 * of the time.
 */
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

/** The source has simulated the program and looked for races; a sanitizer would have nothing to run. */
const validByContract: Validity = {
  verdict: 'valid',
  isEndless: false,
  reports: [{ checker: 'simulation under RC11', answer: 'clean', detail: 'no race in any execution' }],
};

/** `undefined` does not include conversions to integers that cannot hold the number. */
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
      // gcc finds uninitialised values only while it optimises.
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
        // Compilers warn about more than these options ask for.
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

/** A sanitizer that gives up says so, and then the rest of the run is unchecked. */
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
      const linker = [driverFor(compiler, program.language), ...flags];
      const asked = { linker, limits, runner: withoutLeaks, beside: configuration };
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

/** Leaks are not undefined behaviour, and the sandbox forbids the search for them. */
export const withoutLeaks: readonly string[] = [
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
        // In the sandbox only the program's own folder is writable.
        runner: ['env', 'TMPDIR=.', 'valgrind', '--leak-check=no', '--error-exitcode=97'],
      });
      if (!run) return notAsked('it could not be linked');
      const [, complaint] =
        /^==\d+== ((?:Conditional jump|Use of uninit|Invalid |Syscall param|Source and destination)[^\n]*)/m.exec(
          run.stderr,
        ) ?? [];
      if (complaint !== undefined) return { answer: 'undefined', detail: complaint };
      if (run.end !== 'exit') return notWaitedFor(run);
      // At the end of each program that it followed to the end, it prints the number of its errors.
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

function lastLine(text: string): string {
  return text.trim().split('\n').at(-1) ?? '';
}

function withoutAddresses(text: string): string {
  return text.replaceAll(/0x[0-9a-f]+/g, 'ADDRESS').trim();
}
