/**
 * Traits that a tidy repository must not have, as functions over paths and texts, so that tests can show that they see
 * them.
 */
import type { SourceFile } from './layers.ts';

/** Everything that may lie at the top. If you add a file there, name it here. */
export const topNames: readonly string[] = wordsOf(`
  .ci .devcontainer .dockerignore .github .gitignore .oxlintrc.json .prettierignore .prettierrc.json CHANGELOG.md CONTRIBUTING.md LICENSE README.md bench bin corpus deploy docs
  instrumentation knip.json lab package-lock.json package.json setup src test tsconfig.build.json
  tsconfig.json vitest.config.ts
`);

/** Every kind of file there is, by the end of its name; a file without such an end stands here by its path. */
export const expectedEnds: readonly string[] = wordsOf(`
  .ts .mjs .json .jsonl .md .svg .cgseq .cgcorpus .sh .py .patch .c .h .ll .cpp .go .hpp .inc .S .table
  .dockerignore .gitignore .prettierignore LICENSE .ci/run choices/build choices/remove-unused
  .yaml .service .sysusers .timer deploy/Containerfile
  .litmus .s wrappers/cgfuzz-cc wrappers/cgfuzz-c++ wrappers/table-to-assembly wrappers/no-entry-list build/record-command clients/cgfuzz-python
  clients/cgfuzz-hypothesis
  .kept .lua
`);

export interface Listing {
  /** Names that are there and not on the list. */
  readonly strays: readonly string[];
  /** Names that are on the list and not there. */
  readonly needless: readonly string[];
}

export function topOf(files: readonly string[], names: readonly string[] = topNames): Listing {
  const found = new Set(files.map((path) => path.split('/')[0] ?? ''));
  return {
    strays: [...found].filter((name) => !names.includes(name)),
    needless: names.filter((name) => !found.has(name)),
  };
}

export function endsOf(files: readonly string[], ends: readonly string[] = expectedEnds): Listing {
  return {
    strays: files.filter((path) => !ends.some((end) => path.endsWith(end))),
    needless: ends.filter((end) => !files.some((path) => path.endsWith(end))),
  };
}

const EXPORTED =
  /^export (?:declare |abstract |async )*(?:const|let|function\*?|class|interface|type|enum) ([\w$]+)/gm;

/** Names that more than one module exports, each with the modules. Overloads of one function are one. */
export function equalExports(sources: readonly SourceFile[]): string[] {
  const modules = new Map<string, Set<string>>();
  for (const { path, text } of sources) {
    for (const [, name = ''] of text.matchAll(EXPORTED)) {
      modules.set(name, (modules.get(name) ?? new Set()).add(path));
    }
  }
  return [...modules]
    .filter(([, paths]) => paths.size > 1)
    .map(([name, paths]) => `${name}: ${[...paths].join(', ')}`);
}

