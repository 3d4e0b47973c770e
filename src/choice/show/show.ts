/**
 * Show: a sequence as lines of text for a person, folded by size.
 *
 * A scope that fits on one line stands on one. A larger scope is unfolded, down to a depth; below that depth
 * the text tells its size. A chain of scopes with nothing else in them is one line. Without a depth, the text
 * unfolds as deep as about one screen allows.
 *
 * Nothing here recurses, because scopes may be nested deeper than the stack. The text shows control
 * characters from files in a harmless form.
 */
import { SymbolKind } from '../sequence/alphabet.ts';
import type { Meaning } from '../sequence/meanings.ts';
import { type Choice, type ChoiceSequence } from '../sequence/sequence.ts';
import { grouped, printable } from '../../util/text.ts';
import { choiceTuning } from '../tuning.ts';

export interface ShowOptions {
  /** Names of options from an envelope. */
  readonly meanings?: readonly Meaning[];
  /** Width of a line; longer lines are cut off, unless the caller asks for everything. Default 80. */
  readonly columns?: number;
  /** Depth down to which the text unfolds. Default: as deep as a screen allows. */
  readonly depth?: number;
  /** Unfold everything. */
  readonly full?: boolean;
  /** Show only scopes with this label, or with these labels inside each other, as in `function/statement`. */
  readonly scope?: string;
}

const MAX_SIBLINGS = choiceTuning.maxSiblings.value;
const SCREEN_LINES = choiceTuning.screenLines.value;
const INDENT = '  ';
const MAX_COLUMNS = choiceTuning.maxColumns.value;

export function showSequence(sequence: ChoiceSequence, options: ShowOptions = {}): Iterable<string> {
  const roots = options.scope === undefined ? undefined : findScopes(sequence, options.scope);
  const names = namesOf(options.meanings ?? []);
  const columns = Math.min(Math.max(20, options.columns ?? 80), MAX_COLUMNS);
  const at = (depth: number, maxSiblings: number): Iterable<string> =>
    new Shower(sequence, names, columns, depth, maxSiblings).show(roots);
  if (options.full === true) return at(options.depth ?? Infinity, Infinity);
  if (options.depth !== undefined) return at(options.depth, MAX_SIBLINGS);
  let fitting = [...at(0, MAX_SIBLINGS)];
  for (let depth = 1; fitting.length < SCREEN_LINES; depth++) {
    const lines: string[] = [];
    for (const line of at(depth, MAX_SIBLINGS)) if (lines.push(line) > SCREEN_LINES) break;
    if (lines.length > SCREEN_LINES || sameLines(lines, fitting)) break;
    fitting = lines;
  }
  return fitting;
}

function sameLines(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((line, index) => line === b[index]);
}

/**
 * Outermost scopes that match a path of labels, in order: the labels of the scope and of its outer scopes end
 * with the path.
 */
export function findScopes(sequence: ChoiceSequence, path: string): number[] {
  const found: number[] = [];
  const { match } = sequence.outline;
  const labels: string[] = [];
  for (let op = 0; op < sequence.ops.length; op++) {
    if (!sequence.isScope(op)) {
      if (!sequence.isChoice(op)) labels.pop();
      continue;
    }
    labels.push(sequence.alphabet.labelOf(sequence.ops[op]!));
    if (!endsWithPath(labels, path)) continue;
    found.push(op);
    labels.pop();
    op = match[op]!;
  }
  return found;
}

function endsWithPath(labels: readonly string[], path: string): boolean {
  // Labels may contain slashes, so the path is not split at them.
  let left = path;
  for (let i = labels.length - 1; i >= 0; i--) {
    const label = labels[i]!;
    if (left === label) return true;
    if (!left.endsWith(`/${label}`)) return false;
    left = left.slice(0, -label.length - 1);
  }
  return false;
}

type Names = (label: string, choice: Choice) => string | undefined;

function namesOf(meanings: readonly Meaning[]): Names {
  const known = new Map<string, Meaning>();
  const keyOf = (label: string, kind: string, count: number): string => `${kind} ${count} ${label}`;
  for (const meaning of meanings)
    known.set(keyOf(meaning.label, meaning.kind, meaning.names.length), meaning);
  return (label, { kind, min, max, value }) => {
    if (kind !== 'pick' && kind !== 'weighted') return undefined;
    return known.get(keyOf(label, kind, Number(max - min) + 1))?.names[Number(value)] ?? undefined;
  };
}

