/**
 * The parts of a chain's sequence: the generator's own, and after it a scope for each stage, in the order of
 * the chain.
 *
 * A mutated sequence may hold a stage's scope twice, or in the middle. The first such scope belongs to the
 * stage, and the generator never gets any of them.
 */
import { type Alphabet, applyEdits, ChoiceSequence, type Edit, endOf, splitAt } from '../../choice/index.ts';
import { isStageLabel } from '../../stage/index.ts';

export interface ChainParts {
  readonly generator: ChoiceSequence;
  /** By label. */
  readonly stages: ReadonlyMap<string, ChoiceSequence>;
}

export function chainParts(sequence: ChoiceSequence): ChainParts {
  const found = stageScopesIn(sequence);
  const stages = new Map<string, ChoiceSequence>();
  for (const { from, to, label } of found) {
    if (stages.has(label)) continue;
    stages.set(label, splitAt(splitAt(sequence, to)[0], from)[1]);
  }
  return { generator: withoutRuns(sequence, found), stages };
}

interface StageScope {
  readonly from: number;
  readonly to: number;
  readonly label: string;
}

/** Scopes that lie in no other scope. */
function stageScopesIn(sequence: ChoiceSequence): StageScope[] {
  const { alphabet, ops } = sequence;
  const found: StageScope[] = [];
  for (let from = 0; from < ops.length; from = endOf(sequence, from)) {
    if (!sequence.isScope(from)) continue;
    const label = alphabet.labelOf(ops[from]!);
    if (isStageLabel(label)) found.push({ from, to: endOf(sequence, from), label });
  }
  return found;
}

/** The choices of all stages in a chain's record: its end. Undefined if there are none. */
export function stagesPart(
  record: ChoiceSequence,
): { readonly from: number; readonly to: number } | undefined {
  const first = stageScopesIn(record)[0];
  return first && { from: first.from, to: record.ops.length };
}

function withoutRuns(sequence: ChoiceSequence, runs: readonly Edit[]): ChoiceSequence {
  const [first] = runs;
  if (first === undefined) return sequence;
  // The usual case needs no copy.
  return runs.at(-1)!.to === sequence.ops.length && areAdjacent(runs)
    ? splitAt(sequence, first.from)[0]
    : applyEdits(
        sequence,
        runs.map(({ from, to }) => ({ from, to })),
      );
}

function areAdjacent(runs: readonly Edit[]): boolean {
  return runs.every(({ from }, index) => index === 0 || runs[index - 1]!.to === from);
}

/** All parts in order, as one sequence. */
export function joinedParts(alphabet: Alphabet, parts: readonly ChoiceSequence[]): ChoiceSequence {
  const ops = new Uint16Array(sumOf(parts.map((part) => part.ops.length)));
  const words = new Uint32Array(sumOf(parts.map((part) => part.words.length)));
  let [atOp, atWord] = [0, 0];
  for (const part of parts) {
    ops.set(part.ops, atOp);
    words.set(part.words, atWord);
    atOp += part.ops.length;
    atWord += part.words.length;
  }
  return new ChoiceSequence(alphabet, ops, words, sumOf(parts.map(({ choiceCount }) => choiceCount)));
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, each) => sum + each, 0);
}
