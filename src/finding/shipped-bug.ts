/** A bug that comes with cgfuzz, and how campaigns recognise it. */

export interface ShippedBug {
  /** The name of the folder in docs/trophies. */
  readonly name: string;
  readonly title: string;
  /** The report in a tracker; empty if nobody reported the bug, as far as we know. */
  readonly address: string;
}

export interface RecognisedBug extends ShippedBug {
  /** Beginnings of signatures. */
  readonly signatures: readonly string[];
  /** Parts of the compiler's name, or of its flags; `a|b` asks for one of two parts. */
  readonly words: readonly string[];
}
