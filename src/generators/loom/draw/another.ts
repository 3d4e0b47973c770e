/** How long a run of declarations goes on. */

/** How likely one more is drawn, where so many are missing. */
export function another(missing: number, usual: number): number {
  return Math.max(0.1, Math.min(1, missing) * usual);
}
