/** A family of faults: cases that follow from a seed, and what each of them lost or let out. */

export interface Family {
  readonly name: string;
  /** The percentage of all cases that are of this family. */
  readonly share: number;
  /** The failures, in words, with the way to see them again; empty if all went well. */
  readonly run: (seed: number) => Promise<readonly string[]>;
}

/** A stack is what a person must never see. */
export function showsStack(said: { readonly code: number; readonly stderr: string }): boolean {
  return said.code === 3 || /^\s+at .*:\d+:\d+\)?$/m.test(said.stderr);
}
