/**
 * Reads one preprocessed C file: parts it into chunks, and finds the functions that need nothing outside of the
 * file.
 *
 * All names become others, except those of the language and of a few functions that every program may call.
 * Names are replaced by their spelling, everywhere alike, so that scopes stay as they are. Invariant: the same
 * file gives the same chunks.
 */
import { type Analysis, isInteger } from '../../facts/index.ts';
import { type CodeToken, codeTokens } from '../c/tokens.ts';
import { stageTuning } from '../tuning.ts';
import type { ForeignFile, ForeignFunction, ForeignParameter } from './foreign.ts';

type FunctionOf = Analysis['functions'][number];

/** A file without macros. `isOwn` says whether an offset is of the file itself, and not of a header. */
export interface PlainFile {
  readonly path: string;
  readonly text: string;
  readonly isOwn: (at: number) => boolean;
}

export interface ReadFile {
  readonly file: ForeignFile;
  /** Names of functions that keep state, or call a function that is not there. */
  readonly withState: ReadonlySet<string>;
  readonly unused: readonly string[];
}

/** Functions of the C library that compilers know by themselves. */
const everywhere: ReadonlySet<string> = new Set(
  (
    'memcpy memmove memset memcmp memchr strlen strcmp strncmp strchr strrchr strcpy strncpy strcat strspn strcspn ' +
    'strpbrk strstr malloc calloc realloc free abs labs'
  ).split(' '),
);

const words: ReadonlySet<string> = new Set(
  (
    'auto break case char const continue default do double else enum extern float for goto if inline int long ' +
    'register restrict return short signed sizeof static struct switch typedef union unsigned void volatile while ' +
    '_Bool _Complex _Alignas _Alignof _Generic _Noreturn _Static_assert _Thread_local asm typeof'
  ).split(' '),
);

interface Chunk {
  readonly begin: number;
  readonly end: number;
  readonly tokens: readonly CodeToken[];
}

export function readForeign({ path, text, isOwn }: PlainFile, analysis: Analysis, prefix: string): ReadFile {
  const chunks = chunksOf(text, analysis.functions);
  const declared = declaredIn(chunks, analysis);
  const called = (name: string): string =>
    words.has(name) || name.startsWith('__') || everywhere.has(name) ? name : `${prefix}${name}`;
  const reader = new FunctionReader({ text, analysis, chunks, declared, called });
  const found: ForeignFunction[] = [];
  const withState = new Set<string>();
  const missing = new Set<string>();
  const unused: string[] = [];
  for (const each of analysis.functions) {
    if (!isOwn(each.begin) || each.name === 'main') continue;
    const read = reader.read(each);
    if (typeof read === 'string') unused.push(read);
    else {
      found.push(read.function);
      for (const name of read.missing) missing.add(name);
      if (read.hasState) withState.add(read.function.name);
    }
  }
  const needed = new Set(found.flatMap(({ needs }) => needs));
  const texts = chunks.map((each, index) =>
    needed.has(index) ? renamed(text, each, called) + weakly(each, missing, called) : '',
  );
  return { file: { path, chunks: texts, functions: found }, withState, unused };
}

/** Declares weakly what no chunk has, so that the program links without it. */
function weakly({ tokens }: Chunk, missing: ReadonlySet<string>, called: (name: string) => string): string {
  const names = [...new Set(tokens.flatMap(({ text }) => (missing.has(text) ? called(text) : [])))];
  const isDeclaration = tokens.at(-1)?.text === ';' && !tokens.some(({ text }) => text === '{');
  if (!isDeclaration) return '';
  return names.map((name) => ` extern __typeof__(${name}) ${name} __attribute__((weak));`).join('');
}

