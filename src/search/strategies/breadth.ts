/**
 * Breadth: diverse early. It takes options that no test has taken, beginning with the shallowest structural
 * choices.
 *
 * Depth counts only structural choices with untried options; numbers only fill in constants. Among several
 * choices at one depth a random one is next. So the tests made so far are spread over the tree at any time.
 * Once every option of every structural choice was taken, the tests are random ones.
 *
 * Invariant: no option at one depth is tried before every option above it was taken, or proved impossible.
 */
import type { RandomGenerator } from 'pure-rand/types/RandomGenerator';
import { type ChoiceSequence, uniformBelow } from '../../choice/index.ts';
import { answerOf, ChoiceTree, type TreeNode } from '../choice-tree.ts';
import type { Ending } from '../strategy.ts';
import type { Explorer, Step } from './explore.ts';

interface Tried {
  /** The index of the first option that may be untried. */
  from: number;
}

export class Breadth implements Explorer {
  readonly #note: (text: string) => void;
  readonly #tree: ChoiceTree<Tried>;
  /** By depth, the nodes with untried parts: questions, and stubs. */
  readonly #open: (TreeNode<Tried>[] | undefined)[] = [];
  #underWay = 0;
  #hasTakenAll = false;

  constructor(note: (text: string) => void, options: { readonly maxNodes?: number } = {}) {
    this.#note = note;
    this.#tree = new ChoiceTree({
      makeAbout: () => ({ from: 0 }),
      note,
      isStructureOnly: true,
      maxNodes: options.maxNodes,
    });
  }

  next(rng: RandomGenerator): Step | 'later' | undefined {
    const answers = this.#untried(rng);
    if (answers === undefined && this.#tree.root.below.length > 0 && !this.#hasTakenAll) {
      if (this.#underWay > 0) return 'later';
      if (!this.#tree.hasConstants && !this.#tree.isFull) return undefined;
      this.#hasTakenAll = true;
      this.#note(
        'every option of every structural choice that is known has been taken; from here on tests are random',
      );
    }
    this.#underWay++;
    return { answers: answers ?? [] };
  }

  conclusion(): string {
    return 'all tests that the generator can make were made';
  }

  learn(_step: Step, record: ChoiceSequence, ending: Ending): void {
    this.#underWay--;
    this.#take(record, ending);
  }

  recall(record: ChoiceSequence): void {
    this.#take(record, 'ok');
  }

  #take(record: ChoiceSequence, ending: Ending): void {
    for (const node of this.#tree.grow(record, ending).news) {
      const isOpen = node.kind === 'stub' || (node.question?.answers ?? 0) > 1;
      if (isOpen) (this.#open[node.depth] ??= []).push(node);
    }
  }

  /** The path to one of the shallowest untried options. */
  #untried(rng: RandomGenerator): bigint[] | undefined {
    for (const nodes of this.#open) {
      const answers = this.#untriedAmong(nodes ?? [], rng);
      if (answers !== undefined) return answers;
    }
    return undefined;
  }

  #untriedAmong(nodes: TreeNode<Tried>[], rng: RandomGenerator): bigint[] | undefined {
    while (nodes.length > 0) {
      const at = uniformBelow(rng, nodes.length);
      const node = nodes[at]!;
      const option = untriedAt(node);
      if (option !== undefined) return [...this.#tree.answersTo(node), option];
      nodes[at] = nodes.at(-1)!;
      nodes.pop();
      // The continuation is unknown: any test that gets there will show it.
      if (node.kind === 'stub') return this.#tree.answersTo(node);
    }
    return undefined;
  }
}

function untriedAt(node: TreeNode<Tried>): bigint | undefined {
  const { question, about, below } = node;
  while (about.from < (question?.answers ?? 0)) {
    const branch = about.from++;
    if (!below.some((child) => child.branch === branch)) return answerOf(node, branch);
  }
  return undefined;
}
