/** Output of the reduction of a sequence outside of findings: `NAME.cgseq` and the program beside it. */
import { existsSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import {
  type Alphabet,
  type ChoiceSequence,
  decodeSequence,
  encodeSequence,
  type Envelope,
} from '../../choice/index.ts';
import { writeProgram } from '../../triage/index.ts';
import { type Program, withFiles } from '../../program/index.ts';
import { UserError } from '../../util/user-error.ts';
import { writeFileAtomic } from '../../util/write-file-atomic.ts';

export class SequenceOutput {
  readonly #base: string;
  readonly #envelope: Envelope;

  constructor(base: string, envelope: Envelope) {
    this.#base = base;
    this.#envelope = envelope;
  }

  get sequencePath(): string {
    return `${this.#base}.cgseq`;
  }

  /** A file, or a folder if the program has several files. */
  programPath({ files, main }: Program): string {
    return files.length === 1 ? `${this.#base}${extname(main)}` : this.#base;
  }

  /** The result of an earlier reduction. */
  read(alphabet: Alphabet): ChoiceSequence | undefined {
    if (!existsSync(this.sequencePath)) return undefined;
    return decodeSequence(readFileSync(this.sequencePath), alphabet).sequence;
  }

  /** A file, or a folder if the program has several files. */
  textPath({ files, main }: Program): string {
    return files.length === 1 ? `${this.#base}.text${extname(main)}` : `${this.#base}.text`;
  }

  /** The text that an earlier step made from a program, if all of its files are there. */
  readText(program: Program): Program | undefined {
    const path = this.textPath(program);
    const at = (name: string): string => (program.files.length === 1 ? path : join(path, name));
    if (!program.files.every((file) => existsSync(at(file.path)))) return undefined;
    return withFiles(
      program,
      program.files.map((file) => ({ path: file.path, bytes: readFileSync(at(file.path)) })),
    );
  }

  /** Writes the result of a text reducer, which has no choices. */
  writeText(program: Program): string {
    const path = this.textPath(program);
    writing(path, () => writeFiles(program, path));
    return path;
  }

  write(sequence: ChoiceSequence, program: Program): void {
    writing(this.sequencePath, () => {
      writeFileAtomic(this.sequencePath, encodeSequence(sequence, this.#envelope));
      writeFiles(program, this.programPath(program));
    });
  }
}

function writing(path: string, work: () => void): void {
  try {
    work();
  } catch (error) {
    throw new UserError(`cannot write ${path}: ${(error as Error).message}`, [
      'name another place: --output NAME',
    ]);
  }
}

/** A file, or a folder if the program has several files. */
function writeFiles(program: Program, path: string): void {
  const [file] = program.files;
  if (program.files.length === 1 && file !== undefined) writeFileAtomic(path, file.bytes);
  else writeProgram(program, path);
}
