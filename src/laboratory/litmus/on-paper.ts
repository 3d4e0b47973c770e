/**
 * A program with a contract is judged without a run: the outcomes that its code can show are compared with
 * the contract, on paper.
 *
 * Invariant: the answer is a function of the program, the assembly and the machine, so that equal code has
 * equal answers.
 */
import { hash } from 'node:crypto';
import {
  type Contract,
  type ContractFile,
  CONTRACT_FILE,
  type Explanation,
  explainForbidden,
  readCLitmus,
  readContract,
} from '../../litmus/index.ts';
import type { Program } from '../../program/index.ts';
import { UserError } from '../../util/user-error.ts';
import { type MachineName, machineOf } from './code-lines.ts';
import { findWitness, judgeAssembly } from './judge.ts';
import { brokenOrder } from './signature.ts';
import { type SeenOutcome, type StressFile, stressFiles } from './stress.ts';
import { type LitmusBug, litmusKey, type LitmusVerdict } from './verdict.ts';

export type OnPaper =
  | { readonly kind: 'judged'; readonly verdict: LitmusVerdict }
  | { readonly kind: 'not-asked'; readonly what: string };

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
  if (judgement.answer !== 'wrong') return { kind: 'judged', verdict: { kind: 'kept' } };
  return { kind: 'judged', verdict: brokenOnPaper(contract, judgement.outcomes, text, machine) };
}

/** Why C forbids the most telling of these outcomes, and how the machine can show it. */
export function brokenOnPaper(
  contract: Contract,
  outcomes: readonly string[],
  assembly: string,
  machine: MachineName,
): Extract<LitmusVerdict, { kind: 'breaks' }> {
  const explanations = explainForbidden(readCLitmus(contract.test).program);
  const outcome = mostTelling(outcomes, explanations);
  const explanation = explanations?.get(outcome);
  const witness = findWitness(contract, assembly, machine, outcome);
  const bug: LitmusBug = {
    machine,
    axiom: explanation?.axiom,
    order: brokenOrder(contract, witness),
    isSeenInRun: false,
  };
  return { kind: 'breaks', bug, proof: { kind: 'paper', outcome, explanation, witness } };
}

/** The verdict on code that the judge does not know, and that showed a forbidden outcome in a run. */
export function brokenInRun({ shape }: Contract, seen: SeenOutcome, rounds: number): LitmusVerdict {
  const bug: LitmusBug = { machine: 'x86-64', order: shape, isSeenInRun: true };
  return { kind: 'breaks', bug, proof: { kind: 'run', seen, rounds } };
}

/** A judged test of a campaign. */
export interface JudgedTest {
  /** False if the judge does not know something in the test. */
  readonly isAsked: boolean;
  /** The signature of wrong code, if the code can show an outcome that the contract forbids. */
  readonly signature: string | undefined;
  readonly cpuMs: number;
}

/** `words` are the compiler and the flags that made the assembly. */
export function judgeTest(program: Program, assembly: Uint8Array, words: readonly string[]): JudgedTest {
  const before = process.cpuUsage();
  const answer = judgeOnPaper(program, assembly, machineOf(words));
  const { user, system } = process.cpuUsage(before);
  const isBroken = answer.kind === 'judged' && answer.verdict.kind === 'breaks';
  return {
    isAsked: answer.kind === 'judged',
    signature: isBroken ? litmusKey(answer.verdict.bug) : undefined,
    cpuMs: (user + system) / 1_000,
  };
}

/**
 * The contract, or the reason why none applies: the program was changed, or its contract has another version.
 */
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

/** Files that run the threads of a program with a contract, and the right outcomes, one a line. */
export function stressOf(program: Program): StressFile[] {
  const contract = contractIn(program);
  const right = [...contract.allowed, ...contract.tolerated].map((outcome) => `${outcome}\n`);
  return [...stressFiles(contract), { path: 'allowed.txt', text: right.join('') }];
}

/** The first outcome that an axiom forbids by a cycle. */
function mostTelling(
  outcomes: readonly string[],
  explanations: ReadonlyMap<string, Explanation> | undefined,
): string {
  return outcomes.find((outcome) => explanations?.has(outcome)) ?? outcomes[0]!;
}
