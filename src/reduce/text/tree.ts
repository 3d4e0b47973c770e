/**
 * The tree of brackets over tokens. It has levels, with atoms in them (a token, or a bracket with its
 * content) and items (the text between commas or semicolons).
 *
 * Any text has such a tree: a bracket without a partner is an ordinary token.
 */
import { isDirective, isWord, type Tokens } from './tokens.ts';

/** From the first token to the token after the last one. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

export interface Atom extends Span {
  /** The inside, if the atom is a bracket. */
  readonly level: Level | undefined;
}

export interface Item extends Span {
  readonly atoms: readonly Atom[];
}

/** The inside of a bracket, or the whole text. */
export interface Level extends Span {
  readonly bracket: '' | '(' | '[' | '{';
  readonly depth: number;
  readonly atoms: readonly Atom[];
  /** True if its items end with a semicolon or a block; else separators stand between them. */
  readonly isBlock: boolean;
  readonly separator: ',' | ';';
  readonly items: readonly Item[];
}

const closers: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' };

export function buildTree(tokens: Tokens): Level {
  return buildLevel(tokens, { from: 0, to: tokens.length }, partners(tokens), '', 0);
}

/** All levels, the outer before the inner. */
export function* levelsOf(root: Level): Generator<Level> {
  const waiting = [root];
  for (let at = 0; at < waiting.length; at++) {
    const each = waiting[at]!;
    yield each;
    for (const { level } of each.atoms) if (level !== undefined) waiting.push(level);
  }
}

/** The closing partner of each opening bracket; a closing bracket that fits no open one has no partner. */
function partners(tokens: Tokens): ReadonlyMap<number, number> {
  const partner = new Map<number, number>();
  const open: { readonly at: number; readonly closer: string }[] = [];
  for (const [at, token] of tokens.entries()) {
    const closer = closers[token];
    if (closer !== undefined) open.push({ at, closer });
    else if (/^[)\]}]$/.test(token)) {
      const found = open.findLastIndex((each) => each.closer === token);
      if (found === -1) continue;
      partner.set(open[found]!.at, at);
      open.length = found;
    }
  }
  return partner;
}

function buildLevel(
  tokens: Tokens,
  { from, to }: Span,
  partner: ReadonlyMap<number, number>,
  bracket: Level['bracket'],
  depth: number,
): Level {
  const atoms: Atom[] = [];
  for (let at = from; at < to;) {
    const end = partner.get(at);
    if (end === undefined) {
      atoms.push({ from: at, to: at + 1, level: undefined });
      at++;
    } else {
      const inner = buildLevel(
        tokens,
        { from: at + 1, to: end },
        partner,
        tokens[at] as Level['bracket'],
        depth + 1,
      );
      atoms.push({ from: at, to: end + 1, level: inner });
      at = end + 1;
    }
  }
  const has = (text: string): boolean =>
    atoms.some((atom) => atom.level === undefined && tokens[atom.from] === text);
  const isList = bracket === '{' && !has(';') && (has(',') || /^[=,({[]$/.test(tokens[from - 2] ?? ''));
  const isBlock = bracket === '' || (bracket === '{' && !isList);
  const separator = !isBlock && has(';') ? ';' : ',';
  const items = isBlock ? statements(tokens, atoms, bracket === '') : listed(tokens, atoms, separator);
  return { from, to, bracket, depth, atoms, isBlock, separator, items };
}

function listed(tokens: Tokens, atoms: readonly Atom[], separator: string): Item[] {
  const items: Item[] = [];
  let own: Atom[] = [];
  const end = (): void => {
    if (own.length > 0) items.push(itemOf(own));
    own = [];
  };
  for (const atom of atoms) {
    if (atom.level === undefined && tokens[atom.from] === separator) end();
    else own.push(atom);
  }
  end();
  return items;
}

function statements(tokens: Tokens, atoms: readonly Atom[], isOutermost: boolean): Item[] {
  const items: Item[] = [];
  let own: Atom[] = [];
  for (const [index, atom] of atoms.entries()) {
    own.push(atom);
    const isEnd =
      atom.level === undefined
        ? (tokens[atom.from] === ';' && tokens[atom.to] !== 'else') || isDirective(tokens[atom.from])
        : atom.level.bracket === '{' && !goesOn(tokens, own[0]!.from, atom);
    if (!isEnd && index < atoms.length - 1) continue;
    if (isOutermost && tokens[own[0]!.from] === '{') own = [...olderHead(tokens, items), ...own];
    items.push(itemOf(own));
    own = [];
  }
  return items;
}

/** Takes the head of a function in the old style, `int f(a) int a; { ... }`, off the end of the list. */
function olderHead(tokens: Tokens, items: Item[]): Atom[] {
  const first = items.findLastIndex(({ atoms }) =>
    atoms.some(
      ({ level, to }) =>
        level?.bracket === '(' && isWord(tokens[to]) && !/^_*(?:attribute|asm)_*$/.test(tokens[to]!),
    ),
  );
  const isHead = first !== -1 && items.slice(first).every(({ to }) => tokens[to - 1] === ';');
  return isHead ? items.splice(first).flatMap(({ atoms }) => atoms) : [];
}

/** True if the item may continue after this block. */
function goesOn(tokens: Tokens, first: number, block: Atom): boolean {
  const following = tokens[block.to] ?? '';
  if (following === 'while') return tokens[first] === 'do';
  if (/^(?:[;,=.)[(]|else|__attribute__)$/.test(following)) return true;
  const isType = [1, 2].some((back) => /^(?:struct|union|enum|class)$/.test(tokens[block.from - back] ?? ''));
  return isType && (following === '*' || isWord(following));
}

function itemOf(atoms: readonly Atom[]): Item {
  return { from: atoms[0]!.from, to: atoms.at(-1)!.to, atoms };
}
