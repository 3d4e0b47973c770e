/**
 * ChoiceTree: the known questions of a generator, as a tree of the paths that tests have taken.
 *
 * A node is the state after a list of answers: a question, or an end. The tree distinguishes only a few
 * answers to a question. For a number from a wide range, which fills in a constant, the tree assumes the same
 * rest for every answer. If the rest differs, one answer has several children, as with a generator that is
 * not deterministic.
 *
 * The tree is bounded: a test adds a limited number of nodes, and a stub marks the place at which its path
 * goes on. A full tree accepts nothing more.
 */
import { type Alphabet, type ChoiceSequence, SymbolKind } from '../choice/index.ts';
import { grouped } from '../util/text.ts';
import type { Ending } from './strategy.ts';
import { tuning } from './tuning.ts';

export interface TreeQuestion {
  /** Number of answers that the tree distinguishes; 1 for a constant. */
  readonly answers: number;
  readonly isConstant: boolean;
  /**
   * The lowest answer, and the number of answers; 0 if plain numbers cannot hold them, or if the bounds vary.
   */
  readonly min: number;
  readonly count: number;
}

/** A node of the tree; a search of the tree keeps its notes in `About`. */
export interface TreeNode<About> {
  /** A cut marks the end of a test by a limit or a failure, or an impossible answer. */
  kind: 'stub' | 'question' | 'end' | 'cut';
  question: TreeQuestion | undefined;
  readonly above: TreeNode<About> | undefined;
  /**
   * The answer to the parent's question that leads here, counted from 0; and the first such answer itself.
   */
  readonly branch: number;
  readonly answer: bigint;
  readonly below: TreeNode<About>[];
  /** Number of questions with several answers above it. */
  readonly depth: number;
  visits: number;
  readonly about: About;
}

export interface ChoiceTreeOptions<About> {
  readonly makeAbout: () => About;
  /** Receives a message when the tree is full. */
  readonly note: (text: string) => void;
  /** True if every number counts as a constant, even one with a small range. */
  readonly isStructureOnly?: boolean;
  readonly maxNodes?: number | undefined;
}

/** The path of a test through the tree. */
export interface Trail<About> {
  /** The known nodes of the path, from the root on. */
  readonly nodes: readonly TreeNode<About>[];
  /** Nodes that were unknown before, or known only as a stub. */
  readonly news: readonly TreeNode<About>[];
  /** Op of the first question outside the nodes; the number of ops if there is none. */
  readonly unknownFrom: number;
}

/** The question at the root, which has only one answer. */
const begin: TreeQuestion = { answers: 1, isConstant: false, min: 0, count: 1 };

export class ChoiceTree<About> {
  readonly root: TreeNode<About>;
  readonly #options: ChoiceTreeOptions<About>;
  readonly #maxNodes: number;
  /** Questions by symbol, so that equal questions are one object. */
  readonly #questions = new Map<number, TreeQuestion>();
  #size = 1;
  #hasConstants = false;

  constructor(options: ChoiceTreeOptions<About>) {
    this.#options = options;
    this.#maxNodes = options.maxNodes ?? tuning.maxNodes.value;
    this.root = {
      kind: 'question',
      question: begin,
      above: undefined,
      branch: 0,
      answer: 0n,
      below: [],
      depth: 0,
      visits: 0,
      about: options.makeAbout(),
    };
  }

  get isFull(): boolean {
    return this.#size >= this.#maxNodes;
  }

  /** True if the tree met a question whose answers it does not distinguish. */
  get hasConstants(): boolean {
    return this.#hasConstants;
  }

  /** The answers that lead to a node. */
  answersTo(node: TreeNode<About>): bigint[] {
    const answers: bigint[] = [];
    for (let at = node; at.above !== undefined && at.above !== this.root; at = at.above)
      answers.push(at.answer);
    return answers.toReversed();
  }

