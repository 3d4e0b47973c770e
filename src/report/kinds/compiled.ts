/** Findings that one compile shows: the compiler dies, does not end, or refuses a valid program. */
import type { FindingRecord } from '../../finding/index.ts';
import { wordsIn } from '../../oracle/index.ts';
import { quoted } from '../../util/quoted.ts';
import { compileLines } from '../finding/finding-command.ts';
import { codeCommand } from '../finding/in-shell.ts';
import type { ReportKind } from './kind.ts';

const CPU_SECONDS = 60;
const MEMORY_KIB = 4 * 1024 * 1024;
/** Last words of compilers that die; the exit codes of drivers tell little. */
const DEATH =
  'Assertion .* failed|UNREACHABLE executed|LLVM ERROR|error in backend|internal compiler error|PLEASE submit a bug report|Stack dump:';
const OUT_OF_MEMORY = 'out of memory|bad_alloc|memory exhausted|cannot allocate memory';
const OUT_OF_TIME = 'CPU time limit exceeded|Killed signal terminated program';

const compiled = {
  runs: false,
  reducedBy: 'compiling',
  isMiscompilation: false,
  limit: `ulimit -t ${CPU_SECONDS}`,
  commands: (record, { mainPath }) => compileLines(record, mainPath),
  needs: () => '`./repro.sh` needs a shell and the compiler, nothing else.',
  expected: () => 'It compiles, or is refused with a diagnostic.',
} satisfies Partial<ReportKind>;

/** The row of a kind whose bug shows by this condition. */
function shownBy(
  condition: (record: FindingRecord) => string,
  row: Partial<ReportKind> & Pick<ReportKind, 'says' | 'keyword'>,
): ReportKind {
  const whole = { ...compiled, condition, ...row };
  return {
    ...whole,
    script: (record, { mainPath }) => compile(record, mainPath, whole.limit, condition(record)),
  };
}

/** Last words of compilers, the most telling first. */
const LAST_WORDS: readonly RegExp[] = [
  /^\*\*\* (Bad machine code: .*?) \*\*\*$/m,
  /\b(Assertion [`'].* failed)/,
  /\bUNREACHABLE executed: (.*)/,
  /\berror in backend: (.*)/,
  /\bLLVM ERROR: (.*)/,
  /\b(internal compiler error: .*)/,
];

/** A shell condition: the compiler died. */
export const diedInShell: string = `[ $status -ge 128 ] || grep -qE '${DEATH}' "$work/log"`;

export const crashReport: ReportKind = shownBy(() => diedInShell, {
  says: 'The compiler crashes.',
  keyword: 'ice-on-valid-code',
  module: { fault: 'One pass crashes on this module.', test: 'the crash' },
  heading: (_, output) =>
    LAST_WORDS.map((pattern) => pattern.exec(output)?.[1])
      .find((found) => found !== undefined)
      ?.trim(),
});

export const hangReport: ReportKind = shownBy(
  () => `[ $status -ge 128 ] || grep -qE '${OUT_OF_TIME}' "$work/log"`,
  { says: 'The compiler does not end.', keyword: 'compile-time-hog' },
);

export const outOfMemoryReport: ReportKind = shownBy(() => `grep -qiE '${OUT_OF_MEMORY}' "$work/log"`, {
  says: 'The compiler needs too much memory.',
  keyword: 'memory-hog',
  limit: `ulimit -v ${MEMORY_KIB}`,
});

export const rejectedReport: ReportKind = shownBy(
  ({ message }) => `[ $status -ne 0 ] && [ $status -lt 128 ]${saying(message)}`,
  {
    isUnguarded: true,
    says: 'The compiler refuses a valid program.',
    keyword: 'rejects-valid',
    expected: () => 'The program is valid: it compiles.',
    heading: (_, output) => /\berror: (.*)/.exec(output)?.[0],
  },
);

function compile(record: FindingRecord, mainPath: string, limit: string, condition: string): string[] {
  return [
    `(${limit}; ${codeCommand(record, '-c', mainPath, '"$work/out.o"')}) >"$work/log" 2>&1`,
    'status=$?',
    'tail -n 40 "$work/log"',
    `if ${condition}; then`,
    '  echo "the bug is there (exit code $status)"',
    '  exit 1',
    'fi',
    'echo "the bug is not there (exit code $status)"',
    'exit 0',
  ];
}

/** A refusal for another reason, such as an unknown option, is not this bug. */
function saying(message: string): string {
  const words = wordsIn(message);
  return words.length < 8 ? '' : ` && grep -qF ${quoted(words)} "$work/log"`;
}
