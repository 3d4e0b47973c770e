/**
 * Questions about the effect of passes on a module, as shell scripts, so that `llvm-reduce` can run them as
 * well. They ask: does a given judge refute the passes, or does the optimiser crash?
 *
 * Each script gets the module's path as its last argument, and ends with 0 if the fault is there.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { JudgeCommand } from '../given/given-judge.ts';
import { oracleTuning } from '../tuning.ts';
import type { FaultQuestion } from './evidence.ts';

/** Words at the end of a program that found its own mistake. */
const LAST_WORDS =
  'Assertion .* failed|UNREACHABLE executed|LLVM ERROR|PLEASE submit a bug report|Stack dump:';

const START: readonly string[] = [
  '#!/bin/sh',
  'opt=$1',
  'passes=$2',
  'shift 2',
  'work=$(mktemp -d) || exit 2',
  `trap 'rm -rf "$work"' EXIT`,
];

/** The question whether the judge refutes the step from the module to the result of the passes. */
export function refutedStep({ words, timeoutMs }: JudgeCommand): FaultQuestion {
  const script = [
    ...START,
    '# The last argument is the module; the others are the judge.',
    'for file; do :; done',
    '"$opt" "-passes=$passes" -S "$file" -o "$work/after.ll" 2>/dev/null || exit 1',
    `timeout ${Math.ceil(timeoutMs / 1_000)} "$@" "$work/after.ll" >/dev/null 2>&1`,
    '[ $? -eq 1 ]',
  ];
  return {
    command: ({ passes, optimiser, folder }) => [...scriptIn(folder, script), optimiser, passes, ...words],
  };
}

/**
 * The question whether passes crash the optimiser with these words, given options of LLVM. Without words, any
 * crash counts.
 */
export function crashingPass(words: string, options: readonly string[]): FaultQuestion {
  const script = [
    ...START,
    'words=$1',
    'shift',
    `timeout ${oracleTuning.crashSeconds.value} "$opt" "-passes=$passes" -disable-output "$@" >"$work/log" 2>&1`,
    'status=$?',
    `[ $status -eq 124 ] && exit 1`,
    `[ $status -ge 128 ] || grep -qE '${LAST_WORDS}' "$work/log" || exit 1`,
    '[ -z "$words" ] || grep -qF -e "$words" "$work/log"',
  ];
  return {
    command: ({ passes, optimiser, folder }) => [
      ...scriptIn(folder, script),
      optimiser,
      passes,
      words,
      ...options,
    ],
  };
}

function scriptIn(folder: string, lines: readonly string[]): string[] {
  const file = join(folder, 'question.sh');
  writeFileSync(file, `${lines.join('\n')}\n`);
  return ['/bin/sh', file];
}
