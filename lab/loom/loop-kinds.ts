/** Kinds of loops in a program of loom as it was drawn: what optimisers of loops look for. */
import type { Assign } from '../../src/generators/loom/statements/assign.ts';
import type { Element, LoomProgram, Read, Subscript } from '../../src/generators/loom/ir/nodes.ts';
import { references } from '../../src/generators/loom/ir/walk.ts';
import type { RangedLoop } from '../../src/generators/loom/statements/ranged.ts';

export const loopKinds = [
  'adjacent loops over one space',
  'loops over one space with a statement between',
  'perfect nests of two loops or more',
  'perfect nests of three loops or more',
  'stencils along several dimensions',
  'reductions into an array of fewer dimensions',
  'starts that are inputs',
  'steps that are inputs',
  'versions split by an opaque zero',
  'loops that meet at a distance in one array',
  'triangular spaces',
] as const;
export type LoopKind = (typeof loopKinds)[number];

type Node = Readonly<Record<string, unknown>>;

export function loopKindsOf({ functions, helpers }: LoomProgram): Set<LoopKind> {
  const found = new Set<LoopKind>();
  for (const { body } of [...helpers, ...functions]) visit(body, [], found);
  return found;
}

/** `around`: the loops that a statement stands in, outermost first. */
function visit(node: unknown, around: readonly RangedLoop[], found: Set<LoopKind>): void {
  if (Array.isArray(node)) {
    noteSequences(node as Node[], found);
    for (const each of node) visit(each, around, found);
    return;
  }
  if (!isNode(node)) return;
  if (node['kind'] === 'assign') noteAssign(node as unknown as Assign, around, found);
  if (node['kind'] === 'choose' && has(node['condition'], 'hidden'))
    found.add('versions split by an opaque zero');
  const loops = node['kind'] === 'ranged' ? [...around, node as unknown as RangedLoop] : around;
  if (node['kind'] === 'ranged') noteLoop(node as unknown as RangedLoop, around, found);
  for (const child of childrenIn(node)) visit(child, loops, found);
}

function noteLoop(loop: RangedLoop, around: readonly RangedLoop[], found: Set<LoopKind>): void {
  if (has(loop.start, 'hidden')) found.add('starts that are inputs');
  if (has(loop.step, 'hidden')) found.add('steps that are inputs');
  const depth = depthOf(loop);
  if (depth >= 2) found.add('perfect nests of two loops or more');
  if (depth >= 3) found.add('perfect nests of three loops or more');
  const outer = around.at(-1)?.iterator;
  if (outer !== undefined && reads(loop.start, outer.name) + reads(loop.goesOn, outer.name) > 0)
    found.add('triangular spaces');
}

function depthOf({ body }: RangedLoop): number {
  const [only] = body;
  return body.length === 1 && only!.kind === 'ranged' ? 1 + depthOf(only as RangedLoop) : 1;
}

function noteAssign(
  { to, value, compound }: Assign,
  around: readonly RangedLoop[],
  found: Set<LoopKind>,
): void {
  if (to.kind === 'element' && compound !== undefined) {
    const iterators = new Set(to.subscripts.flatMap((each) => iteratorOf(each) ?? []));
    if (iterators.size > 0 && iterators.size < around.length && to.subscripts.every(iteratorOf))
      found.add('reductions into an array of fewer dimensions');
  }
  const offsets = new Map<string, Set<number>>();
  for (const { variable, subscripts } of elementsOf(value)) {
    for (const [dimension, each] of subscripts.entries()) {
      if (each.kind !== 'iterator') continue;
      const key = `${variable.name} ${dimension}`;
      offsets.set(key, (offsets.get(key) ?? new Set()).add(each.offset));
    }
  }
  const moving = [...offsets].filter(([, each]) => each.size > 1).map(([key]) => key.split(' ')[0]);
  if (new Set(moving).size < moving.length) found.add('stencils along several dimensions');
}

/** Nests of one space among statements that stand one after the other. */
function noteSequences(statements: readonly Node[], found: Set<LoopKind>): void {
  const places = statements.flatMap((each, at) => (each['kind'] === 'ranged' ? [at] : []));
  for (const [i, at] of places.slice(1).entries()) {
    const before = places[i]!;
    const [first, second] = [statements[before], statements[at]] as unknown as RangedLoop[];
    if (spaceOf(first!) !== spaceOf(second!)) continue;
    found.add(at === before + 1 ? loopKinds[0] : loopKinds[1]);
    const [one, other] = [distancesIn(first!), distancesIn(second!)];
    for (const [name, own] of one) {
      const theirs = other.get(name);
      if (theirs !== undefined && new Set([...own, ...theirs]).size > 1)
        found.add('loops that meet at a distance in one array');
    }
  }
}

/** Offsets from the iterators, by array. */
function distancesIn(loop: RangedLoop): Map<string, Set<number>> {
  const distances = new Map<string, Set<number>>();
  for (const { variable, subscripts } of elementsOf(loop.body)) {
    const [last] = subscripts.slice(-1);
    if (last?.kind !== 'iterator') continue;
    distances.set(variable.name, (distances.get(variable.name) ?? new Set()).add(last.offset));
  }
  return distances;
}

/** The numbers of all loops of a nest, without names. */
function spaceOf(loop: RangedLoop): string {
  const numbers = [loop.start, loop.step, loop.goesOn].map((each) => numbersIn(each).join(' '));
  const [only] = loop.body;
  const inner = loop.body.length === 1 && only!.kind === 'ranged' ? spaceOf(only as RangedLoop) : '';
  return `${numbers.join(',')};${inner}`;
}

function numbersIn(node: unknown): string[] {
  if (!isNode(node)) return [];
  if (typeof node['value'] === 'bigint') return [String(node['value'])];
  // `k <= 9` is `k < 10`.
  if (node['sign'] === '<=' && isNode(node['right']) && typeof node['right']['value'] === 'bigint')
    return [...numbersIn(node['left']), String(node['right']['value'] + 1n)];
  return childrenIn(node).flatMap(numbersIn);
}

function elementsOf(node: unknown): Element[] {
  if (Array.isArray(node)) return node.flatMap(elementsOf);
  if (!isNode(node)) return [];
  const own = node['kind'] === 'element' ? [node as unknown as Element] : [];
  return [...own, ...childrenIn(node).flatMap(elementsOf)];
}

function iteratorOf(subscript: Subscript): string | undefined {
  return subscript.kind === 'iterator' ? subscript.iterator.name : undefined;
}

function has(node: unknown, kind: string): boolean {
  if (!isNode(node)) return false;
  return node['kind'] === kind || childrenIn(node).some((each) => has(each, kind));
}

function reads(node: unknown, name: string): number {
  if (!isNode(node)) return 0;
  if (node['kind'] === 'read') return (node as unknown as Read).variable.name === name ? 1 : 0;
  let count = 0;
  for (const each of childrenIn(node)) count += reads(each, name);
  return count;
}

/** Data, functions and types are no part of the tree: they may refer to themselves. */
function isNode(node: unknown): node is Node {
  if (typeof node !== 'object' || node === null) return false;
  return !('dataClass' in node || 'frame' in node || 'rank' in node);
}

/** Parts that the node owns. */
function childrenIn(node: Node): unknown[] {
  return Object.entries(node).flatMap(([key, child]) => (references.has(key) ? [] : [child]));
}
