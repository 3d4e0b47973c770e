/**
 * Reduces a text by its tokens and brackets, for parts that choices cannot reach: the frame that a generator
 * writes around all programs.
 *
 * It knows brackets, commas, semicolons and names, and little of any language. Most candidates are no
 * programs, and a compiler says so in a moment. In a large text it first looks for the functions that
 * matter, and removes all that they do not need. Then it removes only large runs of items, at any place. Each step of a large text costs much, even if it removes little. After that all passes run, the
 * most productive first, again and again until none finds anything. Invariants: see text-reduction.ts. The
 * result is never longer than the given text.
 */
import { constants } from './passes/constants.ts';
import { declarations } from './passes/declarations.ts';
import { functions } from './passes/functions.ts';
import { names } from './passes/names.ts';
import { parts, zeros } from './passes/parts.ts';
import { holders, keepReached, keepStatements } from './passes/reach.ts';
import { removeRuns } from './passes/runs.ts';
import {
  type TextEdits,
  lengthOf,
  TextReduction,
  TextReductionStopped,
  type TextProgress,
} from './text-reduction.ts';
import { joinTokens, splitTokens, type Tokens } from './tokens.ts';
import { reduceTuning } from '../tuning.ts';
import type { Level } from './tree.ts';

export interface ReduceTokensOptions {
  /** Called after a "no": the text to return to, if the caller takes earlier steps back. */
  readonly takenBack?: () => string | undefined;
  readonly maxEvaluations?: number;
  readonly signal?: AbortSignal | undefined;
  readonly onImproved?: (text: string, progress: TextProgress) => void;
}

export interface ReducedText {
  readonly text: string;
  readonly evaluations: number;
  /** `layout-matters`: the text is not interesting after a change of layout alone, and was left as it was. */
  readonly end: 'minimal' | 'stopped' | 'layout-matters';
}

/** Passes that list candidates, in the order that they are tried in. */
const sweeps: readonly {
  readonly name: string;
  readonly list: (tokens: Tokens, root: Level) => Iterable<TextEdits>;
}[] = [
  { name: 'names', list: names },
  { name: 'functions', list: functions },
  { name: 'declarations', list: declarations },
  { name: 'zeros', list: zeros },
  { name: 'parts', list: parts },
  { name: 'constants', list: constants },
];

const LARGE_TOKENS = reduceTuning.largeTokens.value;
const LARGE_SHARES = reduceTuning.largeShares.value;

export async function reduceTokens(
  text: string,
  isInteresting: (text: string) => boolean | Promise<boolean>,
  {
    takenBack = () => undefined,
    maxEvaluations = Infinity,
    signal,
    onImproved = () => undefined,
  }: ReduceTokensOptions = {},
): Promise<ReducedText> {
  const tokens = splitTokens(text);
  if (!(await isInteresting(joinTokens(tokens)))) return { text, evaluations: 1, end: 'layout-matters' };
  const reduction = new TextReduction(
    { isInteresting, takenBack, maxEvaluations, signal, onImproved },
    tokens,
  );
  let end: ReducedText['end'] = 'minimal';
  try {
    for (const share of LARGE_SHARES) {
      if (reduction.best.length < LARGE_TOKENS) break;
      await whatIsReached(reduction);
      if (reduction.best.length < LARGE_TOKENS) break;
      reduction.pass = 'large runs of items';
      await removeRuns(reduction, share);
    }
    let before: Tokens;
    do {
      before = reduction.best;
      reduction.pass = 'runs of items';
      await removeRuns(reduction);
      for (const { name, list } of sweeps) {
        reduction.pass = name;
        await sweep(reduction, list);
      }
    } while (reduction.best !== before);
  } catch (error) {
    if (!(error instanceof TextReductionStopped)) throw error;
    end = 'stopped';
  }
  const reduced = joinTokens(reduction.best);
  const { evaluations } = reduction.progress();
  return { text: reduced.length <= text.length ? reduced : text, evaluations, end };
}

/** The functions that matter with all that they need, and statements with all that only they need. */
async function whatIsReached(reduction: TextReduction): Promise<void> {
  reduction.pass = 'functions that matter';
  await keepReached(reduction);
  reduction.pass = 'statements that matter';
  await keepStatements(reduction);
  reduction.pass = 'statements that alone need something';
  await sweep(reduction, holders);
}

/**
 * Tries the edits that remove most first, and among equals the last one. After a success it continues from
 * there in that order, so that one sweep takes one evaluation for each candidate that fails.
 */
async function sweep(
  reduction: TextReduction,
  list: (tokens: Tokens, root: Level) => Iterable<TextEdits>,
): Promise<void> {
  let passed = { gain: Infinity, from: Infinity };
  for (;;) {
    const { best, tree } = reduction;
    const ranked = [...list(best, tree)]
      .map((candidate) => ({ candidate, gain: gainOf(best, candidate), from: candidate[0]?.from ?? 0 }))
      .filter(({ gain, from }) => gain < passed.gain || (gain === passed.gain && from < passed.from))
      .toSorted((a, b) => b.gain - a.gain || b.from - a.from);
    let found: typeof passed | undefined;
    for (const each of ranked) {
      if (!(await reduction.consider(each.candidate)) && reduction.best === best) continue;
      found = each;
      break;
    }
    if (found === undefined) return;
    passed = found;
  }
}

/** In characters. */
function gainOf(tokens: Tokens, candidate: TextEdits): number {
  let gain = 0;
  for (const edit of candidate)
    gain += lengthOf(tokens, edit) - lengthOf(edit.tokens, { from: 0, to: edit.tokens.length });
  return gain;
}
