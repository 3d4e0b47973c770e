/** The command lines that pages tell people to type. */
import { readdirSync, readFileSync } from 'node:fs';

const pages = [
  'README.md',
  ...readdirSync('docs')
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
];

export interface ShownCommand {
  readonly page: string;
  /** The words after `cgfuzz`. */
  readonly line: string;
}

/** Command lines in blocks of code, and in table cells and text between backquotes. */
function commandsIn(text: string): string[] {
  const joined = text.replaceAll(/ *\\\n\s*/g, ' ');
  const ofBlocks: string[] = [];
  let isCode = false;
  for (const line of joined.split('\n')) {
    if (/^\s*```/.test(line)) isCode = !isCode;
    else if (isCode) ofBlocks.push(line);
  }
  const inLine = [...joined.matchAll(/`((?:cgfuzz|npm start --) [^`]*)`/g)].map(([, line = '']) =>
    line.replaceAll(/\s+/g, ' '),
  );
  return [...ofBlocks, ...inLine].flatMap((line) => {
    const [, words] = /^(?:\$ )?(?:cgfuzz|npm start --) ([a-z]+(?: .*)?)$/.exec(line) ?? [];
    return words === undefined ? [] : [withoutRest(words.replaceAll('\\|', '|'))];
  });
}

/** Without a comment, and without what the shell does with the output. */
function withoutRest(words: string): string {
  return /^(?:"[^"]*"|'[^']*'|[^"'])*?(?=\s+#| [|>] |$)/.exec(words)![0];
}

export const shownCommands: readonly ShownCommand[] = pages.flatMap((page) =>
  commandsIn(readFileSync(page, 'utf8')).map((line) => ({ page, line })),
);