class Shower {
  readonly #sequence: ChoiceSequence;
  readonly #names: Names;
  readonly #columns: number;
  readonly #depth: number;
  readonly #maxSiblings: number;

  constructor(sequence: ChoiceSequence, names: Names, columns: number, depth: number, maxSiblings: number) {
    this.#sequence = sequence;
    this.#names = names;
    this.#columns = columns;
    this.#depth = depth;
    this.#maxSiblings = maxSiblings;
  }

  *show(roots: readonly number[] | undefined): Generator<string> {
    if (roots === undefined) {
      yield* this.#walk(0, this.#sequence.ops.length, '');
      return;
    }
    const shown = Math.min(roots.length, this.#maxSiblings);
    for (const root of roots.slice(0, shown)) {
      yield* this.#walk(root, this.#sequence.outline.match[root]! + 1, labelAround(this.#sequence, root));
    }
    if (shown < roots.length) yield `… ${grouped(roots.length - shown)} more of these scopes`;
  }

  /** The ops between two places, which are complete scopes and choices inside the given label. */
  *#walk(from: number, end: number, label: string): Generator<string> {
    const sequence = this.#sequence;
    const { match } = sequence.outline;
    const open: { label: string; end: number; level: number; siblings: number }[] = [
      { label, end, level: 0, siblings: 0 },
    ];
    for (let op = from; open.length > 0;) {
      const inner = open.at(-1)!;
      if (op >= inner.end) {
        open.pop();
        // The end of the scope lies inside.
        op = inner.end + 1;
        continue;
      }
      const indent = indentOf(inner.level);
      if (inner.siblings++ === this.#maxSiblings) {
        yield this.#fit(`${indent}… and more: ${sizeOf(sequence, op, inner.end)}`);
        op = inner.end;
        continue;
      }
      const text = this.#inline(op, inner.label, this.#columns - indent.length);
      if (text !== undefined) {
        yield indent + text;
        op = match[op]! + 1;
        continue;
      }
      if (!sequence.isScope(op)) {
        yield this.#fit(indent + this.#choice(op, inner.label));
        op++;
        continue;
      }
      // A chain of scopes that hold nothing but the next one.
      const chain = [op];
      while (isOnlyChild(sequence, chain.at(-1)!)) chain.push(chain.at(-1)! + 1);
      const last = chain.at(-1)!;
      const inside = sizeOf(sequence, last + 1, match[last]!);
      if (inner.level + 1 > this.#depth) {
        yield this.#title(indent, chain, ` … ${inside}`);
        op = match[op]! + 1;
        continue;
      }
      yield this.#title(indent, chain, `: ${inside}`);
      for (const scope of chain) {
        open.push({
          label: sequence.alphabet.labelOf(sequence.ops[scope]!),
          end: match[scope]!,
          level: inner.level + 1,
          siblings: 0,
        });
      }
      op = last + 1;
    }
  }

  /** A choice or a whole scope on one line, if it fits. */
  #inline(from: number, label: string, columns: number): string | undefined {
    const sequence = this.#sequence;
    const end = sequence.outline.match[from]! + 1;
    // The shortest op takes two letters.
    if (end - from > columns) return undefined;
    const labels = [label];
    let text = '';
    let isFirst = true;
    for (let op = from; op < end; op++) {
      if (sequence.isScope(op)) {
        text += `${isFirst ? '' : ', '}${this.#label(op)} {`;
        labels.push(sequence.alphabet.labelOf(sequence.ops[op]!));
        isFirst = true;
        if (op + 1 < end && sequence.outline.match[op] !== op + 1) text += ' ';
      } else if (sequence.isChoice(op)) {
        text += `${isFirst ? '' : ', '}${this.#choice(op, labels.at(-1)!)}`;
        isFirst = false;
      } else {
        text += isFirst ? '}' : ' }';
        labels.pop();
        isFirst = false;
      }
      if (text.length > columns) return undefined;
    }
    return text;
  }

  #choice(op: number, label: string): string {
    const choice = this.#sequence.choiceAt(op);
    const { kind, min, max, value } = choice;
    if (kind === 'word') return `word 0x${value.toString(16)} of ${max.toString(2).length} bits`;
    const name = this.#names(label, choice);
    const range = `${value} of ${min}..${max}`;
    return name === undefined ? `${kind} ${range}` : `${kind} ${printable(name)} (${range})`;
  }

  /** Labels of a chain, and the text after them; in a long chain the labels in the middle are counted. */
  #title(indent: string, chain: readonly number[], end: string): string {
    const all = indent + chain.map((scope) => this.#label(scope)).join(' > ') + end;
    if (all.length <= this.#columns || this.#isFull || chain.length < 3) return this.#fit(all, end);
    const first = this.#label(chain[0]!);
    const last = this.#label(chain.at(-1)!);
    return this.#fit(`${indent}${first} > … ${grouped(chain.length - 2)} more > ${last}${end}`, end);
  }

  #label(op: number): string {
    const label = this.#sequence.alphabet.labelOf(this.#sequence.ops[op]!);
    return label === '' ? '""' : printable(label);
  }

  /** A line that is shortened before its end, if it would be too long. */
  #fit(line: string, end = ''): string {
    if (line.length <= this.#columns || this.#isFull) return line;
    const room = this.#columns - end.length - 1;
    if (room < 8) return `${line.slice(0, this.#columns - 1)}…`;
    return `${line.slice(0, Math.min(room, line.length - end.length))}…${end}`;
  }

  get #isFull(): boolean {
    return this.#maxSiblings === Infinity;
  }
}

