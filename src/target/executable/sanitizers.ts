/** Options for sanitizers: ours first, then the person's, which win. */
import { UserError } from '../../util/user-error.ts';

const variables = ['ASAN_OPTIONS', 'MSAN_OPTIONS', 'TSAN_OPTIONS', 'UBSAN_OPTIONS', 'LSAN_OPTIONS'] as const;

/** Looking for leaks at the end of a process would cost more than most tests. */
const usual = 'halt_on_error=1:abort_on_error=1:detect_leaks=0:allocator_may_return_null=0:print_summary=1';
/**
 * Freed memory is not used again until 16 MB more are freed. With AddressSanitizer's own 256 MB nearly every allocation
 * touches new pages: an input of libyaml took 1.12 ms, and 0.53 with 16 (2026-11-29).
 */
const usualOf: Readonly<Record<string, string>> = { ASAN_OPTIONS: 'quarantine_size_mb=16' };

const contradictions: readonly (readonly [pattern: RegExp, why: string])[] = [
  [
    /(?:^|[:, ])halt_on_error=(?:0|false)\b/,
    'halt_on_error=0 lets a program go on after a failure, so that no test fails',
  ],
  [/(?:^|[:, ])log_path=/, 'log_path sends reports to a file, where cgfuzz does not see them'],
  [/(?:^|[:, ])handle_(?:segv|abort)=2\b/, 'handle_segv=2 and handle_abort=2 keep signals from cgfuzz'],
];

type Environment = Readonly<Record<string, string | undefined>>;

/** The variables of the environment that sanitizers read. `own` are our further options for this case. */
export function sanitizerOptions(
  env: Environment,
  own: readonly string[] = [],
): Readonly<Record<string, string>> {
  for (const name of variables) refuseContradictions(name, env[name] ?? '');
  return Object.fromEntries(
    variables.map((name) => [name, [usual, usualOf[name], ...own, env[name]].filter(Boolean).join(':')]),
  );
}

function refuseContradictions(name: string, text: string): void {
  const found = contradictions.find(([pattern]) => pattern.test(text));
  if (found !== undefined)
    throw new UserError(`${name}=${text} cannot be used: ${found[1]}`, ['leave it out']);
}
