/**
 * Passes over scopes: they delete scopes, or replace scopes by smaller ones.
 */

import { applyEdits, type ChoiceSequence } from '../../../choice/index.ts';
import type { Candidate } from '../reduction.ts';
import { compareRuns } from '../order.ts';
import { bySize, type ScopeNode, siblingsOf, type Tree, treeOf } from '../tree.ts';
import { edited, replaceRun, valueEdits, withoutScopes } from './edits.ts';
import { type Pass, sweep } from './pass.ts';
import { reduceTuning } from '../../tuning.ts';

const MAX_SCOPES_TO_REARRANGE = reduceTuning.maxRearranged.value;

/** Deletes scopes from the largest down; after a success, deletes as many earlier siblings as possible. */
export const deleteScopes: Pass = sweep('delete scopes', function* (best) {
  const tree = treeOf(best);
  for (const node of bySize(tree.scopes)) {
    const grow = (k: number): ChoiceSequence | undefined => {
      const gone = upTo(siblingsOf(tree, node), node, k);
      return gone === undefined ? undefined : withoutScopes(best, gone);
    };
    yield { make: () => grow(1), grow };
  }
});

/**
 * Deletes items of a list. Numbers that may be indices beyond the gap decrease with their targets. In many
 * generators later parts of a test name earlier ones by number.
 */
export const deleteAndRenumber: Pass = sweep('delete and renumber', function* (best) {
  const tree = treeOf(best);
  if (tree.scopes.length > MAX_SCOPES_TO_REARRANGE) return;
  for (const node of bySize(tree.scopes)) {
    const siblings = siblingsOf(tree, node);
    if (siblings.length === 1 || renumbered(best, siblings.length, [node]).size === 0) continue;
    const grow = (k: number): ChoiceSequence | undefined => {
      const gone = upTo(siblings, node, k);
      if (gone === undefined) return undefined;
      const values = renumbered(best, siblings.length, gone);
      return edited(best, [...gone.map(({ from, to }) => ({ from, to })), ...valueEdits(best, values)]);
    };
    yield { make: () => grow(1), grow };
  }
});

/** The last `k` siblings up to and including a scope, if there are that many. */
function upTo(siblings: readonly ScopeNode[], node: ScopeNode, k: number): readonly ScopeNode[] | undefined {
  const first = node.index - k + 1;
  return first < 0 ? undefined : siblings.slice(first, node.index + 1);
}

/** New values for choices outside the deleted items of a list, given the list's length. */
function renumbered(best: ChoiceSequence, length: number, gone: readonly ScopeNode[]): Map<number, bigint> {
  const values = new Map<number, bigint>();
  const [first, last] = [gone[0]!, gone.at(-1)!];
  for (const op of treeOf(best).choices) {
    if (op >= first.from && op < last.to) continue;
    const { kind, value, min } = best.choiceAt(op);
    if (kind === 'weighted' || value <= BigInt(first.index) || value > BigInt(length)) continue;
    const lowered = value - BigInt(Math.min(gone.length, Number(value) - first.index));
    if (lowered >= min) values.set(op, lowered);
  }
  return values;
}

/** Empties scopes from the largest down: the generator fills them with the simplest content. */
export const emptyScopes: Pass = sweep('empty scopes', function* (best) {
  for (const { from, to, size } of bySize(treeOf(best).scopes)) {
    if (size > 1) yield { make: () => applyEdits(best, [{ from: from + 1, to: to - 1 }]) };
  }
});

/** Replaces an ancestor by a descendant with the same label: nearest descendants first. */
export const liftDescendants: Pass = sweep('lift descendants', function* (best) {
  for (const node of bySize(treeOf(best).scopes)) {
    for (const descendant of sameLabelBelow(node)) {
      yield { make: () => edited(best, [replaceRun(best, node, descendant)]) };
    }
  }
});

const RUNS = reduceTuning.deletedRuns.value;
const PAIRS_OF_RUNS = reduceTuning.exchangedRuns.value.flatMap((first) =>
  reduceTuning.exchangedRuns.value.map((second) => [first, second] as const),
);
const MOST_FOR_RUNS = reduceTuning.mostForRuns.value;
const MAX_DESCENDANTS = reduceTuning.maxDescendants.value;

function sameLabelBelow(node: ScopeNode): ScopeNode[] {
  return nearestBelow(node, ({ label }) => label === node.label);
}

function otherLabelsBelow(node: ScopeNode): ScopeNode[] {
  return nearestBelow(node, ({ label }) => label !== node.label);
}

