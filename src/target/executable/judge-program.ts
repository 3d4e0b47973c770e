/**
 * Judges the end of a person's program. Its output counts only if it did not end by itself: a parser may
 * print "out of memory" about its input.
 */
import type { Execution, OutcomeKind } from '../../serve/index.ts';
import { signalOfExitCode } from '../stock/stock-target.ts';

const REPORT = /ERROR: \w+Sanitizer: |WARNING: (?:Memory|Thread)Sanitizer: |: runtime error: [^]*SUMMARY: /;

const lastWords: readonly (readonly [RegExp, OutcomeKind])[] = [
  [/Sanitizer: (?:stack-overflow|nested bug in the same thread)/, 'stack-overflow'],
  [/Sanitizer: out of memory|hard rss limit exhausted|std::bad_alloc/, 'out-of-memory'],
  [/Assertion [`'][^]*?' failed/, 'assertion'],
];

export function judgeProgram(execution: Execution): Execution {
  const { outcome, text, exitCode } = execution;
  if (outcome !== 'rejected' && outcome !== 'signal') return execution;
  const signal = execution.signal ?? signalOfExitCode[exitCode];
  if (signal === undefined && !REPORT.test(text)) return execution;
  const told = lastWords.find(([pattern]) => pattern.test(text))?.[1];
  return { ...execution, outcome: told ?? 'signal', signal: signal ?? 'SIGABRT' };
}
