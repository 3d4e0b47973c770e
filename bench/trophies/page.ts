/** A trophy's page, taken apart: the words that only a person could write. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pagesFolder } from '../../src/build/index.ts';

export interface TrophyPage {
  /** The heading without the compiler and the flags before its colon. */
  readonly title: string;
  /** The facts of the list at the top, as in `Known`. */
  readonly facts: ReadonlyMap<string, string>;
  /** The commands that show the bug, for a shell; the first word names a compiler. */
  readonly commands: readonly string[];
  /** The paragraphs that explain the bug. */
  readonly story: string;
  /** The parts under a heading, as in `Expected`. */
  readonly parts: ReadonlyMap<string, string>;
}

export function folderOfTrophy(name: string): string {
  return join(pagesFolder, 'trophies', name);
}

export function readTrophyPage(name: string): TrophyPage {
  return pageIn(readFileSync(join(folderOfTrophy(name), 'README.md'), 'utf8'));
}

export function pageIn(text: string): TrophyPage {
  const [top = '', ...rest] = text.split(/^## /m);
  const parts = rest.map((part): [string, string] => {
    const end = part.indexOf('\n');
    return [part.slice(0, end).trim(), part.slice(end).trim()];
  });
  const [heading = ''] = top.split('\n');
  const code = codeIn(top);
  const list = /^- \*\*[^]*?\n\n/m.exec(`${top}\n\n`);
  const facts = [...(list?.[0] ?? '').matchAll(/^- \*\*(.+?):\*\* ([^]*?)(?=\n- |\n\n)/gm)];
  const told = list === null ? '' : top.slice(list.index + list[0].length);
  return {
    title: capitalised(/^# .*?: (.*)$/.exec(heading)?.[1] ?? heading.replace(/^# /, '')),
    facts: new Map(facts.map(([, fact = '', said = '']) => [fact, said.replaceAll(/\s+/g, ' ').trim()])),
    commands: (code?.text ?? '')
      .split('\n')
      .filter((line) => line.startsWith('$ '))
      .map((line) => line.slice(2)),
    story: (code === undefined ? told : top.slice(code.end)).trim(),
    parts: new Map(parts),
  };
}

/** The first block of code in a text, of this language if one is named; `end` is the place after its fence. */
export function codeIn(text: string, language = ''): { text: string; end: number } | undefined {
  const found = new RegExp(`^(\`\`\`+)${language}\\n([^]*?)^\\1\\n?`, 'm').exec(text);
  return found === null ? undefined : { text: (found[2] ?? '').trim(), end: found.index + found[0].length };
}

function capitalised(text: string): string {
  return text.replace(/^[a-z](?=[a-z]* )/, (letter) => letter.toUpperCase());
}