  /** Adds a test, and returns its path. */
  grow(record: ChoiceSequence, ending: Ending): Trail<About> {
    const wasFull = this.isFull;
    const trail = this.#follow(record, ending);
    for (const node of trail.nodes) node.visits++;
    if (this.isFull && !wasFull) {
      const size = grouped(this.#maxNodes);
      this.#options.note(
        `the choice tree is full with ${size} nodes; what lies beyond them is left to chance`,
      );
    }
    return trail;
  }

  /** Notes that an answer is impossible. */
  cut(node: TreeNode<About>, branch: number): TreeNode<About> | undefined {
    if (this.isFull || node.below.some((child) => child.branch === branch)) return undefined;
    return this.#add(node, branch, answerOf(node, branch), 'cut', undefined);
  }

  #follow(record: ChoiceSequence, ending: Ending): Trail<About> {
    const { ops, alphabet } = record;
    const nodes = [this.root];
    const news: TreeNode<About>[] = [];
    let at = this.root;
    let branch = 0;
    let answer = 0n;
    const enter = (kind: 'question' | 'end' | 'cut', question: TreeQuestion | undefined): boolean => {
      const next = this.#enter(at, branch, answer, kind, question, news);
      if (next === undefined) return false;
      nodes.push(next);
      at = next;
      return next.kind !== 'stub';
    };
    for (let op = 0; op < ops.length; op++) {
      if (!record.isChoice(op)) continue;
      const question = this.#questionOf(alphabet, ops[op]!);
      if (!enter('question', question)) return { nodes, news, unknownFrom: op };
      answer = record.choiceAt(op).value;
      branch = question.isConstant ? 0 : Number(answer) - question.min;
    }
    enter(ending === 'ok' ? 'end' : 'cut', undefined);
    return { nodes, news, unknownFrom: ops.length };
  }

  #enter(
    above: TreeNode<About>,
    branch: number,
    answer: bigint,
    kind: TreeNode<About>['kind'],
    question: TreeQuestion | undefined,
    news: TreeNode<About>[],
  ): TreeNode<About> | undefined {
    const there = above.below.filter((child) => child.branch === branch);
    const known = there.find((child) => child.kind === kind && child.question === question);
    if (known !== undefined) return known;
    const stub = there.find((child) => child.kind === 'stub');
    const isTooMuch = news.length >= tuning.maxNewNodes.value;
    if (stub !== undefined && isTooMuch) return stub;
    if (stub === undefined && this.isFull) return undefined;
    const next = stub ?? this.#add(above, branch, answer, 'stub', undefined);
    if (!isTooMuch) Object.assign(next, { kind, question });
    news.push(next);
    return next;
  }

  #questionOf({ widths, kinds, mins, counts }: Alphabet, symbol: number): TreeQuestion {
    const known = this.#questions.get(symbol);
    if (known !== undefined) return known;
    const isPlain = widths[symbol] === 1;
    const count = isPlain ? counts[symbol]! : 0;
    const isNumber = kinds[symbol] === SymbolKind.integer && this.#options.isStructureOnly === true;
    const isConstant = !isPlain || count > (isNumber ? 1 : tuning.maxAnswersKept.value);
    const question: TreeQuestion = { answers: isConstant ? 1 : count, isConstant, min: mins[symbol]!, count };
    this.#questions.set(symbol, question);
    this.#hasConstants ||= isConstant;
    return question;
  }

  #add(
    above: TreeNode<About>,
    branch: number,
    answer: bigint,
    kind: TreeNode<About>['kind'],
    question: TreeQuestion | undefined,
  ): TreeNode<About> {
    const depth = above.depth + (above.question!.answers > 1 ? 1 : 0);
    const about = this.#options.makeAbout();
    const node: TreeNode<About> = {
      kind,
      question,
      above,
      branch,
      answer,
      below: [],
      depth,
      visits: 0,
      about,
    };
    above.below.push(node);
    this.#size++;
    return node;
  }
}

/** The answer for a branch, at a question whose answers are distinguished. */
export function answerOf({ question }: TreeNode<unknown>, branch: number): bigint {
  return BigInt(question!.min + branch);
}
