/**
 * ChoiceTree: what is known of the questions that a generator asks, as a tree of the ways that tests have taken.
 *
 * A node is what comes after a list of answers: a question, or an end. Only few answers are told apart. A number out of
 * a wide range fills in a *constant*, and the rest is taken to be the same whichever it was. If the rest differs, the
 * node has several children for one answer, as under a generator that does not do the same again.
 *
 * Bounded: a test adds only so many nodes, and a *stub* stands where its way goes on beyond them. A full tree takes
 * nothing more.
 */
import { type Alphabet, type ChoiceSequence, SymbolKind } from '../choice/index.ts';
import { grouped } from '../util/text.ts';
import type { Ending } from './strategy.ts';
import { tuning } from './tuning.ts';

export interface TreeQuestion {
  /** How many answers are told apart; 1 for a constant. */
  readonly answers: number;
  readonly isConstant: boolean;
  /** The lowest answer, and how many there are; no answers if plain numbers cannot hold them, or bounds vary. */
  readonly min: number;
  readonly count: number;
}

/** A node of the tree; `About` is what a search of the tree notes about it. */
export interface TreeNode<About> {
  /** A cut is where a limit or a failure ended a test, or an answer that is impossible. */
  kind: 'stub' | 'question' | 'end' | 'cut';
  question: TreeQuestion | undefined;
  readonly above: TreeNode<About> | undefined;
  /** Which answer to the question above leads here, counted from 0; and the first such answer itself. */
  readonly branch: number;
  readonly answer: bigint;
  readonly below: TreeNode<About>[];
  /** How many questions with several answers stand above it. */
  readonly depth: number;
  visits: number;
  readonly about: About;
}

export interface ChoiceTreeOptions<About> {
  readonly makeAbout: () => About;
  /** Hears when the tree is full. */
  readonly note: (text: string) => void;
  /** Every number is a constant, be its range ever so small. */
  readonly isStructureOnly?: boolean;
  readonly maxNodes?: number | undefined;
}

/** The path of a test through the tree. */
export interface Trail<About> {
  /** From the root on, as far as they are known. */
  readonly nodes: readonly TreeNode<About>[];
  /** The nodes that were not known before, or only as a stub. */
  readonly news: readonly TreeNode<About>[];
  /** Op of the first question that is not among the nodes; the number of ops if there is none. */
  readonly unknownFrom: number;
}

/** The question of the root: there is one way to begin. */
const begin: TreeQuestion = { answers: 1, isConstant: false, min: 0, count: 1 };

export class ChoiceTree<About> {
  readonly root: TreeNode<About>;
  readonly #options: ChoiceTreeOptions<About>;
  readonly #maxNodes: number;
  /** By symbol, so that equal questions are one object. */
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

  /** Whether any question was met whose answers are not told apart. */
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

  /** Takes a test in, and says where it went. */
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

/** The answer that stands for a branch, at a question whose answers are told apart. */
export function answerOf({ question }: TreeNode<unknown>, branch: number): bigint {
  return BigInt(question!.min + branch);
}