function nearestBelow(node: ScopeNode, isWanted: (below: ScopeNode) => boolean): ScopeNode[] {
  const found: ScopeNode[] = [];
  let level: readonly ScopeNode[] = node.children;
  while (level.length > 0 && found.length < MAX_DESCENDANTS) {
    found.push(...level.filter(isWanted));
    level = level.flatMap((child) => child.children);
  }
  return found.slice(0, MAX_DESCENDANTS);
}

/**
 * Replaces an ancestor's content by the content of a descendant with another label, if both begin with the same
 * question. One of the two may have an extra choice before that question. An element of a list asks "one more?"
 * first, and is otherwise equal to the other scope.
 */
export const liftContents: Pass = sweep('lift contents', function* (best) {
  const { scopes } = treeOf(best);
  if (scopes.length > MAX_SCOPES_TO_REARRANGE) return;
  for (const node of bySize(scopes)) {
    for (const descendant of otherLabelsBelow(node)) {
      for (const [kept, dropped] of [
        [1, 0],
        [0, 1],
      ] as const) {
        const target = { from: node.from + 1 + kept, to: node.to - 1 };
        const source = { from: descendant.from + 1 + dropped, to: descendant.to - 1 };
        if (!isLiftable(best, node, kept, target) || !isLiftable(best, descendant, dropped, source)) continue;
        if (best.ops[target.from] !== best.ops[source.from]) continue;
        yield { make: () => edited(best, [replaceRun(best, target, source)]) };
      }
    }
  }
});

/** True if a scope begins with the choices that stay, followed by the common question. */
function isLiftable(
  best: ChoiceSequence,
  node: ScopeNode,
  skipped: number,
  run: { readonly from: number; readonly to: number },
): boolean {
  if (run.from >= run.to || !best.isChoice(run.from)) return false;
  return skipped === 0 || best.isChoice(node.from + 1);
}

/** Deletes choices that belong to a scope itself, in runs. */
export const deleteChoices: Pass = sweep('delete choices', function* (best) {
  const { choices } = treeOf(best);
  for (let at = choices.length - 1; at >= 0; at--) {
    const grow = (k: number): ChoiceSequence | undefined => {
      if (at - k + 1 < 0) return undefined;
      return applyEdits(
        best,
        choices.slice(at - k + 1, at + 1).map((op) => ({ from: op, to: op + 1 })),
      );
    };
    yield { make: () => grow(1), grow };
  }
});

/**
 * Deletes short runs of choices, no choice of which can go alone: without scopes, a node of a tree and its other child.
 */
export const deleteRuns: Pass = sweep('delete runs', function* (best) {
  const { choices } = treeOf(best);
  if (choices.length > MOST_FOR_RUNS) return;
  for (const length of RUNS)
    for (let at = 0; at + length <= choices.length; at++) {
      if (best.choiceAt(choices[at]!).kind === 'integer') continue;
      const run = choices.slice(at, at + length).map((op) => ({ from: op, to: op + 1 }));
      yield { make: () => applyEdits(best, run) };
    }
});

/**
 * Exchanges two neighbouring short runs of choices that begin with the same question, if the second begins
 * lower. Without scopes these are a leaf of a tree and the node before it.
 */
export const exchangeRuns: Pass = sweep('exchange runs', function* (best) {
  const { choices } = treeOf(best);
  if (choices.length > MOST_FOR_RUNS) return;
  for (const from of choices)
    for (const [first, second] of PAIRS_OF_RUNS) {
      const middle = from + first;
      const to = middle + second;
      if (to > best.ops.length || best.ops[from] !== best.ops[middle]) continue;
      if (!best.ops.subarray(from, to).every((_, at) => best.isChoice(from + at))) continue;
      if (best.choiceAt(middle).value >= best.choiceAt(from).value) continue;
      const { word } = best.outline;
      const [a, b, c] = [word[from]!, word[middle]!, word[to]!];
      const ops = Uint16Array.of(...best.ops.subarray(middle, to), ...best.ops.subarray(from, middle));
      const words = Uint32Array.of(...best.words.subarray(b, c), ...best.words.subarray(a, b));
      yield { make: () => applyEdits(best, [{ from, to, ops, words }]) };
    }
});

/**
 * Joins two neighbours of one label that each hold a list: the items of the second move to the end of the
 * first. A list ends with an item that says so, so the first list's last item is left out.
 */
export const mergeSiblings: Pass = sweep('merge siblings', function* (best) {
  const tree = treeOf(best);
  for (const node of tree.scopes) {
    const next = siblingsOf(tree, node)[node.index + 1];
    if (next === undefined || next.label !== node.label) continue;
    yield* mergers(best, node, next);
  }
});

