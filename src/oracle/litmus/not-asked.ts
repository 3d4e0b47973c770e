/** A gap in what the judge knows: the answer about such a test is that it was not asked, never a guess. */
export class NotAsked extends Error {
  /** The instruction or thing that is not known, for counting. */
  readonly what: string;

  constructor(what: string) {
    super(`not known: ${what}`);
    this.name = 'NotAsked';
    this.what = what;
  }
}
