/**
 * The text of a target that is a file: `[KIND:]FILE WORDS`, with the quotes of a shell. `@@` among the words
 * stands for the input's file; without it the input is standard input.
 *
 * Invariant: the canonical text means the same from any folder.
 */
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { quoted } from '../../util/quoted.ts';
import { splitWords } from '../../util/split-words.ts';

export const kindsOfFiles = ['executable', 'command', 'centipede'] as const;
export type KindOfFile = (typeof kindsOfFiles)[number];

/** The place of the input's file name. */
export const INPUT_WORD = '@@';

export interface ExecutableText {
  /** The kind that the person wrote before the file; undefined if the file tells it. */
  readonly kind: KindOfFile | undefined;
  readonly file: string;
  readonly args: readonly string[];
}

/** Undefined if the text names no file: a name without `/` is a compiler. */
export function readExecutableText(text: string): ExecutableText | undefined {
  const [, prefix, rest = ''] = /^(?:([a-z]+):)?\s*([^]*)$/.exec(text) ?? [];
  const kind = kindsOfFiles.find((each) => each === prefix);
  if (prefix !== undefined && kind === undefined) return undefined;
  if (kind === undefined && !text.includes('/')) return undefined;
  const [file = '', ...args] = splitWords(rest);
  return kind === undefined && !file.includes('/') ? undefined : { kind, file, args };
}

/** True if a target's text, in a finding or a campaign, names a file and no compiler. */
export function isExecutableText(text: string): boolean {
  return readExecutableText(text) !== undefined;
}

/** The same target with words that mean the same from any folder. */
export function absoluteText({ kind, file, args }: ExecutableText, folder: string): ExecutableText {
  return {
    kind,
    file: resolve(folder, file),
    args: args.map((word) => (namesFile(word, folder) ? resolve(folder, word) : word)),
  };
}

export function canonicalText({ kind, file, args }: ExecutableText): string {
  const words = [file, ...args].map(quoted).join(' ');
  return kind === undefined ? words : `${kind}:${words}`;
}

function namesFile(word: string, folder: string): boolean {
  return word !== '' && word !== INPUT_WORD && !word.startsWith('-') && existsSync(resolve(folder, word));
}
