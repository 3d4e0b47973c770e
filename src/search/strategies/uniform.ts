/**
 * Uniform: samples tests evenly from the choice tree as far as it is known, undoing the generator's bias.
 *
 * A generator that flips a coin at each step makes half of all its tests tiny. Here the way down is chosen by how many
 * tests lie behind each answer. They are counted if everything is known, otherwise estimated as Knuth did for
 * backtracking programs. Unknown answers are like their known siblings on average, so behind a question lie as many
 * times more tests as it has answers. Behind the end of the known tree the generator goes on by itself. Estimates are
 * kept as logarithms, since they are astronomic for large generators.
 *
 * A constant counts as one way to go on: counted in full, constants would outweigh all structure.
 */
import type { RandomGenerator } from 'pure-rand/types/RandomGenerator';
import { type ChoiceSequence, uniformBelow, uniformUnit } from '../../choice/index.ts';
import { grouped } from '../../util/text.ts';
import { answerOf, ChoiceTree, type TreeNode } from '../choice-tree.ts';
import type { Ending } from '../strategy.ts';
import type { Explorer, Step } from './explore.ts';

interface Behind {
  /** Binary logarithm of how many tests are behind the node. */
  log: number;
  /** Whether all of them have been seen. */
  isDone: boolean;
}

type Node = TreeNode<Behind>;

/** One answer to a question, and the children that were seen behind it: several behind a constant, none if untried. */
interface Way {
  readonly branch: number;
  readonly children: readonly Node[];
}

/** Down the known tree, and perhaps by an answer that nobody gave there. */
interface Descent extends Step {
  readonly untried?: { readonly node: Node; readonly branch: number };
}

/** Logarithm of the number of tests if there are none. */
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

  /** How many tests there are, as far as one can tell. */
  get estimate(): number {
    return 2 ** this.#tree.root.about.log;
  }

  next(rng: RandomGenerator): Descent | undefined {
    return this.#tree.root.about.isDone ? undefined : this.sample(rng);
  }

  conclusion(): string {
    return `all tests that the generator can make were made: ${grouped(Math.round(this.estimate))}`;
  }

  /** A test out of all, those that were made included. */
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
    // The generator was to answer this; if it answered something else, it never can.
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
      // The mean of all guesses at what is behind it.
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

/** Counts what is behind the nodes of a trail from what is behind their answers, from the last one up. */
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

/** How many tests are behind an answer: on average, if more than one thing was seen behind it. */
function logBehind({ children }: Way): number {
  const visits = children.reduce((sum, child) => sum + child.visits, 0);
  // An answer that is impossible was never visited.
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
  // The bounds may not be known; then an answer that is sure to lead there.
  return values > 0 ? BigInt(min + uniformBelow(rng, values)) : child!.answer;
}

/** The rest of one test, as an estimate of how many there are in its place: the product of the numbers of answers. */
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
