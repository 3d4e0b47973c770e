/**
 * Removes declarations of the outermost level, and of namespaces, that nothing needs any more. A declaration is needed
 * if a needed one has a word that it declares.
 *
 * Most of a preprocessed program is there for a few functions. So a few candidates decide which functions matter, and
 * each takes its types, variables and headers along.
 */
import { isDirective, isWord, type Tokens } from '../tokens.ts';
import type { TextEdit, TextEdits, TextReduction } from '../text-reduction.ts';
import { type Item, type Level, levelsOf, type Span } from '../tree.ts';
import { replaceTokens } from './edits.ts';
import { reduceTuning } from '../../tuning.ts';

const LEAST_PART = reduceTuning.leastPartOfFunctions.value;

/** Looks for the functions that matter, by halves, from the last one on. */
export async function keepReached(reduction: TextReduction): Promise<void> {
  const ends = (): number[] => new Reach(reduction.best, reduction.tree).functions;
  const start = new Reach(reduction.best, reduction.tree);
  await reduction.consider(start.removalBut([]));
  await reduction.consider(new Reach(reduction.best, reduction.tree).removalBut(ends()));
  const count = ends().length;
  for (let size = count >> 1; size >= Math.max(1, count * LEAST_PART); size >>= 1) {
    for (let end = ends().length; end > 0; end -= size) {
      const reach = new Reach(reduction.best, reduction.tree);
      const rest = reach.functions.toSpliced(Math.max(0, end - size), Math.min(size, end));
      const removal = reach.removalBut(rest);
      if (removal.length > 0) await reduction.consider(removal);
    }
  }
}

/**
 * Looks for the statements of `main` that matter: only a part of them, or all but a part, with what the others alone
 * need. Parts get smaller if none can go.
 */
export async function keepStatements(reduction: TextReduction): Promise<void> {
  for (let parts = 2; parts * LEAST_PART <= 1;) {
    const count = new Reach(reduction.best, reduction.tree).statements.length;
    if (count < 2) return;
    const before = reduction.best;
    for (const isKept of [true, false])
      for (let end = count; end > 0 && reduction.best === before; end -= Math.ceil(count / parts)) {
        const reach = new Reach(reduction.best, reduction.tree);
        const isIn = (at: number): boolean => at < end && at >= end - Math.ceil(count / parts);
        const some = reach.statements.filter((_, at) => isIn(at) === isKept);
        const kept = isKept ? reach.withLocals(some) : new Set(some);
        const gone = reach.statements.filter((each) => !kept.has(each));
        await reduction.consider([...gone.map((each) => replaceTokens(each, [])), ...reach.heldBy(gone)]);
      }
    parts = reduction.best === before ? parts * 2 : 2;
  }
}

/** Statements that alone need some declarations, each with these declarations; and all that is needed by nothing. */
export function* holders(tokens: Tokens, root: Level): Generator<TextEdits> {
  const reach = new Reach(tokens, root);
  const unneeded = reach.removalBut(reach.functions);
  if (unneeded.length > 0) yield unneeded;
  for (const level of levelsOf(root)) {
    if (!level.isBlock || level.depth === 0) continue;
    for (const item of level.items) {
      const held = reach.isAlone(item) ? reach.heldBy([item]) : [];
      if (held.length > 0) yield [replaceTokens(item, []), ...held];
    }
  }
}

/** Words that stand before a bracket and declare nothing. */
const attribute =
  /^(?:__attribute(?:__)?|__asm(?:__)?|asm|__declspec|alignas|_Alignas|typeof|__typeof__|decltype|noexcept)$/;
const keywords: ReadonlySet<string> = new Set(
  [
    'struct union enum class void char short int long float double signed unsigned bool _Bool const static extern',
    'inline typedef typename template using true false',
  ].flatMap((line) => line.split(' ')),
);

class Reach {
  readonly #tokens: Tokens;
  readonly #items: readonly Item[];
  /** The declarations of each name, by place. */
  readonly #declared = new Map<string, number[]>();
  /** The number of times that each name occurs in each declaration. */
  readonly #counts: readonly ReadonlyMap<string, number>[];
  /** The number of times that each name occurs outside of its own declarations. */
  readonly #uses = new Map<string, number>();
  /** Places of functions but `main`. */
  readonly functions: number[] = [];
  /** Statements of `main`. */
  readonly statements: readonly Item[];
  /** Places of `main`, of lines of the preprocessor, and of blocks without a name. */
  readonly #fixed: number[] = [];