/** Classes of a module with the number of their own fields; the format that prettier gives is taken for granted. */
export function fieldsOfClasses({
  path,
  text,
}: SourceFile): { readonly name: string; readonly fields: number }[] {
  const classes = text.matchAll(/^(?:export )?(?:abstract )?class ([\w$]+)[^\n]*?(?:\{\}$|\{$[^]*?^\})/gm);
  return [...classes].map(([body, name = '']) => ({
    name: `${path}: ${name}`,
    fields: [
      ...body.matchAll(/^ {2}(?:(?:readonly|private|protected|declare|override) )*#?[\w$]+[!?]?(?::| =|;)/gm),
    ].length,
  }));
}

/** Lines that name a number in capitals, or hold a fraction other than a half. */
export function numbersThatSteer({ path, text }: SourceFile): string[] {
  return text
    .split('\n')
    .filter((line) => !/^\s*(\*|\/[/*])/.test(line))
    .filter(
      (line) =>
        /^(export )?const [A-Z][A-Z\d_]+(: \w+)? = [^'"`{]*(?<![\w.])\d/.test(line) ||
        /(?<![\w.'"`])(?!0\.5\b)\d+\.\d+(?![\w.])/.test(line),
    )
    .map((line) => `${path}: ${line.trim()}`);
}

/** Words with which a comment leaves out what it is about: a genitive, a clause without a noun, the rest of a sentence. */
const NO_NOUN = /^(Of|As|And|But|With|Where|What)\b/;

/** Comments that begin with such a word, by the line on which they begin. */
export function commentsWithoutNoun({ path, text }: SourceFile): string[] {
  const lines = text.split('\n').map((line) => line.trim());
  return lines.flatMap((line, index) => {
    const before = lines[index - 1] ?? '';
    const begins =
      /^\/\*\*\s+(.*)/.exec(line)?.[1] ??
      (before === '/**' ? /^\* (.*)/.exec(line)?.[1] : undefined) ??
      (before.startsWith('//') ? undefined : /^\/\/ (.*)/.exec(line)?.[1]);
    return begins !== undefined && NO_NOUN.test(begins) ? [`${path}:${index + 1}: ${begins}`] : [];
  });
}

/** Openings without a noun, people where a part is meant, and "where" that means "if". */
const OBLIQUE =
  /^(?:One that|One whose|Those that|What|Who)\b|\b[Ww]hoever\b|\b(?:[Uu]ndefined|[Nn]othing|[Nn]one|[Ee]mpty|[Aa]bsent|[Nn]ull|[Ff]alse|[Rr]ight|[Oo]nly|[Tt]hrows),? where\b/;

/** Sentences of comments and pages that begin without a noun, speak of people in general, or say "where" for "if". */
export function obliqueSentences(sentences: readonly string[]): string[] {
  return sentences.filter((sentence) => OBLIQUE.test(sentence));
}

/** Files whose comments begin with a "#": scripts, of which some have no end of a name, and tables. */
const SCRIPT = /\.(?:py|pl|sh|table)$|(?:^|\/)[^./]+$/;

/** The sentences of the comments of a file. An item of a list begins a sentence; lines far to the right are drawings. */
export function sentencesOfComments({ path, text }: SourceFile): string[] {
  const sentences: string[] = [];
  let words = '';
  const end = (): void => {
    sentences.push(...sentencesIn(words));
    words = '';
  };
  for (const line of (SCRIPT.test(path) ? withSlashes(text) : text).split('\n')) {
    const [, opening = '', more] = /^\s*(\/\*\*?|\*(?!\/)|\/\/)\s?(.*?)(?:\*\/)?\s*$/.exec(line) ?? [];
    if (more === undefined || opening.startsWith('/*') || /^(?:- .*|\d+\. .*|@\w+ .*|)$/.test(more.trim()))
      end();
    if (more !== undefined && !/^\s{3}/.test(more)) words += ` ${more}`;
  }
  end();
  return sentences;
}

/** A script with the comments of TypeScript: its texts of documentation, and its lines that begin with a "#". */
function withSlashes(text: string): string {
  return text
    .replaceAll(/^( *)"""([^]*?)"""/gm, (_, indent: string, words: string) =>
      words.replaceAll(new RegExp(`^(?:${indent})?`, 'gm'), '# '),
    )
    .replaceAll(/^\s*#(?!!)/gm, '//');
}

/** The sentences of a page: of its paragraphs and lists, without code, tables and headings. */
export function sentencesOfPage(page: string): string[] {
  const prose = page.replaceAll(/^(```+)[^]*?^\1$/gm, '\n\n');
  return prose
    .split(/\n\s*\n|\n(?=\s*(?:[-*]|\d+\.) )/)
    .filter((block) => !/^\s*(?:[|#!<]|\[[^\]]+\]: )/.test(block))
    .flatMap((block) =>
      sentencesIn(
        block
          .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
          .replaceAll(/`[^`]*`/g, 'x')
          .replace(/^\s*(?:[-*]|\d+\.) /, ''),
      ),
    );
}

function sentencesIn(text: string): string[] {
  const plain = text.replaceAll(/[*_]/g, '').replaceAll(/\s+/g, ' ').trim();
  return plain.split(/(?<=[.!?:;])\s+(?=[A-Z"(x])|(?<=\.)\)?\s+/);
}

/** Words that are read; marks alone are none. */
export function wordCount(sentence: string): number {
  return sentence.split(' ').filter((word) => /[A-Za-z\d]/.test(word)).length;
}

/** Lines of a page that are too long to be read side by side; tables, code, addresses and long commands cannot be broken. */
export function longLines(page: string, columns: number): string[] {
  const prose = page.replaceAll(/^\s*(```+)[^]*?^\s*\1$/gm, '');
  return prose
    .split('\n')
    .filter((line) => !/^\s*(?:[|!<]|\[[^\]]+\]: )/.test(line))
    .filter((line) => line.length > columns && line.replaceAll(/`[^`]*(?:`|$)/g, '``').length > columns / 2);
}

function wordsOf(text: string): string[] {
  return text.trim().split(/\s+/);
}
