/** How generators end when they do not end well, told from what they returned or threw. */

/** A generator that forgot to be synchronous. */
export function isThenable(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function';
}

/** A generator that recurses without opening scopes, past what Node's stack can hold. */
export function isStackOverflow(error: unknown): boolean {
  return error instanceof RangeError && error.message === 'Maximum call stack size exceeded';
}
