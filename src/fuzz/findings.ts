/**
 * Findings: failures of the target, one for each signature, each in a folder with all that is needed to see it again.
 *
 * Invariant: a folder with a `meta.json` is whole; that is written last, and what lacks it is written again when the
 * failure is seen again.
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Signature } from '../oracle/index.ts';
import type { Program } from '../program/index.ts';
import { writeFileAtomic } from '../util/write-file-atomic.ts';

export interface Finding {
  readonly id: string;
  readonly kind: string;
  /** Equal for equal bugs. */
  readonly signature: string;
  readonly title: string;
  /** How often it was seen. */
  readonly count: number;
  readonly folder: string;
}

type Meta = Omit<Finding, 'folder'>;

/** What is kept of a failure. */
export interface Failure {
  readonly signature: Signature;
  readonly program: Program;
  readonly sequence: () => Uint8Array;
  /** What the target said. */
  readonly text: string;
  /** Where it comes from, for the record. */
  readonly about: Readonly<Record<string, unknown>>;
}

export class Findings {
  readonly #folder: string;
  readonly #bySignature = new Map<string, Finding>();

  constructor(folder: string) {
    this.#folder = folder;
    for (const id of existsSync(folder) ? readdirSync(folder) : []) {
      const path = join(folder, id);
      try {
        const meta = JSON.parse(readFileSync(join(path, 'meta.json'), 'utf8')) as Meta;
        this.#bySignature.set(meta.signature, { ...meta, folder: path });
      } catch {
        // Somebody else's, or not finished.
      }
    }
  }

  get size(): number {
    return this.#bySignature.size;
  }

  all(): readonly Finding[] {
    return [...this.#bySignature.values()];
  }

  /** The finding, when nobody saw it before; one that is known is counted. */
  add({ signature, program, sequence, text, about }: Failure): Finding | undefined {
    const known = this.#bySignature.get(signature.key);
    if (known !== undefined) {
      this.#bySignature.set(signature.key, { ...known, count: known.count + 1 });
      return undefined;
    }
    const id = createHash('sha256').update(signature.key).digest('hex').slice(0, 12);
    const folder = join(this.#folder, id);
    const [frame] = signature.frames;
    const title = [signature.message || signature.kind, ...(frame === undefined ? [] : [`in ${frame}`])].join(
      ' ',
    );
    const meta: Meta = { id, kind: signature.kind, signature: signature.key, title, count: 1 };
    mkdirSync(folder, { recursive: true });
    for (const { path, bytes } of program.files) {
      const file = join(folder, 'program', path);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, bytes);
    }
    writeFileSync(join(folder, 'sequence.cgseq'), sequence());
    writeFileSync(join(folder, 'output.txt'), text);
    const { frames, pass } = signature;
    writeFileAtomic(
      join(folder, 'meta.json'),
      `${JSON.stringify({ ...meta, frames, ...(pass === undefined ? {} : { pass }), ...about }, undefined, 2)}\n`,
    );
    const finding = { ...meta, folder };
    this.#bySignature.set(signature.key, finding);
    return finding;
  }
}
