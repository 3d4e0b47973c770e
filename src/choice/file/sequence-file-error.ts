/** Errors in the bytes of a sequence, told to a person; scripts look at `reason`. */
import { UserError } from '../../util/user-error.ts';

export type SequenceFileProblem =
  /** Something else altogether. */
  | 'foreign'
  /** A format that this version does not know. */
  | 'newer'
  /** Cut off, changed, or invalid from the start. */
  | 'damaged'
  /** A sequence of another generator, or of another version of this generator. */
  | 'other-source';

export class SequenceFileError extends UserError {
  override readonly name = 'SequenceFileError';
  readonly reason: SequenceFileProblem;

  constructor(reason: SequenceFileProblem, message: string, hints: readonly string[]) {
    super(message, hints);
    this.reason = reason;
  }
}

export function damaged(what: string): SequenceFileError {
  return new SequenceFileError('damaged', `damaged: ${what}`, [
    'every sequence carries its size and a checksum, so this is not what was written',
    'take it from where it was copied from, or leave it out',
  ]);
}

/** The error for bytes with a right checksum that are no sequence nevertheless: somebody wrote them so. */
export function malformed(what: string): SequenceFileError {
  return new SequenceFileError('damaged', `damaged: ${what}, although the checksum is right`, [
    'whatever program wrote it made a mistake; what is allowed: docs/sequence-format.md',
  ]);
}
