/** A family of faults: cases that follow from a seed, and what each of them lost or let out. */

export interface Family {
  readonly name: string;
  /** The percentage of all cases that are of this family. */
  readonly share: number;
  /** What went wrong, in words, with what it takes to see it again; nothing where all went well. */
  readonly run: (seed: number) => Promise<readonly string[]>;
}

/** A stack is what a person must never see. */
export function showsStack(said: { readonly code: number; readonly stderr: string }): boolean {
  return said.code === 3 || /^\s+at .*:\d+:\d+\)?$/m.test(said.stderr);
}
