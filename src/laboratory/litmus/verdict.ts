/**
 * Verdict on the code of a concurrent test: a value, from which texts for people are made.
 *
 * Invariant: equal verdicts have equal texts, so that configurations with the same outcomes agree.
 */
import type { Explanation, MachineStep, MachineWitness } from '../../litmus/index.ts';
import type { MachineName } from './code-lines.ts';
import type { SeenOutcome } from './stress.ts';

/** Facts that all wrong code of one bug shares. */
export interface LitmusBug {
  readonly machine: MachineName;
  /** The broken axiom of C; absent if no axiom forbids the outcome, or if only a run showed it. */
  readonly axiom?: string | undefined;
  /** The two accesses that changed places, and the accesses and fences between them; else the kind of the test. */
  readonly order: string;
  readonly isSeenInRun: boolean;
}

/** The proof on paper: why C forbids the outcome, and how the machine can show it. */
interface PaperProof {
  readonly kind: 'paper';
  readonly outcome: string;
  readonly explanation: Explanation | undefined;
  readonly witness: MachineWitness | undefined;
}

interface RunProof {
  readonly kind: 'run';
  readonly seen: SeenOutcome;
  readonly rounds: number;
}

export type LitmusVerdict =
  | { readonly kind: 'kept' }
  | { readonly kind: 'breaks'; readonly bug: LitmusBug; readonly proof: PaperProof | RunProof };

/** The text for the behaviour of right code. */
export const keptText = 'Its code shows no outcome that C forbids.\n';

export function bugText({ machine, axiom, order, isSeenInRun }: LitmusBug): string {
  const broken = isSeenInRun ? 'seen in a run' : (axiom ?? 'values that nobody writes');
  return [machine, broken, order].join(', ');
}

/** The key of the signature. */
export function litmusKey(bug: LitmusBug): string {
  return `wrong-code | litmus | ${bugText(bug)}`;
}

export function litmusText(verdict: LitmusVerdict): string {
  return verdict.kind === 'kept' ? keptText : `breaks ${linesOf(verdict).join('\n')}\n`;
}

/** The bug on the first line, and its proof below. */
export function linesOf({ bug, proof }: Extract<LitmusVerdict, { kind: 'breaks' }>): string[] {
  const head = [bugText(bug), ''];
  if (proof.kind === 'run') {
    const { outcome, count, atLeast, atMost } = proof.seen;
    const per = (part: number): string => (part * 1e6).toPrecision(3);
    const rate = `${per(atLeast)} to ${per(atMost)} of a million`;
    return [
      ...head,
      `Its code shows what C forbids: ${outcome}`,
      `  in ${count} of ${proof.rounds} rounds: ${rate}`,
    ];
  }
  const { outcome, explanation, witness } = proof;
  return [
    ...head,
    `Its code can show what C forbids: ${outcome}`,
    ...(explanation === undefined ? [] : whyForbidden(explanation)),
    ...(witness === undefined ? [] : howShown(witness, bug.machine)),
  ];
}

/** The bug of a recorded difference, as text. An older cgfuzz kept it only in the behaviour. */
export function bugOf(found: { readonly actual: string; readonly bug?: LitmusBug }): string | undefined {
  return found.bug === undefined ? /^breaks (.*)$/m.exec(found.actual)?.[1] : bugText(found.bug);
}

function whyForbidden({ axiom, circle }: Explanation): string[] {
  return [
    '',
    `In C it breaks ${axiom}:`,
    ...circle.map(({ event, edge }, place) => {
      const isLast = place + 1 === circle.length;
      return `  ${event}  --${edge}${isLast ? ', back to the first' : ''}-->`;
    }),
  ];
}

function howShown({ circle, overtaken, steps }: MachineWitness, machine: MachineName): string[] {
  const line = ({ thread, instruction, effect }: MachineStep): string =>
    thread < 0 ? `  at first  ${effect}` : `  P${thread}  ${instruction}  (${effect})`;
  if (circle.length === 0)
    return ['', `On ${machine} it needs no reordering; what the threads do:`, ...steps.map(line)];
  if (overtaken.length === 0)
    return [
      '',
      `On ${machine} threads may see writes at different times, although each keeps its order. What is seen:`,
      ...circle.map(line),
    ];
  return [
    '',
    `On ${machine} nothing keeps these two lines in order:`,
    ...overtaken.flatMap(({ first, second }) => [line(first), line(second)]),
    '',
    'What is seen:',
    ...circle.map(line),
  ];
}
