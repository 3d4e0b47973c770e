/**
 * Judges the end of a person's program. Its output counts only if it did not end by itself: a parser may
 * print "out of memory" about its input. A code of exit says no signal: a program may end with 139 by itself.
 */
import type { Execution, OutcomeKind } from '../../serve/index.ts';

const REPORT = /ERROR: \w+Sanitizer: |WARNING: (?:Memory|Thread)Sanitizer: |: runtime error: [^]*SUMMARY: /;

const lastWords: readonly (readonly [RegExp, OutcomeKind])[] = [
  [/Sanitizer: (?:stack-overflow|nested bug in the same thread)/, 'stack-overflow'],
  [/Sanitizer: out of memory|hard rss limit exhausted|std::bad_alloc/, 'out-of-memory'],
  [/Assertion [`'][^]*?' failed/, 'assertion'],
];

export function judgeProgram(execution: Execution): Execution {
  const { outcome, text, signal } = execution;
  if (outcome !== 'rejected' && outcome !== 'signal') return execution;
  if (signal === undefined && !REPORT.test(text)) return execution;
  const told = lastWords.find(([pattern]) => pattern.test(text))?.[1];
  return { ...execution, outcome: told ?? 'signal', signal: signal ?? 'SIGABRT' };
}
