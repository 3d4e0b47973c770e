/**
 * The state that all passes over text share: the smallest text so far, and the tried ones.
 *
 * Invariants: the best is interesting. A candidate is kept only if it has neither more tokens nor more
 * characters. It must have fewer of one, or read simpler with the same number of both, so that reduction
 * ends. No tokens are tried twice. Only the caller's answers may take steps back, and then `best` is larger
 * than before.
 */
import { joinTokens, splitTokens, type Tokens } from './tokens.ts';
import { buildTree, type Level, type Span } from './tree.ts';
import { reduceTuning } from '../tuning.ts';

/** Tokens that replace some others. */
export interface TextEdit extends Span {
  readonly tokens: Tokens;
}

/** A step towards something simpler; if edits overlap, the first counts. */
export type TextEdits = readonly TextEdit[];

export interface TextSettings {
  readonly isInteresting: (text: string) => boolean | Promise<boolean>;
  /** After a "no": the text to return to, if earlier steps have proved wrong. */
  readonly takenBack: () => string | undefined;
  readonly maxEvaluations: number;
  readonly signal: AbortSignal | undefined;
  readonly onImproved: (text: string, progress: TextProgress) => void;
}

export interface TextProgress {
  readonly initialTokens: number;
  readonly tokens: number;
  readonly evaluations: number;
  /** Name of the pass that made the last improvement. */
  readonly pass: string;
}

/** Thrown through the passes if the budget is used up or the caller wants to stop. */
export class TextReductionStopped extends Error {
  override readonly name = 'TextReductionStopped';
}

export class TextReduction {
  best: Tokens;
  /** Begins with 1, for the evaluation of the first tokens. */
  evaluations = 1;
  pass = '';
  readonly #settings: TextSettings;
  readonly #initialTokens: number;
  readonly #tried = new Set<string>();
  #tree: Level | undefined;

  /** Starts from tokens that are known to be interesting. */
  constructor(settings: TextSettings, best: Tokens) {
    this.#settings = settings;
    this.best = best;
    this.#initialTokens = best.length;
    this.#tried.add(keyOf(best));
  }

  get tree(): Level {
    return (this.#tree ??= buildTree(this.best));
  }

  /** Tests a candidate and keeps it if it is simpler and interesting. */
  async consider(candidate: TextEdits): Promise<boolean> {
    const tokens = applyTextEdits(this.best, candidate);
    if (!isSimpler(tokens, this.best)) return false;
    const key = keyOf(tokens);
    if (this.#tried.has(key)) return false;
    const { isInteresting, takenBack, maxEvaluations, signal, onImproved } = this.#settings;
    if (signal?.aborted === true || this.evaluations >= maxEvaluations) throw new TextReductionStopped();
    this.#tried.add(key);
    this.evaluations++;
    const text = joinTokens(tokens);
    const isKept = await isInteresting(text);
    const back = isKept ? undefined : takenBack();
    if (!isKept && back === undefined) return false;
    this.best = back === undefined ? tokens : splitTokens(back);
    this.#tree = undefined;
    if (!isKept) return false;
    onImproved(text, this.progress());
    return true;
  }

  progress(): TextProgress {
    const { evaluations, pass } = this;
    return { initialTokens: this.#initialTokens, tokens: this.best.length, evaluations, pass };
  }
}

export function applyTextEdits(tokens: Tokens, candidate: TextEdits): string[] {
  const result: string[] = [];
  let at = 0;
  for (const { from, to, tokens: instead } of candidate.toSorted((a, b) => a.from - b.from)) {
    // This edit lies inside a part that is already replaced.
    if (from < at) continue;
    for (; at < from; at++) result.push(tokens[at]!);
    result.push(...instead);
    at = to;
  }
  for (; at < tokens.length; at++) result.push(tokens[at]!);
  return result;
}

export function lengthOf(tokens: Tokens, { from, to }: Span): number {
  let length = 0;
  for (let at = from; at < to; at++) length += tokens[at]!.length;
  return length;
}

function isSimpler(tokens: Tokens, than: Tokens): boolean {
  const fewer = than.length - tokens.length;
  const shorter =
    lengthOf(than, { from: 0, to: than.length }) - lengthOf(tokens, { from: 0, to: tokens.length });
  if (fewer < 0 || shorter < 0) return false;
  return fewer > 0 || shorter > 0 || isBefore(tokens, than);
}

/** Digits come before letters, and small ones before large ones. */
function isBefore(tokens: Tokens, than: Tokens): boolean {
  const at = tokens.findIndex((token, index) => token !== than[index]);
  return at !== -1 && tokens[at]! < than[at]!;
}

/** Key of a text: a short text itself; for long texts, of which many are tried, two sums. */
function keyOf(tokens: Tokens): string {
  const text = tokens.join('\n');
  if (text.length < reduceTuning.hashedFrom.value) return text;
  let [one, other] = [0x811c9dc5, 0x9e3779b9];
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    one = Math.imul(one ^ code, 0x01000193);
    other = Math.imul(other ^ code, 0x85ebca6b) ^ (other >>> 13);
  }
  return `${text.length} ${one} ${other}`;
}
