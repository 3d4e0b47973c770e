/**
 * Judges a run of a stock compiler by the text that it printed. An exit code alone does not distinguish a
 * crash from a refusal, since drivers turn both into small numbers.
 */
import { constants } from 'node:os';
import type { OutcomeKind } from '../serve/index.ts';

const rules: readonly (readonly [RegExp, OutcomeKind])[] = [
  [
    /out of memory|memory exhausted|cannot allocate memory|std::bad_alloc|memory full|hard rss limit exhausted/i,
    'out-of-memory',
  ],
  [/CPU time limit exceeded|Killed signal terminated program/, 'hang'],
  [
    /internal compiler error: Segmentation fault signal|internal compiler error: (?:Aborted|Bus error|Illegal instruction)/,
    'signal',
  ],
  [/Assertion [`'].*failed|UNREACHABLE executed|internal compiler error:/, 'assertion'],
  [/LLVM ERROR:|fatal error: error in backend:/, 'fatal-error'],
  [/AddressSanitizer: stack-overflow/, 'stack-overflow'],
  [/ERROR: \w+Sanitizer:|SUMMARY: \w+Sanitizer:/, 'signal'],
  [/PLEASE submit a bug report|Stack dump:/, 'signal'],
];

/** Undefined if the text says nothing beyond the exit code. */
export function judgeText(text: string, exitCode: number): OutcomeKind | undefined {
  if (exitCode === 0) return undefined;
  if (exitCode === 128 + constants.signals.SIGXCPU) return 'hang';
  return rules.find(([pattern]) => pattern.test(text))?.[1];
}
