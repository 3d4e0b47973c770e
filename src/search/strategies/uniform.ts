/**
 * Uniform: samples tests evenly from the choice tree as far as it is known, and so undoes the generator's
 * bias.
 *
 * A generator that flips a coin at each step makes half of all its tests tiny. Here the number of tests below
 * each answer decides the way down. If everything below is known, the tests are counted; otherwise their
 * number is estimated, as Knuth did for backtracking programs. Unknown answers count like the average of
 * their known siblings, so an estimate grows with the number of answers. Beyond the end of the known tree the
 * generator continues by itself. Estimates are kept as logarithms, since they are astronomic for large
 * generators.
 *
 * A constant counts as one answer: otherwise constants would outweigh all structure.
 */
import type { RandomGenerator } from 'pure-rand/types/RandomGenerator';
import { type ChoiceSequence, uniformBelow, uniformUnit } from '../../choice/index.ts';
import { grouped } from '../../util/text.ts';
import { answerOf, ChoiceTree, type TreeNode } from '../choice-tree.ts';
import type { Ending } from '../strategy.ts';
import type { Explorer, Step } from './explore.ts';

interface Behind {
  /** Binary logarithm of the number of tests below the node. */
  log: number;
  /** True if all of them have been seen. */
  isDone: boolean;
}

type Node = TreeNode<Behind>;

/** One answer to a question, with the children seen below it: several below a constant, none if untried. */
interface Way {
  readonly branch: number;
  readonly children: readonly Node[];
}

/** A path down the known tree, perhaps with a final answer that is untried there. */
interface Descent extends Step {
  readonly untried?: { readonly node: Node; readonly branch: number };
}

/** Logarithm of the number of tests if there is none. */
const NOTHING = -Infinity;

export class Uniform implements Explorer<Descent> {
  readonly #tree: ChoiceTree<Behind>;

  constructor(note: (text: string) => void, options: { readonly maxNodes?: number } = {}) {
    this.#tree = new ChoiceTree({
      makeAbout: () => ({ log: NOTHING, isDone: false }),
      note,
      maxNodes: options.maxNodes,
    });
  }

  /** The estimated number of all tests. */
  get estimate(): number {
    return 2 ** this.#tree.root.about.log;
  }

  next(rng: RandomGenerator): Descent | undefined {
    return this.#tree.root.about.isDone ? undefined : this.sample(rng);
  }

  conclusion(): string {
    return `all tests that the generator can make were made: ${grouped(Math.round(this.estimate))}`;
  }

  /** A random test out of all, including tests that were made before. */
  sample(rng: RandomGenerator): Descent {
    const answers: bigint[] = [];
    let node = this.#tree.root;
    while (node.question !== undefined) {
      const way = chooseWay(node, rng);
      if (way === undefined) break;
      const child = way.children[pick(way.children.map(shareOf), rng)];
      if (node !== this.#tree.root) answers.push(answerAt(node, way.branch, child, rng));
      if (child === undefined) return { answers, untried: { node, branch: way.branch } };
      node = child;
    }
    return { answers };
  }

  learn({ untried }: Descent, record: ChoiceSequence, ending: Ending): void {
    const nodes = this.#grow(record, ending);
    if (untried === undefined || !nodes.includes(untried.node)) return;
    // The generator was given this answer; if its record has another one, the answer is impossible.
    const cut = this.#tree.cut(untried.node, untried.branch);
    if (cut === undefined) return;
    cut.about.isDone = true;
    count(nodes.slice(0, nodes.indexOf(untried.node) + 1));
  }

  recall(record: ChoiceSequence): void {
    this.#grow(record, 'ok');
  }

  #grow(record: ChoiceSequence, ending: Ending): readonly Node[] {
    const { nodes, unknownFrom } = this.#tree.grow(record, ending);
    const { kind, about, visits } = nodes.at(-1)!;
    if (kind === 'stub') {
      // The mean of all estimates for the part below it.
      const before = visits === 1 ? NOTHING : about.log + Math.log2(visits - 1);
      about.log = logSum([before, guess(record, unknownFrom, ending)]) - Math.log2(visits);
    } else if (kind !== 'question') {
      about.log = kind === 'end' ? 0 : NOTHING;
      about.isDone = true;
    }
    count(nodes);
    return nodes;
  }
}