/** Declarations and functions, in order. */
function chunksOf(text: string, functions: readonly FunctionOf[]): Chunk[] {
  const tokens = codeTokens(text);
  const ends = new Map(functions.map(({ begin, end }) => [begin, end]));
  const chunks: Chunk[] = [];
  for (let at = 0; at < tokens.length;) {
    const from = at;
    let depth = 0;
    for (; at < tokens.length; at++) {
      const token = tokens[at]!;
      const end = depth === 0 ? ends.get(token.at) : undefined;
      if (end !== undefined) {
        while (at < tokens.length && tokens[at]!.at < end) at++;
        break;
      }
      if ('([{'.includes(token.text)) depth++;
      else if (')]}'.includes(token.text)) depth--;
      else if (token.text === ';' && depth <= 0) {
        at++;
        break;
      }
    }
    const own = tokens.slice(from, at);
    const last = own.at(-1)!;
    chunks.push({ begin: own[0]!.at, end: last.at + last.text.length, tokens: own });
  }
  return chunks;
}

/** For each name outside of functions the chunks that declare it. */
function declaredIn(chunks: readonly Chunk[], { names, functions }: Analysis): Map<string, Set<number>> {
  const declared = new Map<string, Set<number>>();
  const add = (name: string, chunk: number): void => {
    if (chunk >= 0) declared.set(name, (declared.get(name) ?? new Set()).add(chunk));
  };
  for (const { name, at, inFunction } of names) if (inFunction < 0 && at >= 0) add(name, chunkAt(chunks, at));
  for (const { name, begin } of functions) add(name, chunkAt(chunks, begin));
  for (const [index, { tokens }] of chunks.entries())
    for (const [at, { text }] of tokens.entries()) {
      const isTag = tags.has(tokens[at - 1]?.text ?? '');
      if (isTag && tokens[at + 1]?.text === '{') add(text, index);
      // A table may be declared before it has its values.
      const isValue = tokens[at + 1]?.text === '=' || tokens[at + 1]?.text === '[';
      if (isValue && declared.has(text) && !functions.some(({ begin }) => begin === tokens[0]!.at))
        add(text, index);
    }
  return declared;
}

function chunkAt(chunks: readonly Chunk[], at: number): number {
  let low = 0;
  let high = chunks.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (chunks[middle]!.end <= at) low = middle + 1;
    else high = middle;
  }
  const found = chunks[low];
  return found !== undefined && found.begin <= at ? low : -1;
}

interface NameInChunk extends CodeToken {
  /** After a point or an arrow. */
  readonly isMember: boolean;
  /** After `struct` and its like: such names have a space of their own. */
  readonly isTag: boolean;
}

const tags: ReadonlySet<string> = new Set(['struct', 'union', 'enum']);

/** Attributes have names of their own. */
function namesOf(tokens: readonly CodeToken[]): NameInChunk[] {
  const found: NameInChunk[] = [];
  let depth = 0;
  let attribute = -1;
  for (const [index, token] of tokens.entries()) {
    if (token.text === '__attribute__' || token.text === '__asm__') attribute = depth;
    else if (token.text === '(') depth++;
    else if (token.text === ')') {
      depth--;
      if (depth === attribute) attribute = -1;
    } else if (token.kind === 'name' && attribute < 0) {
      const before = tokens[index - 1]?.text ?? '';
      found.push({ ...token, isMember: ['.', '->'].includes(before), isTag: tags.has(before) });
    }
  }
  return found;
}

function renamed(text: string, { begin, end, tokens }: Chunk, called: (name: string) => string): string {
  let result = '';
  let from = begin;
  for (const token of namesOf(tokens)) {
    result += text.slice(from, token.at) + called(token.text);
    from = token.at + token.text.length;
  }
  return (result + text.slice(from, end)).replace(/\s+/g, ' ');
}

interface Read {
  readonly text: string;
  readonly analysis: Analysis;
  readonly chunks: readonly Chunk[];
  readonly declared: ReadonlyMap<string, ReadonlySet<number>>;
  readonly called: (name: string) => string;
}

interface Needs {
  /** Indices of chunks. */
  readonly needs: readonly number[];
  /** Functions and variables that no chunk has. A program can call them where nothing runs. */
  readonly missing: ReadonlySet<string>;
}

interface Usable {
  readonly function: ForeignFunction;
  readonly hasState: boolean;
  readonly missing: ReadonlySet<string>;
}

