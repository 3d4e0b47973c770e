/**
 * Makes a pattern from a sequence and from conditions on some of its choices.
 *
 * A scope without conditions that holds one part of the pattern is left out, so that this part may lie
 * deeper.
 */
import { CLOSE } from '../sequence/alphabet.ts';
import type { ChoiceSequence } from '../sequence/sequence.ts';
import {
  type ChoiceCondition,
  MAX_PATTERN_PARTS,
  type Pattern,
  type PatternChoice,
  type PatternScope,
} from './pattern.ts';

interface Node {
  readonly label: string;
  readonly choices: PatternChoice[];
  readonly inner: Node[];
  readonly asked: Map<string, number>;
  /** Number of the sequence's scopes between this node and its parent. */
  distance: number;
}

/** Undefined if there are no conditions, or more than a pattern may have. */
export function makePattern(
  sequence: ChoiceSequence,
  conditions: ReadonlyMap<number, ChoiceCondition>,
): Pattern | undefined {
  const root = nodeOf('');
  const open = [root];
  for (let op = 0; op < sequence.ops.length; op++) {
    const symbol = sequence.ops[op]!;
    if (symbol === CLOSE) closeInto(open.at(-2)!, open.pop()!);
    else if (sequence.isScope(op)) open.push(nodeOf(sequence.alphabet.labelOf(symbol)));
    else takeChoice(open.at(-1)!, sequence, op, conditions.get(op));
  }
  const scopes = flat(simplified(root));
  const isSmall = [scopes, ...scopes.map(({ choices }) => choices)].every(
    (parts) => parts.length <= MAX_PATTERN_PARTS,
  );
  return conditions.size > 0 && isSmall ? scopes : undefined;
}

function nodeOf(label: string): Node {
  return { label, choices: [], inner: [], asked: new Map(), distance: 0 };
}

function takeChoice(node: Node, sequence: ChoiceSequence, op: number, condition?: ChoiceCondition): void {
  const { kind, min, max } = sequence.choiceAt(op);
  const question = `${kind} ${min} ${max}`;
  const nth = node.asked.get(question) ?? 0;
  node.asked.set(question, nth + 1);
  if (condition !== undefined)
    node.choices.push({ kind, min: String(min), max: String(max), nth, ...condition });
}

function closeInto(around: Node, node: Node): void {
  if (node.choices.length > 0 || node.inner.length > 0) around.inner.push(simplified(node));
}

/** The node itself, or the only part of the pattern in it. */
function simplified(node: Node): Node {
  const [only, ...others] = node.inner;
  if (node.choices.length > 0 || only === undefined || others.length > 0) return node;
  only.distance++;
  return only;
}

function flat(root: Node): PatternScope[] {
  const scopes: PatternScope[] = [];
  const add = ({ label, choices, inner, distance }: Node, parent: number): void => {
    const index = scopes.push({ label, parent, isDirect: parent >= 0 && distance === 0, choices }) - 1;
    for (const each of inner) add(each, index);
  };
  add(root, -1);
  return scopes;
}
