/**
 * A mistake of the person's, told in their words: one short line, then what is allowed and the next step.
 *
 * Only this class is shown without a stack trace. Any other error is a broken invariant of ours.
 */
export class UserError extends Error {
  readonly hints: readonly string[];

  constructor(message: string, hints: readonly string[] = []) {
    super(message);
    this.name = 'UserError';
    this.hints = hints;
  }
}

/** The message, with its advice in the same line. */
export function messageWithHints(error: Error): string {
  return [error.message, ...(error instanceof UserError ? error.hints : [])].join('; ');
}