function* mergers(best: ChoiceSequence, first: ScopeNode, second: ScopeNode): Generator<Candidate> {
  for (const list of listsIn(first)) {
    const other = listsIn(second).find((candidate) => candidate.label === list.label);
    if (other === undefined) continue;
    const last = list.children.at(-1)!;
    const items = { from: other.children[0]!.from, to: other.children.at(-1)!.to };
    yield {
      make: () => edited(best, [replaceRun(best, last, items), { from: second.from, to: second.to }]),
    };
  }
}

/** Scopes within a scope, itself included, that have children of one label. */
function listsIn(node: ScopeNode): ScopeNode[] {
  const own =
    node.children.length > 0 && node.children.every(({ label }) => label === node.children[0]!.label);
  return [...(own ? [node] : []), ...node.children.flatMap(listsIn)];
}

/** Brings siblings of one label into order, all at once and then pair by pair. */
export const sortSiblings: Pass = sweep('sort siblings', function* (best) {
  for (const run of sameLabelRuns(treeOf(best))) {
    // A list's last item only says that the list ends; it stays where it is.
    const last = run.at(-1)!;
    const items = run.slice(0, -1).every(({ size }) => size > last.size) ? run.slice(0, -1) : run;
    const sorted = items.toSorted((a, b) => compareRuns(best, a, b));
    if (items.length > 2 && sorted.some((node, i) => node !== items[i])) {
      yield { make: () => reordered(best, items, sorted) };
    }
    for (let i = 0; i + 1 < run.length; i++) {
      const [a, b] = [run[i]!, run[i + 1]!];
      if (compareRuns(best, a, b) > 0) yield { make: () => reordered(best, [a, b], [b, a]) };
    }
  }
});

/** Runs of two or more neighbours with one label. */
function sameLabelRuns(tree: Tree): ScopeNode[][] {
  const runs: ScopeNode[][] = [];
  for (const siblings of [tree.roots, ...tree.scopes.map(({ children }) => children)]) {
    let run: ScopeNode[] = [];
    for (const node of siblings) {
      if (run.length > 0 && run[0]!.label === node.label) {
        run.push(node);
      } else {
        run = [node];
        runs.push(run);
      }
    }
  }
  return runs.filter((run) => run.length > 1);
}

/**
 * Deletes an item of a list and raises a letter in a neighbouring item. If lists must differ, a short one
 * with a later letter is simpler than a long one.
 */
export const deleteAndRaise: Pass = sweep('delete and raise', function* (best) {
  const tree = treeOf(best);
  if (tree.scopes.length > MAX_SCOPES_TO_REARRANGE) return;
  for (const run of sameLabelRuns(tree)) {
    for (const [i, node] of run.entries()) {
      const raised = [run[i - 1], run[i + 1]].map((beside) => beside && raisedNumber(best, beside));
      for (const values of raised) {
        if (values === undefined) continue;
        yield { make: () => edited(best, [{ from: node.from, to: node.to }, ...valueEdits(best, values)]) };
      }
    }
  }
});

const MAX_LETTERS = reduceTuning.maxLetters.value;

/** The last letter or option within a scope, one higher; undefined if there is none. */
function raisedNumber(best: ChoiceSequence, node: ScopeNode): Map<number, bigint> | undefined {
  for (let op = node.to - 1; op > node.from; op--) {
    if (!best.isChoice(op)) continue;
    const { kind, value, min, max } = best.choiceAt(op);
    if (kind !== 'weighted' && max - min < MAX_LETTERS && value < max) return new Map([[op, value + 1n]]);
  }
  return undefined;
}

/**
 * Exchanges two scopes of one label anywhere in the tree, and then sorts the whole tree. So it escapes
 * arrangements from which every single step leads to something less simple.
 */
export const exchangeScopes: Pass = sweep('exchange scopes', function* (best) {
  const { scopes } = treeOf(best);
  if (scopes.length > MAX_SCOPES_TO_REARRANGE) return;
  for (const a of scopes) {
    for (const b of scopes) {
      if (b.from < a.to || a.label !== b.label || compareRuns(best, a, b) === 0) continue;
      yield { make: () => sortedThroughout(reordered(best, [a, b], [b, a])) };
    }
  }
});

/** The same tree with all neighbours of one label in order, the innermost first. */
function sortedThroughout(sequence: ChoiceSequence): ChoiceSequence {
  let sorted = sequence;
  for (let at = sameLabelRuns(treeOf(sequence)).length - 1; at >= 0; at--) {
    const run = sameLabelRuns(treeOf(sorted))[at]!;
    sorted = reordered(
      sorted,
      run,
      run.toSorted((a, b) => compareRuns(sorted, a, b)),
    );
  }
  return sorted;
}

function reordered(
  best: ChoiceSequence,
  before: readonly ScopeNode[],
  after: readonly ScopeNode[],
): ChoiceSequence {
  return edited(
    best,
    before.map((node, i) => replaceRun(best, node, after[i]!)),
  );
}
