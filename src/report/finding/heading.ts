/**
 * The heading of a report: the compiler's message, as a person would search for it, and never a signature.
 */
import type { FindingRecord } from '../../finding/index.ts';
import { isOfExecutable } from './executable-finding.ts';

const MOST_CHARACTERS = 140;

/** Last words of compilers, the most telling first. */
const LAST_WORDS: readonly RegExp[] = [
  /^\*\*\* (Bad machine code: .*?) \*\*\*$/m,
  /\b(Assertion [`'].* failed)/,
  /\bUNREACHABLE executed: (.*)/,
  /\berror in backend: (.*)/,
  /\bLLVM ERROR: (.*)/,
  /\b(internal compiler error: .*)/,
];

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
  const { kind, title, culprit } = record;
  if (kind === 'wrong-code') {
    if (culprit?.kind === 'pass') return `wrong code by ${culprit.pass}`;
    return culprit?.kind === 'flags' ? `wrong code, right with ${culprit.flags.join(' ')}` : 'wrong code';
  }
  if (kind === 'rejected') return /\berror: (.*)/.exec(output)?.[0] ?? title;
  if (kind !== 'crash') return title;
  const words = LAST_WORDS.map((pattern) => pattern.exec(output)?.[1]).find((found) => found !== undefined);
  return words?.trim() ?? title;
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
