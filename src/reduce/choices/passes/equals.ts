/**
 * Equals: content that occurs in several places of a test, and must stay equal while it becomes simpler.
 *
 * Two texts or lists that the property compares are scopes with equal content, often under different labels.
 * An example is an element of a list that also occurs as a value of its own. Numbers that must stay equal may
 * be among others that are equal by accident.
 */

import { type ChoiceSequence, type Edit, rankOf, simplestValue } from '../../../choice/index.ts';
import type { Candidate } from '../reduction.ts';
import { bySize, type ScopeNode, treeOf } from '../tree.ts';
import { edited, withValues } from './edits.ts';
import { type Pass, sweep } from './pass.ts';
import { reduceTuning } from '../../tuning.ts';

const MOST_EQUALS = reduceTuning.mostEquals.value;
const MOST_TRADED = reduceTuning.mostTraded.value;

/** Deletes the same item in all scopes with equal content, or lowers the same choice in all of them. */
export const simplifyEquals: Pass = sweep('simplify equals', function* (best) {
  for (const lists of equalLists(best)) {
    yield* deletions(best, lists);
    yield* lowerings(best, lists);
  }
});

function* deletions(best: ChoiceSequence, lists: readonly ScopeNode[]): Iterable<Candidate> {
  const { length } = lists[0]!.children;
  for (let start = 0; start < length; start++) {
    const grow = (k: number): ChoiceSequence | undefined => {
      if (start + k > length) return undefined;
      const gone = lists.map(({ children }): Edit => ({
        from: children[start]!.from,
        to: children[start + k - 1]!.to,
      }));
      return edited(best, gone);
    };
    yield { make: () => grow(1), grow };
  }
}

function* lowerings(best: ChoiceSequence, lists: readonly ScopeNode[]): Iterable<Candidate> {
  const { from, to } = regionOf(lists[0]!);
  for (let offset = 0; offset < to - from; offset++) {
    if (!best.isChoice(from + offset)) continue;
    yield* together(
      best,
      lists.map((list) => regionOf(list).from + offset),
    );
  }
}

/** Sets choices with one value to the simplest value, or lowers them by steps. */
function* together(best: ChoiceSequence, ops: readonly number[]): Iterable<Candidate> {
  const choice = best.choiceAt(ops[0]!);
  if (rankOf(choice) === 0n || choice.kind === 'weighted') return;
  const simplest = simplestValue(choice);
  const distance = choice.value > simplest ? choice.value - simplest : simplest - choice.value;
  const step = choice.value > simplest ? -1n : 1n;
  const to = (value: bigint): ChoiceSequence => withValues(best, new Map(ops.map((op) => [op, value])));
  yield { make: () => to(simplest) };
  const grow = (k: number): ChoiceSequence | undefined =>
    BigInt(k) >= distance ? undefined : to(choice.value + step * BigInt(k));
  yield { make: () => grow(1), grow };
}

/** Scopes that hold the same items, largest first. */
function equalLists(best: ChoiceSequence): ScopeNode[][] {
  const groups = new Map<string, ScopeNode[]>();
  for (const node of bySize(treeOf(best).scopes)) {
    if (node.children.length === 0) continue;
    const { from, to } = regionOf(node);
    const { word } = best.outline;
    // Labels identify places: elsewhere the same content may have other labels.
    const ops = Array.from(best.ops.subarray(from, to), (op, i) => (best.isScope(from + i) ? '(' : op));
    const key = `${ops.join()} ${best.words.subarray(word[from], word[to]).join()}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [node]);
    else group.push(node);
  }
  return [...groups.values()].filter((group) => group.length > 1);
}

/**
 * The span of a scope from its first item to its last; questions before and after the items differ by place.
 */
function regionOf({ children }: ScopeNode): { readonly from: number; readonly to: number } {
  return { from: children[0]!.from, to: children.at(-1)!.to };
}

/**
 * Lowers a choice in all scopes of equal content, and raises a later one there. Of two equal names, the first letter
 * falls and the second rises.
 */
export const tradeInEquals: Pass = sweep('trade in equals', function* (best) {
  for (const scopes of equalLeaves(best)) {
    const inside = treeOf(best).choices.filter((op) => op > scopes[0]!.from && op < scopes[0]!.to);
    for (const [i, op] of inside.entries()) {
      const lowered = best.choiceAt(op);
      for (const other of inside.slice(i + 1)) {
        const raised = best.choiceAt(other);
        if (lowered.value > MOST_TRADED || raised.max - raised.value > MOST_TRADED) continue;
        for (let low = lowered.min; low < lowered.value; low++)
          for (let high = raised.value + 1n; high <= raised.max; high++)
            yield {
              make: () =>
                withValues(
                  best,
                  new Map(
                    scopes.flatMap(({ from }) => [
                      [from + op - scopes[0]!.from, low],
                      [from + other - scopes[0]!.from, high],
                    ]),
                  ),
                ),
            };
      }
    }
  }
});

/** Scopes that have no inner scopes, in groups with the same choices. */
function equalLeaves(best: ChoiceSequence): ScopeNode[][] {
  const groups = new Map<string, ScopeNode[]>();
  for (const node of treeOf(best).scopes) {
    if (node.children.length > 0 || node.size < 2) continue;
    const { word } = best.outline;
    const ops = best.ops.subarray(node.from + 1, node.to).join();
    const key = `${ops} ${best.words.subarray(word[node.from + 1], word[node.to]).join()}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [node]);
    else group.push(node);
  }
  return [...groups.values()].filter((group) => group.length > 1);
}

/** Lowers pairs of choices of equal value, if more than two choices have that value or kinds differ. */
export const lowerEqualPairs: Pass = sweep('lower equal pairs', function* (best) {
  const groups = new Map<bigint, number[]>();
  for (const op of treeOf(best).choices) {
    const choice = best.choiceAt(op);
    if (rankOf(choice) === 0n || choice.kind === 'weighted') continue;
    const group = groups.get(choice.value);
    if (group === undefined) groups.set(choice.value, [op]);
    else group.push(op);
  }
  for (const ops of groups.values()) {
    if (ops.length > MOST_EQUALS || !areMixed(best, ops)) continue;
    for (const [i, a] of ops.entries()) for (const b of ops.slice(i + 1)) yield* together(best, [a, b]);
  }
});

/** False for two choices of one kind, which another pass lowers together. */
function areMixed(best: ChoiceSequence, ops: readonly number[]): boolean {
  return ops.length > 2 || new Set(ops.map((op) => best.choiceAt(op).kind)).size > 1;
}