/** Computes the counts of a trail's nodes from their answers, from the last node up. */
function count(nodes: readonly Node[]): void {
  for (const { question, below, about } of nodes.toReversed()) {
    if (question === undefined || below.length === 0) continue;
    const ways = waysFrom(below);
    const unknown = question.answers - ways.length;
    const known = logSum(ways.map(logBehind));
    about.log = known === NOTHING ? Math.log2(unknown) : known + Math.log2(question.answers / ways.length);
    about.isDone = !question.isConstant && unknown === 0 && below.every((child) => child.about.isDone);
  }
}

/** The known answers to a question. */
function waysFrom(below: readonly Node[]): Way[] {
  const ways = new Map<number, Node[]>();
  for (const child of below) {
    const children = ways.get(child.branch);
    if (children === undefined) ways.set(child.branch, [child]);
    else children.push(child);
  }
  return [...ways].map(([branch, children]) => ({ branch, children }));
}

/** Logarithm of the number of tests below an answer: the average, if several children were seen below it. */
function logBehind({ children }: Way): number {
  const visits = children.reduce((sum, child) => sum + child.visits, 0);
  // An impossible answer was never visited.
  return visits === 0 ? NOTHING : logSum(children.map(shareOf)) - Math.log2(visits);
}

function shareOf({ about, visits }: Node): number {
  return about.log + Math.log2(visits);
}

function chooseWay({ question, below }: Node, rng: RandomGenerator): Way | undefined {
  const ways = waysFrom(below);
  const unknown = question!.answers - ways.length;
  const logs = ways.map(logBehind);
  const known = logSum(logs);
  if (ways.length === 0 || (known === NOTHING && unknown === 0)) return undefined;
  const each = known === NOTHING ? 0 : known - Math.log2(ways.length);
  const chosen = ways[pick([...logs, each + Math.log2(unknown)], rng)];
  return chosen ?? { branch: someUnknown(ways, question!.answers, rng), children: [] };
}

function someUnknown(ways: readonly Way[], answers: number, rng: RandomGenerator): number {
  const known = new Set(ways.map(({ branch }) => branch));
  const unknown = Array.from({ length: answers }, (_, branch) => branch).filter(
    (branch) => !known.has(branch),
  );
  return unknown[uniformBelow(rng, unknown.length)]!;
}

function answerAt(node: Node, branch: number, child: Node | undefined, rng: RandomGenerator): bigint {
  const { isConstant, min, count: values } = node.question!;
  if (!isConstant) return answerOf(node, branch);
  // If the bounds are unknown, takes an answer that surely leads there.
  return values > 0 ? BigInt(min + uniformBelow(rng, values)) : child!.answer;
}

/**
 * The rest of one test as an estimate for the number of tests below: the product of the numbers of answers.
 */
function guess(record: ChoiceSequence, from: number, ending: Ending): number {
  if (ending !== 'ok') return NOTHING;
  const { widths, counts } = record.alphabet;
  let log = 0;
  for (let op = from; op < record.ops.length; op++) {
    const symbol = record.ops[op]!;
    if (widths[symbol] === 1 && counts[symbol]! <= 256) log += Math.log2(counts[symbol]!);
  }
  return log;
}

/** Logarithm of a sum of numbers that are given as logarithms. */
function logSum(logs: readonly number[]): number {
  const most = Math.max(...logs);
  if (most === NOTHING) return NOTHING;
  return most + Math.log2(logs.reduce((sum, log) => sum + 2 ** (log - most), 0));
}

/** Draws an index. Weights are given by their logarithms; if all weights are zero, all indexes are equally likely. */
function pick(logs: readonly number[], rng: RandomGenerator): number {
  if (logs.length <= 1) return 0;
  const most = Math.max(...logs);
  if (most === NOTHING) return uniformBelow(rng, logs.length);
  const parts = logs.map((log) => 2 ** (log - most));
  let left = uniformUnit(rng) * parts.reduce((sum, part) => sum + part, 0);
  const found = parts.findIndex((part) => {
    left -= part;
    return left < 0;
  });
  return found === -1 ? logs.indexOf(most) : found;
}
