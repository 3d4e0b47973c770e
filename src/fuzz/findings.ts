/** Findings: failures of the target, one for each signature, each in a folder with all that is needed to see it again. */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Program } from '../program/index.ts';
import { type Execution, isCrash } from '../target/index.ts';
import { writeFileAtomic } from '../util/write-file-atomic.ts';

export interface Finding {
  readonly id: string;
  readonly kind: string;
  readonly signature: string;
  readonly title: string;
  /** How often it was seen. */
  readonly count: number;
  readonly folder: string;
}

type Meta = Omit<Finding, 'folder'>;

/** Everything that changes from one crash to the next, though the bug is the same. */
const VARIABLE = /0x[0-9a-f]+|\b\d+\b|'[^']*'|"[^"]*"/gi;

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
        // A folder of somebody else's, or one that was not finished: it is written again when the failure is seen again.
      }
    }
  }

  get size(): number {
    return this.#bySignature.size;
  }

  all(): readonly Finding[] {
    return [...this.#bySignature.values()];
  }

  /** The finding, when nobody saw it before. */
  note(
    execution: Execution,
    program: Program,
    sequence: () => Uint8Array,
    about: Readonly<Record<string, unknown>>,
  ): Finding | undefined {
    const signature = signatureOf(execution);
    const known = this.#bySignature.get(signature);
    if (known !== undefined) {
      this.#bySignature.set(signature, { ...known, count: known.count + 1 });
      return undefined;
    }
    const id = createHash('sha256').update(signature).digest('hex').slice(0, 12);
    const folder = join(this.#folder, id);
    const title = `${execution.outcome}: ${firstLine(execution.text) || (execution.signal ?? '')}`;
    const meta: Meta = { id, kind: execution.outcome, signature, title, count: 1 };
    mkdirSync(folder, { recursive: true });
    for (const { path, bytes } of program.files) {
      const file = join(folder, 'program', path);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, bytes);
    }
    writeFileSync(join(folder, 'sequence.cgseq'), sequence());
    writeFileSync(join(folder, 'output.txt'), execution.text);
    writeFileAtomic(join(folder, 'meta.json'), `${JSON.stringify({ ...meta, ...about }, undefined, 2)}\n`);
    const finding = { ...meta, folder };
    this.#bySignature.set(signature, finding);
    return finding;
  }
}

export function isFinding({ outcome }: Execution): boolean {
  return isCrash(outcome) || outcome === 'out-of-memory';
}

function signatureOf({ outcome, text, signal }: Execution): string {
  return `${outcome} ${signal ?? ''} ${firstLine(text).replaceAll(VARIABLE, '_')}`;
}

function firstLine(text: string): string {
  return text.split('\n', 1)[0]!.trim();
}
