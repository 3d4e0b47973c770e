/** A gap in the judge's knowledge: the answer for such a test is "not asked", never a guess. */
export class NotAsked extends Error {
  /** The unknown instruction or feature, for counting. */
  readonly what: string;

  constructor(what: string) {
    super(`not known: ${what}`);
    this.name = 'NotAsked';
    this.what = what;
  }
}
