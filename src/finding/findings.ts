/**
 * All findings of a campaign: one for each signature of a failure. A failure with a known signature is only
 * counted.
 *
 * Invariant: a folder with an unreadable finding is reported, and left as it is.
 */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Seen } from '../oracle/index.ts';
import type { Program, ProgramFile } from '../program/index.ts';
import { isExecutableText } from '../target/index.ts';
import { circumstanceOf } from '../util/circumstance.ts';
import { UserError } from '../util/user-error.ts';
import { FindingFolder, type Render, shapeOf } from './finding-folder.ts';
import { headersOf } from './headers.ts';
import { KnownBugs, knownNote } from './known-bugs.ts';
import type { FindingRecord } from './record.ts';
import { titleOf } from './kinds.ts';

export interface Finding {
  readonly record: FindingRecord;
  readonly folder: FindingFolder;
}

/** The part of a failure that a finding keeps. */
export interface Failure extends Seen, Pick<FindingRecord, 'build' | 'origin' | 'shipped'> {
  readonly program: Program;
  readonly sequence: () => Uint8Array;
}

export class Findings {
  readonly #path: string;
  readonly #render: Render;
  readonly #known: KnownBugs;
  readonly #bySignature = new Map<string, Finding>();
  /** Findings whose count on the disk is old. */
  readonly #dirty = new Set<string>();
  /** Signatures of failures that other workers of a fleet have found. */
  readonly #elsewhere = new Set<string>();
  /** Damage that was found, in words. */
  readonly warnings: readonly string[];

  /** A new finding that is one of the `known` bugs is muted at once. */
  constructor(path: string, render: Render, known: KnownBugs = KnownBugs.none()) {
    this.#path = path;
    this.#render = render;
    this.#known = known;
    const names = existsSync(path) ? readdirSync(path, { withFileTypes: true }) : [];
    this.warnings = names
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => name)
      .toSorted()
      .flatMap((name) => this.#open(new FindingFolder(join(path, name))));
  }

  /** Returns messages for a person. */
  #open(folder: FindingFolder): string[] {
    // A killed process did not finish it, or it belongs to somebody else.
    if (!folder.exists)
      return folder.sequence('original') === undefined
        ? []
        : [`${folder.path}: it has no meta.json, so that it is no finding`];
    try {
      const record = folder.read();
      const twice = this.#bySignature.get(record.signature);
      if (twice !== undefined) return [`${folder.path}: the same finding as ${twice.folder.path}; left out`];
      this.#bySignature.set(record.signature, { record, folder });
      return [];
    } catch (error) {
      const told = error instanceof UserError ? error : circumstanceOf(error);
      if (told === undefined) throw error;
      return [`${told.message}; the finding is left out`];
    }
  }

  get size(): number {
    return this.#bySignature.size;
  }

  all(): readonly Finding[] {
    return [...this.#bySignature.values()];
  }

  /** Counts a failure whose signature is known; false if the signature is new. */
  countAgain(signature: string): boolean {
    const known = this.#bySignature.get(signature);
    if (known === undefined) return this.#elsewhere.has(signature);
    const record = { ...known.record, count: known.record.count + 1 };
    this.#bySignature.set(signature, { ...known, record });
    this.#dirty.add(signature);
    return true;
  }

  /** Another worker of the fleet has this failure, so this campaign makes no finding of it. */
  knowElsewhere(signature: string): void {
    this.#elsewhere.add(signature);
  }

  /**
   * Adds a finding from another worker, with its files; it replaces this campaign's finding of that failure.
   */
  adopt(told: FindingRecord, files: readonly ProgramFile[]): Finding {
    const here = this.#bySignature.get(told.signature);
    // The other worker chose the id, which might be a path out of this folder.
    const record = { ...told, id: idOf(told.signature) };
    const folder = here?.folder ?? new FindingFolder(join(this.#path, record.id));
    const mute = folder.isMuted ? folder.muteNote : undefined;
    folder.replace(files);
    if (mute !== undefined) folder.mute(mute);
    folder.save(record, this.#render);
    const finding = { record, folder };
    this.#bySignature.set(record.signature, finding);
    return finding;
  }

  /** Adds a finding for a failure with a new signature. */
  add({ signature, program, sequence, text, ...about }: Failure): Finding {
    const { key } = signature;
    const folder = new FindingFolder(join(this.#path, idOf(key)));
    folder.setAside();
    const headers = headersOf(program, about.args);
    const record = recordOf({ signature, program, ...about }, headers);
    for (const { to, files } of headers) folder.saveHeaders(to, files);
    folder.saveProgram('original', program, sequence());
    folder.saveOutput(text);
    const known = this.#known.find(key);
    if (known !== undefined) folder.mute(knownNote(known, record));
    folder.save(record, this.#render);
    const finding = { record, folder };
    this.#bySignature.set(key, finding);
    return finding;
  }

  /** Adds new knowledge to a finding. */
  update(signature: string, more: Partial<FindingRecord>): Finding {
    const known = this.#bySignature.get(signature);
    if (known === undefined) throw new Error(`nothing is known of ${signature}`);
    const finding = { ...known, record: { ...known.record, ...more } };
    this.#bySignature.set(signature, finding);
    finding.folder.save(finding.record, this.#render);
    return finding;
  }

  /** Writes down how often each finding came again. */
  flush(): void {
    for (const signature of this.#dirty) this.update(signature, {});
    this.#dirty.clear();
  }
}

/** The record of a failure that was seen for the first time. */
export function recordOf(
  { signature, program, ...about }: Omit<Failure, 'sequence' | 'text'>,
  headers: ReturnType<typeof headersOf>,
): FindingRecord {
  const { key, kind, message, frames, pass } = signature;
  return {
    id: idOf(key),
    kind,
    signature: key,
    title: titleOf(signature),
    count: 1,
    message,
    frames,
    ...(pass === undefined ? {} : { pass }),
    ...about,
    ...(isExecutableText(about.compiler) ? { targetKind: 'executable' as const } : {}),
    ...(about.given && program.options && { options: program.options }),
    program: shapeOf(program, headers),
  };
}

function idOf(signature: string): string {
  return createHash('sha256').update(signature).digest('hex').slice(0, 12);
}