  constructor(tokens: Tokens, root: Level) {
    this.#tokens = tokens;
    this.#items = [...declarationsIn(tokens, root)];
    for (const [place, item] of this.#items.entries()) {
      const names = namesOf(tokens, item);
      const isFunction = hasBody(item) && headOf(tokens, item) !== undefined;
      for (const name of names) this.#declared.set(name, [...(this.#declared.get(name) ?? []), place]);
      const isNameless = names.length === 0 && item.atoms.some(({ level }) => level?.bracket === '{');
      if (isDirective(tokens[item.from]) || names.includes('main') || isNameless) this.#fixed.push(place);
      else if (isFunction) this.functions.push(place);
    }
    const main = this.#items.findLast((item) => hasBody(item) && headOf(tokens, item) === 'main');
    this.statements = main?.atoms.at(-1)?.level?.items ?? [];
    this.#counts = this.#items.map((item) => this.#count([item], item));
    for (const [place, counts] of this.#counts.entries())
      for (const [name, count] of counts)
        if (!this.#declared.get(name)!.includes(place))
          this.#uses.set(name, (this.#uses.get(name) ?? 0) + count);
  }

  /** The removal of everything that neither these functions nor `main` need. */
  removalBut(functions: readonly number[]): TextEdit[] {
    const needed = this.#from([...this.#fixed, ...functions]);
    return this.#items.flatMap((item, place) => (needed.has(place) ? [] : [replaceTokens(item, [])]));
  }

  /** These statements of `main`, and those that declare what they use. */
  withLocals(some: readonly Item[]): ReadonlySet<Item> {
    const kept = new Set(some);
    for (const { from, to } of kept) {
      const words = new Set<string | undefined>(this.#tokens.slice(from, to));
      for (const each of this.statements) if (words.has(localOf(this.#tokens, each))) kept.add(each);
    }
    return kept;
  }

  /** True if some name occurs nowhere else: most statements hold nothing, and this tells soon. */
  isAlone(statement: Span): boolean {
    return [...this.#count([statement])].some(([name, count]) => this.#uses.get(name) === count);
  }

  /** The removal of the declarations that only these statements of one declaration need. */
  heldBy(statements: readonly Span[]): TextEdit[] {
    const [first] = statements;
    const within = this.#items.findIndex(
      ({ from, to }) => first !== undefined && from < first.from && first.to <= to,
    );
    // A declaration of a namespace is no statement: other declarations may need it.
    if (within === -1) return [];
    const counts = this.#count(statements, this.#items[within]);
    const roots = [...this.#fixed, ...this.functions.filter((place) => !this.#isNeededBy(place, within))];
    const before = this.#from(roots);
    const after = this.#from(roots, { within, counts });
    return this.#items.flatMap((item, place) =>
      before.has(place) && !after.has(place) ? [replaceTokens(item, [])] : [],
    );
  }

  /** True if this other function is needed by the one that has the statement. */
  #isNeededBy(place: number, within: number): boolean {
    return place !== within && this.#from([within]).has(place);
  }

  #from(
    places: readonly number[],
    less?: { readonly within: number; readonly counts: ReadonlyMap<string, number> },
  ): ReadonlySet<number> {
    const needed = new Set(places);
    for (const place of needed)
      for (const [name, count] of this.#counts[place]!) {
        if (less?.within === place && less.counts.get(name) === count) continue;
        for (const other of this.#declared.get(name)!) needed.add(other);
      }
    return needed;
  }

  /** The number of times that each name occurs. A variable of the declaration hides what has its name elsewhere. */
  #count(spans: readonly Span[], declaration?: Item): Map<string, number> {
    const hidden = new Set(declaration && hiddenIn(this.#tokens, declaration));
    const counts = new Map<string, number>();
    for (const { from, to } of spans)
      for (let at = from; at < to; at++) {
        const token = this.#tokens[at]!;
        if (this.#declared.has(token) && !hidden.has(token)) counts.set(token, (counts.get(token) ?? 0) + 1);
      }
    return counts;
  }
}

function isFixedWord(token: string): boolean {
  return attribute.test(token) || keywords.has(token);
}

/** Those of namespaces instead of the namespace. */
function* declarationsIn(tokens: Tokens, { items }: Level): Generator<Item> {
  for (const item of items) {
    const inner = item.atoms.at(-1)?.level;
    const words = tokens.slice(item.from, item.from + 2).join(' ');
    const isSpace = /^(?:inline )?namespace|^extern "C(?:\+\+)?"/.test(words) && inner?.bracket === '{';
    // A function after the linkage has its own block.
    const isOwn =
      !words.startsWith('extern') || (inner !== undefined && tokens[inner.from - 2]!.startsWith('"'));
    if (isSpace && isOwn && inner.isBlock) yield* declarationsIn(tokens, inner);
    else yield item;
  }
}

function hasBody({ atoms }: Item): boolean {
  return atoms.at(-1)?.level?.bracket === '{';
}

/** The name before the first bracket that holds parameters. */
function headOf(tokens: Tokens, { atoms }: Item): string | undefined {
  const list = atoms.find(
    ({ level, from }) => level?.bracket === '(' && !attribute.test(tokens[from - 1] ?? ''),
  );
  const name = list && tokens[list.from - 1];
  if (list !== undefined && tokens[list.from - 2] === 'operator') return 'operator';
  return isWord(name) ? name : undefined;
}

const MOST_OF_TYPE = reduceTuning.mostOfType.value;
/** A type, and a name that stands before a value, a bracket or the end. */
const variable =
  /^(?:(?!(?:return|goto|else|case|throw|delete|using|typedef) )[\w:<>,]+[ *&]+)+?(\w+)(?:$| [=;[({,])/;

/** The variable that a statement or a parameter declares, roughly. */
function localOf(tokens: Tokens, { from, to }: Span): string | undefined {
  return variable.exec(tokens.slice(from, Math.min(to, from + MOST_OF_TYPE)).join(' '))?.[1];
}

/** Parameters and variables of a function with a body. */
function* hiddenIn(tokens: Tokens, item: Item): Generator<string> {
  const body = item.atoms.at(-1)?.level;
  if (headOf(tokens, item) === undefined || body?.bracket !== '{') return;
  const list = item.atoms.find(({ level }) => level?.bracket === '(')?.level;
  for (const level of [...(list === undefined ? [] : [list]), ...levelsOf(body)])
    for (const each of level === list || level.isBlock ? level.items : []) {
      const name = localOf(tokens, each);
      if (name !== undefined) yield name;
    }
}

/** The names that an item of the outermost level declares, roughly. */
function namesOf(tokens: Tokens, item: Item): string[] {
  const head = hasBody(item) ? headOf(tokens, item) : undefined;
  if (head !== undefined) return [head];
  const names: string[] = [];
  let isValue = false;
  let parameters = 0;
  for (const { from, to, level } of item.atoms) {
    const token = tokens[from]!;
    // Parameters and arguments of a template declare nothing for others.
    if (token === '<' && !isValue && isWord(tokens[from - 1])) parameters++;
    else if (parameters > 0 && /^>+$/.test(token)) parameters = Math.max(0, parameters - token.length);
    if (parameters > 0) continue;
    const isEnum = level?.bracket === '{' && [1, 2].some((back) => tokens[from - back] === 'enum');
    if (isEnum) for (const each of level.items) names.push(tokens[each.from]!);
    // The name of a pointer to a function stands in the first bracket.
    if (level?.bracket === '(' && tokens[level.from] === '*')
      for (let at = level.from; at < level.to; at++)
        if (isWord(tokens[at]) && !isFixedWord(tokens[at]!)) names.push(tokens[at]!);
    if (level !== undefined) continue;
    if (/^[=,;]$/.test(token)) isValue = token === '=';
    const next = tokens[to] ?? ';';
    const isSpecial = next === '<' && /^(?:struct|class)$/.test(tokens[from - 1] ?? '');
    const isLast = /^[([=;,{:]$/.test(next) || attribute.test(next) || isSpecial;
    if (!isValue && isWord(token) && !isFixedWord(token) && isLast) names.push(token);
  }
  return names;
}
