/**
 * Locality measured: how much of a record outside of an edited scope is found again after a replay, by the strategy of
 * resynchronisation. Over random generators; used by the quality tests and by `npm run bench -- locality-engine`.
 */
import { sample } from 'fast-check';

import { Alphabet } from '../../src/choice/sequence/alphabet.ts';
import { type ChoiceSequence, cut } from '../../src/choice/sequence/sequence.ts';
import { makeRandom, uniformBelow } from '../../src/choice/engine/fresh.ts';
import { replay } from '../../src/choice/engine/replay.ts';
import type { ResyncStrategy } from '../../src/choice/engine/cursor.ts';
import { generatorOf, plans } from '../choice/random-generators.ts';
import { applyEdits, type Edit } from '../../src/choice/index.ts';

export const strategies: readonly ResyncStrategy[] = ['scopes', 'depth', 'position'];

export interface LocalityOptions {
  /** Whether draws outside a scope may not depend on those inside, see random-generators.ts. */
  readonly isolated: boolean;
  /** Whether the edit stays inside of a scope, or takes out or puts in a whole one. */
  readonly edit: 'inside' | 'whole';
  readonly generators: number;
  readonly seed: number;
}

export interface Locality {
  readonly edits: number;
  /** Mean share of what stood outside of the edited scope that is found again, in order. */
  readonly share: Readonly<Record<ResyncStrategy, number>>;
  /** Share of the edits after which all that stood outside is found again. */
  readonly whole: Readonly<Record<ResyncStrategy, number>>;
}

const EDITS_PER_GENERATOR = 8;
/** Comparing takes time that grows with the square of this. */
const MAX_OPS = 1_500;
const MIN_SCOPES = 4;

export function measureLocality({ isolated, edit: kind, generators, seed }: LocalityOptions): Locality {
  const sum = { scopes: 0, depth: 0, position: 0 };
  const whole = { scopes: 0, depth: 0, position: 0 };
  let edits = 0;
  for (const plan of sample(plans, { numRuns: generators, seed })) {
    const alphabet = new Alphabet();
    const generator = generatorOf(plan, { isolated, isTyped: true });
    const { record } = replay(generator, { alphabet, seed });
    if (record.scopeCount < MIN_SCOPES || record.ops.length > MAX_OPS) continue;
    for (let i = 0; i < EDITS_PER_GENERATOR; i++) {
      const edit = (kind === 'inside' ? editInside : editWhole)(record, seed + i);
      if (edit === undefined) continue;
      const outside = tokensOf(record, edit.scope + 1, record.outline.match[edit.scope]!);
      const sequence = applyEdits(record, [edit]);
      edits++;
      for (const resync of strategies) {
        const after = replay(generator, { alphabet, seed: seed + 1 + i, sequence, resync }).record;
        const kept = commonLength(outside, tokensOf(after, 0, 0)) / outside.length;
        sum[resync] += kept;
        if (kept === 1) whole[resync]++;
      }
    }
  }
  const shares = (totals: typeof sum): Record<ResyncStrategy, number> => ({
    scopes: totals.scopes / edits,
    depth: totals.depth / edits,
    position: totals.position / edits,
  });
  return { edits, share: shares(sum), whole: shares(whole) };
}

/** Empties a scope, takes the first thing out of it, or puts the content of another one there. */
function editInside(record: ChoiceSequence, seed: number): (Edit & { readonly scope: number }) | undefined {
  const rng = makeRandom(seed);
  const { match } = record.outline;
  const scopes = [...record.ops.keys()].filter((op) => record.isScope(op) && match[op]! > op + 1);
  if (scopes.length === 0) return undefined;
  const scope = scopes[uniformBelow(rng, scopes.length)]!;
  const other = scopes[uniformBelow(rng, scopes.length)]!;
  const [from, to] = [scope + 1, match[scope]!];
  switch (uniformBelow(rng, 3)) {
    case 0:
      return { scope, from, to };
    case 1:
      return { scope, from, to: match[from]! + 1 };
    default:
      return { scope, from, to, ...cut(record, other + 1, match[other]!) };
  }
}

/** Deletes a scope, or repeats it. */
function editWhole(record: ChoiceSequence, seed: number): (Edit & { readonly scope: number }) | undefined {
  const rng = makeRandom(seed);
  const { match } = record.outline;
  const scopes = [...record.ops.keys()].filter((op) => record.isScope(op));
  const scope = scopes[uniformBelow(rng, scopes.length)]!;
  const to = match[scope]! + 1;
  return uniformBelow(rng, 2) === 0
    ? { scope, from: scope, to }
    : { scope, from: to, to, ...cut(record, scope, to) };
}

/** Every op with its value as one number, but for those from `from` to before `to`; equal ones have equal numbers. */
function tokensOf(sequence: ChoiceSequence, from: number, to: number): number[] {
  const tokens: number[] = [];
  for (let op = 0; op < sequence.ops.length; op++) {
    if (op === from) op = to;
    if (op >= sequence.ops.length) break;
    const { word } = sequence.outline;
    let token = sequence.ops[op]!;
    for (let at = word[op]!; at < word[op + 1]!; at++)
      token = (token * 0x100_0193 + sequence.words[at]!) % 2 ** 45;
    tokens.push(token);
  }
  return tokens;
}

/** Length of the longest common subsequence. */
function commonLength(a: readonly number[], b: readonly number[]): number {
  let last = new Uint16Array(b.length + 1);
  for (const token of a) {
    const current = new Uint16Array(b.length + 1);
    for (let j = 0; j < b.length; j++) {
      current[j + 1] = token === b[j] ? last[j]! + 1 : Math.max(last[j + 1]!, current[j]!);
    }
    last = current;
  }
  return last[b.length]!;
}