class FunctionReader {
  readonly #read: Read;
  readonly #defined: ReadonlySet<string>;
  /** Names of functions, of variables outside of functions, and of such variables that change. */
  readonly #functions: ReadonlySet<string>;
  readonly #variables: ReadonlySet<string>;
  readonly #changing: ReadonlySet<string>;
  /** For each chunk of a function, names that it declares itself: they hide those outside. */
  readonly #local: ReadonlyMap<number, ReadonlySet<string>>;

  constructor(read: Read) {
    this.#read = read;
    const { names, types, functions } = read.analysis;
    this.#defined = new Set(functions.map(({ name }) => name));
    this.#local = new Map(
      functions.map(({ begin, body }, index) => {
        const own = names.flatMap(({ inFunction, name }) => (inFunction === index ? name : []));
        const { labels = [] } = read.analysis.statements[body] ?? {};
        return [chunkAt(read.chunks, begin), new Set([...own, ...labels])];
      }),
    );
    this.#functions = new Set(names.flatMap(({ kind, name }) => (kind === 'function' ? name : [])));
    this.#variables = new Set(
      names.flatMap(({ kind, name, inFunction }) => (kind === 'variable' && inFunction < 0 ? name : [])),
    );
    this.#changing = new Set(
      names.flatMap(({ kind, name, inFunction, type }) =>
        kind === 'variable' && inFunction < 0 && !isConstant(types[type]!) ? name : [],
      ),
    );
  }

  /** The function, or why it is of no use. */
  read(each: FunctionOf): Usable | string {
    const { chunks, called, declared } = this.#read;
    const parameters = this.#parametersOf(each);
    if (typeof parameters === 'string') return parameters;
    const found = this.#needsOf(chunkAt(chunks, each.begin));
    if (typeof found === 'string') return found;
    const { needs, missing } = found;
    const tokens = needs.flatMap((index) => chunks[index]!.tokens);
    const size = needs.reduce((sum, index) => sum + chunks[index]!.end - chunks[index]!.begin, 0);
    if (size > stageTuning.mostForeignBytes.value) return 'it needs too much code';
    if (tokens.some(({ text }) => text === 'asm' || text === '__asm__')) return 'it has assembly';
    const isWhole = ({ pointee }: ForeignParameter): boolean => {
      const [, tag] = /^(?:struct|union|enum) (\w+)$/.exec(pointee ?? '') ?? [];
      return tag === undefined || [...declared.keys()].some((name) => called(name) === tag);
    };
    if (!parameters.every(isWhole)) return 'it has a parameter of a type that is declared elsewhere';
    const { result, labels } = this.#shapeOf(each);
    return {
      function: {
        name: called(each.name),
        result,
        parameters,
        needs,
        body: this.#bodyOf(each),
        labels: labels.map(called),
        tried: [],
      },
      hasState: missing.size > 0 || this.#hasState(each, needs),
      missing,
    };
  }

  #parametersOf({ declared, parameters }: FunctionOf): ForeignParameter[] | string {
    const { names, types } = this.#read.analysis;
    if (types[names[declared]!.type]!.includes('...')) return 'it takes any number of arguments';
    const found: ForeignParameter[] = [];
    for (const index of parameters) {
      const name = names[index];
      if (name === undefined) return 'it has a parameter without a name';
      const type = types[name.type]!;
      const pointee = pointeeIn(type);
      if (!isInteger(type) && pointee === undefined)
        return 'it takes something besides integers and pointers';
      const own = { name: this.#read.called(name.name), type: this.#renamedType(bare(type)) };
      found.push(pointee === undefined ? own : { ...own, pointee: this.#renamedType(pointee) });
    }
    return found;
  }

  #renamedType(type: string): string {
    return type.replace(/(?<=\b(?:struct|union|enum) )\w+/g, (tag) => this.#read.called(tag));
  }

  #shapeOf({ result, body }: FunctionOf): {
    readonly result: string | undefined;
    readonly labels: readonly string[];
  } {
    const { types, statements } = this.#read.analysis;
    const type = types[result]!;
    return { result: isInteger(type) ? bare(type) : undefined, labels: statements[body]?.labels ?? [] };
  }

  /** The body, if it can stand in another function: short, and without macros of its own place. */
  #bodyOf({ body, name }: FunctionOf): string | undefined {
    const { text, analysis, chunks, called } = this.#read;
    const statement = analysis.statements[body];
    if (statement === undefined || statement.end - statement.begin > stageTuning.maxDonorBytes.value)
      return undefined;
    const chunk = chunks[chunkAt(chunks, statement.begin)]!;
    const tokens = chunk.tokens.filter(({ at }) => at >= statement.begin && at < statement.end);
    const isOdd = tokens.some(
      ({ text: word }) =>
        word === 'static' || word === '__func__' || word === '__FUNCTION__' || word === name,
    );
    return isOdd ? undefined : renamed(text, { begin: statement.begin, end: statement.end, tokens }, called);
  }

  /** All that it names, and what that names. */
  #needsOf(own: number): Needs | string {
    const { chunks, declared } = this.#read;
    const found = new Set<number>();
    const missing = new Set<string>();
    const left = [own];
    for (let index = left.pop(); index !== undefined; index = left.pop()) {
      if (index < 0) return 'it has no place of its own';
      if (found.has(index)) continue;
      found.add(index);
      const { tokens } = chunks[index]!;
      for (const { text: name, isMember, isTag } of namesOf(tokens)) {
        const places = declared.get(name);
        const isOwn = !isTag && this.#local.get(index)?.has(name) === true;
        if (places === undefined || isMember || isOwn) continue;
        if (this.#functions.has(name) && !this.#defined.has(name) && !everywhere.has(name)) missing.add(name);
        left.push(...places);
      }
    }
    const needs = [...found].toSorted((a, b) => a - b);
    for (const index of needs) for (const name of this.#missingIn(chunks[index]!, needs)) missing.add(name);
    return { needs, missing };
  }

  /** Variables that the chunk promises, and no chunk has. */
  #missingIn({ tokens }: Chunk, needs: readonly number[]): string[] {
    const isPromise =
      tokens[0]?.text === 'extern' && tokens.at(-1)?.text === ';' && !tokens.some(({ text }) => text === '(');
    if (!isPromise) return [];
    const { declared, chunks } = this.#read;
    const isThere = (index: number): boolean =>
      needs.includes(index) && chunks[index]!.tokens[0]?.text !== 'extern';
    return namesOf(tokens).flatMap(({ text }) =>
      this.#variables.has(text) && ![...(declared.get(text) ?? [])].some(isThere) ? text : [],
    );
  }

  #hasState({ name }: FunctionOf, needs: readonly number[]): boolean {
    const { chunks, analysis } = this.#read;
    const { names, types, functions } = analysis;
    const used = needs.flatMap((index) =>
      namesOf(chunks[index]!.tokens).flatMap(({ text }) =>
        this.#local.get(index)?.has(text) === true ? [] : text,
      ),
    );
    if (used.some((word) => this.#changing.has(word))) return true;
    const inside = new Set(used).add(name);
    return names.some(
      ({ livesOn, inFunction, type }) =>
        livesOn && inFunction >= 0 && inside.has(functions[inFunction]!.name) && !isConstant(types[type]!),
    );
  }
}

/** Without the qualifiers of the whole. */
function bare(type: string): string {
  if (!type.includes('*')) return type.replace(/\b(?:const|volatile) /g, '');
  return type.replace(/\*(?:const|volatile|restrict| )+$/, '*');
}

function pointeeIn(type: string): string | undefined {
  if (/[([]/.test(type)) return undefined;
  const whole = bare(type);
  if (!whole.endsWith('*')) return undefined;
  const pointee = bare(whole.slice(0, -1).trim());
  return pointee.replace(/^(?:(?:const|volatile) )+/, '').replace(/^void$/, 'unsigned char');
}

function isConstant(type: string): boolean {
  const element = type.replace(/\s*\[\d*\]/g, '');
  return element.includes('*')
    ? /\*\s*const$/.test(element)
    : /^const\b/.test(element) && !element.includes('volatile');
}
