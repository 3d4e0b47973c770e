/**
 * The bugs that come with cgfuzz: its trophies, in `docs/known.json`, with their programs and flags. A finding
 * that shows one of these bugs says so on its first line, and is not reduced.
 *
 * Invariant: each name is a folder of docs/trophies, and each title is the heading of its page.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pagesFolder } from '../build/index.ts';
import { failureKinds } from '../oracle/index.ts';
import { type Program, programOf } from '../program/index.ts';
import { aText, fieldsOf, listOf, oneOf, optional, parseJsonAs, type Shape } from '../util/shape.ts';
import type { FindingRecord } from './record.ts';

export interface ShippedBug {
  /** The name of the folder in docs/trophies. */
  readonly name: string;
  readonly title: string;
  /** The report in a tracker; empty if nobody reported the bug, as far as we know. */
  readonly address: string;
}

export interface Trophy extends ShippedBug {
  readonly kind: FindingRecord['kind'];
  /** The compiler and the flags by which the program in `file` shows the bug. */
  readonly compiler: string;
  readonly args: readonly string[];
  readonly file: string;
  /** Beginnings of signatures. */
  readonly signatures: readonly string[];
  /** Says if somebody else reported the bug, or something near it. */
  readonly known: 'yes' | 'near' | 'no';
  /** The answer of a snapshot, and its day. */
  readonly newest?: {
    readonly compiler: string;
    readonly date: string;
    readonly answer: 'shows' | 'gone' | 'cannot be asked';
  };
}

export const trophyShape: Shape<Trophy> = fieldsOf<Trophy>({
  name: aText,
  title: aText,
  address: aText,
  kind: oneOf(...failureKinds),
  compiler: aText,
  args: listOf(aText),
  file: oneOf('reduced.c', 'reduced.cpp', 'reduced.ll'),
  signatures: listOf(aText),
  known: oneOf('yes', 'near', 'no'),
  newest: optional(
    fieldsOf<NonNullable<Trophy['newest']>>({
      compiler: aText,
      date: aText,
      answer: oneOf('shows', 'gone', 'cannot be asked'),
    }),
  ),
});

const pageShape = fieldsOf<{ trophies: readonly Trophy[] }>({ trophies: listOf(trophyShape) });

let read: readonly Trophy[] | undefined;

/** Read at its first use: most commands need none of it. */
export function trophies(): readonly Trophy[] {
  read ??= parseJsonAs(pageShape, readFileSync(join(pagesFolder, 'known.json'), 'utf8')).trophies;
  return read;
}

/** The trophies whose signature begins like this one, of the same family of compilers. */
export function trophiesLike({
  signature,
  compiler,
}: Pick<FindingRecord, 'signature' | 'compiler'>): Trophy[] {
  const isGcc = compiler.includes('gcc');
  return trophies().filter(
    (each) =>
      each.compiler.includes('gcc') === isGcc &&
      each.signatures.some((beginning) => signature.startsWith(beginning)),
  );
}

export function programOfTrophy({ name, file }: Pick<Trophy, 'name' | 'file'>): Program {
  const language = file.endsWith('.c') ? 'c' : file.endsWith('.cpp') ? 'c++' : 'llvm-ir';
  return programOf(readFileSync(join(pagesFolder, 'trophies', name, file)), language);
}

/** The number of findings that show a bug that comes with cgfuzz. */
export function countKnown(findings: readonly { readonly shipped?: ShippedBug | undefined }[]): number {
  return findings.filter(({ shipped }) => shipped !== undefined).length;
}

/** One line about a finding: its title, or the known bug that it shows. */
export function headlineOf({ title, shipped }: Pick<FindingRecord, 'title' | 'shipped'>): string {
  return shipped === undefined ? title : `known, docs/trophies/${shipped.name}: ${title}`;
}

/** One line about a known bug: its heading, and the place to read more. */
export function shippedText({ name, title, address }: ShippedBug): string {
  return `known: ${title} (docs/trophies/${name}${address === '' ? '' : `, ${address}`})`;
}
