/**
 * Files for a finding in a person's program: the command to run it without cgfuzz, its output, and
 * `repro.sh`.
 *
 * Invariant of the script: exit code 1 means that the bug is there, 0 that it is gone, and 77 that there is
 * no answer.
 */
import { basename } from 'node:path';
import type { FindingRecord, ShownFiles } from '../../finding/index.ts';
import {
  centipedeSettings,
  type ExecutableText,
  readExecutableText,
  sanitizerOptions,
} from '../../target/index.ts';
import { quoted } from '../../util/quoted.ts';

const CPU_SECONDS = 60;
const USUAL_MEGABYTES = 2_048;
const MEGABYTE = 2 ** 20;
const INPUT = '@@';

export function isOfExecutable({ targetKind }: Pick<FindingRecord, 'targetKind'>): boolean {
  return targetKind === 'executable';
}

/** The program's file and words. */
export function executableOf({ compiler }: Pick<FindingRecord, 'compiler'>): ExecutableText {
  const text = readExecutableText(compiler);
  if (text === undefined) throw new Error(`${compiler} names no program`);
  return text;
}

/** The command line that shows the finding, in its folder. */
export function executableCommand(record: FindingRecord, mainPath: string): string {
  const { file, args } = runOf(record);
  return commandOf(quoted(file), args, quoted(mainPath));
}

/** A runner of Centipede takes file names, and none of our arguments. */
function runOf(record: FindingRecord): ExecutableText {
  const text = executableOf(record);
  return isOfCentipede(record) ? { ...text, args: [...centipedeSettings(text.args).args, INPUT] } : text;
}

/** True for a program with Centipede's runner, and for a worker, which no script can run. */
export function isOfCentipede(record: Pick<FindingRecord, 'compiler' | 'targetKind'>): boolean {
  return isOfExecutable(record) && executableOf(record).kind === 'centipede';
}

function commandOf(program: string, args: readonly string[], input: string): string {
  const words = args.map((word) => (word === INPUT ? input : quoted(word)));
  return [program, ...words, ...(args.includes(INPUT) ? [] : ['<', input])].join(' ');
}

/**
 * A harness without arguments takes the file's name as libFuzzer does; from standard input it reads the same
 * bytes.
 */
export function executableScript(
  record: FindingRecord,
  { mainPath }: Pick<ShownFiles, 'mainPath'>,
): string[] {
  const { file, args } = runOf(record);
  const isRunner = isOfCentipede(record);
  const input = isRunner ? '"$work/input"' : quoted(mainPath);
  const megabytes = Math.ceil((record.limits?.memoryBytes ?? USUAL_MEGABYTES * MEGABYTE) / MEGABYTE);
  const variables = Object.entries(sanitizerOptions({}, [`hard_rss_limit_mb=${megabytes}`]));
  return [
    '#!/bin/sh',
    `# ${record.title.replaceAll(/\s+/g, ' ')}`,
    '#',
    '# Exit code 1 while the bug is there, 0 when it is gone, 77 when the program could not be asked.',
    `# Another build of the program: TARGET=/path/to/${basename(file)} ./repro.sh`,
    `TARGET=\${TARGET:-${quoted(file)}}`,
    '# A relative path is meant from the folder of the person who calls this.',
    'case "$TARGET" in /*) ;; *) TARGET="$PWD/$TARGET" ;; esac',
    'cd "$(dirname "$0")" || exit 77',
    '[ -x "$TARGET" ] || { echo "$TARGET is no program that can be run here"; exit 77; }',
    'work=$(mktemp -d) || exit 77',
    `trap 'rm -rf "$work"' EXIT`,
    'export TMPDIR="$work"',
    'ulimit -c 0',
    ...(isRunner ? linesForRunner(mainPath) : []),
    ...variables.map(([name, value]) => `export ${name}="${value}\${${name}:+:$${name}}"`),
    `(ulimit -t ${secondsOf(record)}; exec ${commandOf('"$TARGET"', args, input)}) >"$work/log" 2>&1`,
    'status=$?',
    'tail -n 60 "$work/log"',
    `if ${conditionFor(record)}; then`,
    '  echo "the bug is there (exit code $status)"',
    '  exit 1',
    'fi',
    'echo "the bug is not there (exit code $status)"',
    'exit 0',
    '',
  ];
}

/**
 * The runner writes files beside its input, and records a failure that the target reports. `Worker` mode is
 * for engines only.
 */
function linesForRunner(mainPath: string): string[] {
  return [
    'if grep -q "Got worker flags" "$TARGET"; then',
    '  echo "$TARGET runs inputs for an engine only: cgfuzz findings verify asks it"',
    '  exit 77',
    'fi',
    `cp ${quoted(mainPath)} "$work/input" || exit 77`,
    'export CENTIPEDE_RUNNER_FLAGS=":failure_description_path=$work/description:"',
  ];
}

/** The limit in whole seconds: shells have no smaller unit. */
function secondsOf({ limits }: FindingRecord): number {
  return limits?.cpuMs === undefined ? CPU_SECONDS : Math.max(1, Math.ceil(limits.cpuMs / 1_000));
}

/** A condition for a shell. SIGXCPU or SIGKILL ended a program that ran out of time. */
function conditionFor(record: FindingRecord): string {
  if (record.kind === 'crash' && isOfCentipede(record))
    return '[ $status -ne 0 ] || [ -s "$work/description" ]';
  if (record.kind === 'hang') return '[ $status -eq 152 ] || [ $status -eq 137 ]';
  return record.kind === 'out-of-memory'
    ? '[ $status -ge 128 ] || grep -qE \'out of memory|rss limit exhausted|bad_alloc\' "$work/log"'
    : '[ $status -ge 128 ] || grep -qE \'Sanitizer: |: runtime error: \' "$work/log"';
}

/** The program's own name. */
export function executableName(record: Pick<FindingRecord, 'compiler'>): string {
  return basename(executableOf(record).file);
}
