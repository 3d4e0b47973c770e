/** Bad ends of generators, recognised by what the generator returned or threw. */

/** True for a promise: the result of a generator that is not synchronous. */
export function isThenable(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function';
}

/** True for a generator that recursed without scopes until Node's stack was full. */
export function isStackOverflow(error: unknown): boolean {
  return error instanceof RangeError && error.message === 'Maximum call stack size exceeded';
}
