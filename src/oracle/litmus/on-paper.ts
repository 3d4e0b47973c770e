/**
 * A program with a contract is not run but judged: what its code can show is held against the contract, on paper.
 *
 * Invariant: the answer is a function of the program, the assembly and the machine, so that equal code has equal answers.
 */
import { hash } from 'node:crypto';
import {
  type Contract,
  type ContractFile,
  CONTRACT_FILE,
  type Explanation,
  explainForbidden,
  type MachineStep,
  type MachineWitness,
  readCLitmus,
  readContract,
} from '../../litmus/index.ts';
import type { Program } from '../../program/index.ts';
import { UserError } from '../../util/user-error.ts';
import { type MachineName, machineOf } from './code-lines.ts';
import { findWitness, judgeAssembly } from './judge.ts';
import { whatBroke } from './signature.ts';
import { type SeenOutcome, type StressFile, stressFiles } from './stress.ts';

/** The behaviour of code that is right. */
export const KEPT = 'Its code shows no outcome that C forbids.\n';

export type OnPaper =
  { readonly kind: 'judged'; readonly says: string } | { readonly kind: 'not-asked'; readonly what: string };

export function hasContract({ files, main }: Pick<Program, 'files' | 'main'>): boolean {
  return main !== CONTRACT_FILE && files.some(({ path }) => path === CONTRACT_FILE);
}

export function judgeOnPaper(
  program: Program,
  assembly: Uint8Array,
  machine: MachineName | undefined,
): OnPaper {
  if (machine === undefined) return { kind: 'not-asked', what: 'code for another machine' };
  const contract = contractOrWhyNot(program);
  if (typeof contract === 'string') return { kind: 'not-asked', what: contract };
  const text = Buffer.from(assembly).toString();
  const judgement = judgeAssembly(contract, text, machine);
  if (judgement.answer === 'not asked') return { kind: 'not-asked', what: judgement.what };
  if (judgement.answer !== 'wrong') return { kind: 'judged', says: KEPT };
  const says = describeWrong(contract, judgement.outcomes, text, machine).join('\n');
  return { kind: 'judged', says: `breaks ${says}\n` };
}

/** The line that findings of one bug share; then why C forbids the outcome, and how the machine comes to show it. */
export function describeWrong(
  contract: Contract,
  outcomes: readonly string[],
  assembly: string,
  machine: MachineName,
): string[] {
  const explanations = explainForbidden(readCLitmus(contract.test).program);
  const outcome = mostTelling(outcomes, explanations);
  const explanation = explanations?.get(outcome);
  const witness = findWitness(contract, assembly, machine, outcome);
  return [
    whatBroke({ contract, machine, axiom: explanation?.axiom, witness }),
    '',
    `Its code can show what C forbids: ${outcome}`,
    ...(explanation === undefined ? [] : whyForbidden(explanation)),
    ...(witness === undefined ? [] : howShown(witness, machine)),
  ];
}

/** The words for code that the judge does not know, and that showed in a run what C forbids. */
export function seenByRunning({ shape }: Contract, seen: SeenOutcome, rounds: number): string {
  const { outcome, count, atLeast, atMost } = seen;
  const per = (part: number): string => (part * 1e6).toPrecision(3);
  return [
    `breaks x86-64, seen in a run, ${shape}`,
    '',
    `Its code shows what C forbids: ${outcome}`,
    `  in ${count} of ${rounds} rounds: ${per(atLeast)} to ${per(atMost)} of a million`,
    '',
  ].join('\n');
}

/** Whether this is what {@link judgeOnPaper} says of wrong code. */
export function isOnPaper(actual: string): boolean {
  return paperSignature(actual) !== undefined;
}

/** The one line of what {@link judgeOnPaper} says that equal bugs have in common; undefined where nothing is wrong. */
export function paperSignature(says: string): string | undefined {
  return /^breaks (.*)$/m.exec(says)?.[1];
}

/** A test of a campaign that was judged. */
export interface JudgedTest {
  /** False where there is something that the judge does not know. */
  readonly isAsked: boolean;
  /** The signature of wrong code, where the code shows what the program's contract forbids. */
  readonly signature: string | undefined;
  readonly cpuMs: number;
}

/** `words` are the compiler and its flags that made the assembly. */
export function judgeTest(program: Program, assembly: Uint8Array, words: readonly string[]): JudgedTest {
  const before = process.cpuUsage();
  const answer = judgeOnPaper(program, assembly, machineOf(words));
  const { user, system } = process.cpuUsage(before);
  const isAsked = answer.kind === 'judged';
  return {
    isAsked,
    signature: isAsked ? litmusSignature(answer.says) : undefined,
    cpuMs: (user + system) / 1_000,
  };
}

export function litmusSignature(says: string): string | undefined {
  const broken = paperSignature(says);
  return broken === undefined ? undefined : `wrong-code | litmus | ${broken}`;
}

/** The contract, or why there is none to hold this very program to: it was changed, or its contract is of another version. */
export function contractOrWhyNot(program: Program): ContractFile | string {
  try {
    return contractIn(program);
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return error.message;
  }
}

export function contractIn({ files, main }: Program): ContractFile {
  const bytesOf = (path: string): Uint8Array => files.find((file) => file.path === path)!.bytes;
  const decoder = new TextDecoder();
  return readContract(decoder.decode(bytesOf(CONTRACT_FILE)), hash('sha256', bytesOf(main)));
}

/** Files that run the threads of a program with a contract, and the outcomes that are right, one a line. */
export function stressOf(program: Program): StressFile[] {
  const contract = contractIn(program);
  const right = [...contract.allowed, ...contract.tolerated].map((outcome) => `${outcome}\n`);
  return [...stressFiles(contract), { path: 'allowed.txt', text: right.join('') }];
}

/** The first that an axiom forbids by a circle. */
function mostTelling(
  outcomes: readonly string[],
  explanations: ReadonlyMap<string, Explanation> | undefined,
): string {
  return outcomes.find((outcome) => explanations?.has(outcome)) ?? outcomes[0]!;
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
  return [
    '',
    `On ${machine} nothing keeps these two lines in order:`,
    ...overtaken.flatMap(({ first, second }) => [line(first), line(second)]),
    '',
    'What is seen:',
    ...circle.map(line),
  ];
}