function isOnlyChild(sequence: ChoiceSequence, scope: number): boolean {
  const { match } = sequence.outline;
  return sequence.isScope(scope + 1) && match[scope + 1]! + 1 === match[scope];
}

function labelAround(sequence: ChoiceSequence, scope: number): string {
  let depth = 0;
  for (let op = scope - 1; op >= 0; op--) {
    if (sequence.isScope(op)) {
      if (depth-- === 0) return sequence.alphabet.labelOf(sequence.ops[op]!);
    } else if (!sequence.isChoice(op)) depth++;
  }
  return '';
}

/** Deep levels have the same indentation, so that there is room for the text. */
function indentOf(level: number): string {
  return INDENT.repeat(Math.min(level, 16));
}

function sizeOf(sequence: ChoiceSequence, from: number, end: number): string {
  const { ops, alphabet } = sequence;
  let choices = 0;
  let scopes = 0;
  for (let op = from; op < end; op++) {
    const kind = alphabet.kinds[ops[op]!]!;
    if (kind === SymbolKind.scope) scopes++;
    else if (kind > SymbolKind.scope) choices++;
  }
  return sizeText(choices, scopes);
}

/** Sizes in words, as in `312 choices in 45 scopes`. */
export function sizeText(choices: number, scopes: number): string {
  const told = `${grouped(choices)} ${choices === 1 ? 'choice' : 'choices'}`;
  return scopes === 0 ? told : `${told} in ${grouped(scopes)} ${scopes === 1 ? 'scope' : 'scopes'}`;
}

/**
 * One line of a listing for programs. A scope comes before its content; `depth` tells which lines are its
 * content.
 */
export type ListedEvent =
  | { readonly depth: number; readonly scope: string }
  | {
      readonly depth: number;
      readonly kind: string;
      /** Numbers that JavaScript cannot hold exactly are texts. */
      readonly min: number | string;
      readonly max: number | string;
      readonly value: number | string;
      readonly name?: string;
    };

/** Everything in a sequence, in order. */
export function* listEvents(
  sequence: ChoiceSequence,
  meanings: readonly Meaning[] = [],
): Generator<ListedEvent> {
  const names = namesOf(meanings);
  const labels = [''];
  for (let op = 0; op < sequence.ops.length; op++) {
    if (sequence.isScope(op)) {
      const scope = sequence.alphabet.labelOf(sequence.ops[op]!);
      yield { depth: labels.length - 1, scope };
      labels.push(scope);
    } else if (sequence.isChoice(op)) {
      const choice = sequence.choiceAt(op);
      const name = names(labels.at(-1)!, choice);
      yield {
        depth: labels.length - 1,
        kind: choice.kind,
        min: exact(choice.min),
        max: exact(choice.max),
        value: exact(choice.value),
        ...(name === undefined ? {} : { name }),
      };
    } else labels.pop();
  }
}

function exact(value: bigint): number | string {
  return value >= Number.MIN_SAFE_INTEGER && value <= Number.MAX_SAFE_INTEGER ? Number(value) : String(value);
}
