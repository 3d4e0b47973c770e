/**
 * A sequence as a tree of nodes, for passes that think in scopes; made anew for each new best.
 */

import { type ChoiceSequence, CLOSE } from '../../choice/index.ts';

export interface ScopeNode {
  /** Symbol of the label. */
  readonly label: number;
  /** Ops of the scope: `from` opens it, and the op before `to` closes it. */
  readonly from: number;
  readonly to: number;
  /** Number of choices inside, with those of inner scopes. */
  readonly size: number;
  readonly parent: ScopeNode | undefined;
  /** Place among the parent's children. */
  readonly index: number;
  readonly children: readonly ScopeNode[];
}

export interface Tree {
  /** All scopes, in the order in which they open. */
  readonly scopes: readonly ScopeNode[];
  /** Scopes outside all others. */
  readonly roots: readonly ScopeNode[];
  /** Op indices of all choices. */
  readonly choices: readonly number[];
}

type Growing = { -readonly [K in keyof ScopeNode]: ScopeNode[K] } & { children: ScopeNode[] };

const trees = new WeakMap<ChoiceSequence, Tree>();

export function treeOf(sequence: ChoiceSequence): Tree {
  let tree = trees.get(sequence);
  if (tree === undefined) trees.set(sequence, (tree = makeTree(sequence)));
  return tree;
}

function makeTree(sequence: ChoiceSequence): Tree {
  const scopes: Growing[] = [];
  const roots: Growing[] = [];
  const choices: number[] = [];
  const open: Growing[] = [];
  for (let op = 0; op < sequence.ops.length; op++) {
    if (sequence.isChoice(op)) {
      choices.push(op);
    } else if (sequence.isScope(op)) {
      const parent = open.at(-1);
      const siblings = parent === undefined ? roots : (parent.children as Growing[]);
      const node: Growing = {
        label: sequence.ops[op]!,
        from: op,
        to: sequence.outline.match[op]! + 1,
        size: choices.length,
        parent,
        index: siblings.length,
        children: [],
      };
      siblings.push(node);
      scopes.push(node);
      open.push(node);
    } else {
      const node = open.pop()!;
      node.size = choices.length - node.size;
    }
  }
  return { scopes, roots, choices };
}

/** The children of a scope's parent, including the scope. */
export function siblingsOf(tree: Tree, node: ScopeNode): readonly ScopeNode[] {
  return node.parent === undefined ? tree.roots : node.parent.children;
}

/** Largest first; among equals the outer and the later scope, so that whole tails go early. */
export function bySize(scopes: readonly ScopeNode[]): ScopeNode[] {
  return scopes.toSorted((a, b) => b.size - a.size || b.to - a.to || a.from - b.from);
}

/** One direct part of a scope: a choice, or a whole inner scope. */
export interface ScopePart {
  /** Symbol of the choice, or of the inner scope's label. */
  readonly symbol: number;
  readonly from: number;
  readonly to: number;
}

/** The parts of a scope, in order; without a scope, the parts of the whole sequence. */
export function partsOf(sequence: ChoiceSequence, node?: ScopeNode): ScopePart[] {
  return node === undefined ? partsFrom(sequence, 0) : partsFrom(sequence, node.from + 1);
}

/** The parts after a choice in its own scope. */
export function partsBehind(sequence: ChoiceSequence, op: number): ScopePart[] {
  return partsFrom(sequence, op + 1);
}

/** The parts from an op to the end of its scope. */
function partsFrom({ ops, outline }: ChoiceSequence, start: number): ScopePart[] {
  const parts: ScopePart[] = [];
  for (let from = start; from < ops.length && ops[from] !== CLOSE;) {
    const to = outline.match[from]! + 1;
    parts.push({ symbol: ops[from]!, from, to });
    from = to;
  }
  return parts;
}
