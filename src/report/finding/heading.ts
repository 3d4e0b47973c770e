/**
 * The heading of a report: the compiler's message, as a person would search for it, and never a signature.
 */
import type { FindingRecord } from '../../finding/index.ts';
import { reportKindOf } from '../kinds/index.ts';
import { isOfExecutable } from './executable-finding.ts';

const MOST_CHARACTERS = 140;

/**
 * `message for m68k with -O2`. The key of a signature has letters in place of numbers, so a search in a
 * tracker would not find it.
 */
export function headingOf(record: FindingRecord, output: string): string {
  if (isOfExecutable(record)) return plain(record.title);
  const said = messageOf(record, output);
  return plain(`${said}${machineText(record)}${levelText(record)}`);
}

/** The words of the compiler or of cgfuzz about the bug, however long. */
export function messageOf(record: FindingRecord, output: string): string {
  return reportKindOf(record).heading?.(record, output) ?? record.title;
}

/** The machine in a name such as `riscv64-linux-gnu-gcc-16-full`; undefined for a gcc of this computer. */
export function tripleOf(compiler: string): string | undefined {
  return /^(.+)-gcc-\d+\b/.exec(compiler)?.[1];
}

/** The architecture, if it is another one than this computer's. */
function machineText({ compiler, args }: FindingRecord): string {
  const triple =
    args.findLast((arg) => arg.startsWith('--target='))?.slice('--target='.length) ?? tripleOf(compiler);
  return triple === undefined ? '' : ` for ${triple}`;
}

function levelText({ args }: FindingRecord): string {
  const level = args.findLast((arg) => arg.startsWith('-O'));
  return level === undefined ? '' : ` at ${level}`;
}

function plain(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  return line.length <= MOST_CHARACTERS ? line : `${line.slice(0, MOST_CHARACTERS - 3)}...`;
}
