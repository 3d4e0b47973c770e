/**
 * Wrong IR: a program whose IR keeps all rules before a compiler's passes, and breaks one or behaves
 * differently after them.
 *
 * cgfuzz bisects the passes with the judge. The first pass after which something is wrong is blamed, if the
 * IR before it is right, including the promises of attributes. Invariant: the judge has judged both sides of
 * the blamed pass.
 */
import { type Program } from '../../program/index.ts';
import type { CompilerConfiguration } from '../../laboratory/index.ts';
import { type Expectation, expectationOf, isRight } from '../compare/vote.ts';
import type { Signature } from '../crash/crash-signature.ts';
import { bisectPasses, type Culprit } from '../culprit/culprit.ts';
import { type IrFault, type IrTools, IrTrials, meaningOf, staysAtFault } from './ir-trials.ts';

export interface WrongIr {
  readonly fault: IrFault;
  readonly culprit: Culprit;
  readonly signature: Signature;
  readonly expected: string;
}

export type IrInspection =
  /** The IR is right, or nothing can be concluded; `why` tells which. */
  | { readonly kind: 'nothing'; readonly why: 'right' | 'not-compiled' | 'not-judged' | 'doubtful' }
  | ({ readonly kind: 'wrong' } & WrongIr);

export interface IrInspectionOptions {
  /** The culprit of a similar program. */
  readonly near?: Culprit | undefined;
}

/**
 * Passes that read pointers as integers, which maintainers have not decided about: a complaint about
 * provenance is no news.
 */
const MAY_LOSE_PROVENANCE = /^LoadStoreVectorizer/;

export async function inspectIr(
  tools: IrTools,
  program: Program,
  asked: CompilerConfiguration,
  { near }: IrInspectionOptions = {},
): Promise<IrInspection> {
  const truth = program.truth && expectationOf(program.truth);
  const after = await new IrTrials(tools, program, asked, truth).judged([], 'bitcode-after-passes');
  if (after.judged === undefined) return { kind: 'nothing', why: 'not-compiled' };
  const { judged } = after;
  if (judged.kind !== 'ok' && judged.kind !== 'complaint') return { kind: 'nothing', why: 'not-judged' };
  if (judged.kind === 'ok' && truth !== undefined && isRight(judged.does, truth))
    return { kind: 'nothing', why: 'right' };
  const expected = await meaningOf(new IrTrials(tools, program, asked, undefined));
  if (expected === undefined || (truth !== undefined && !isRight(expected, truth)))
    return { kind: 'nothing', why: 'doubtful' };
  const expectation: Expectation = truth ?? { expected };
  if (judged.kind === 'ok' && isRight(judged.does, expectation)) return { kind: 'nothing', why: 'right' };
  const trials = new IrTrials(tools, program, asked, expectation);
  if (judged.kind === 'ok' && !(await staysAtFault(trials, expectation)))
    return { kind: 'nothing', why: 'doubtful' };
  return blame(trials, expected, near);
}

async function blame(trials: IrTrials, expected: string, near: Culprit | undefined): Promise<IrInspection> {
  const culprit = await bisectPasses(trials, near?.kind === 'pass' ? near : undefined);
  const { fault } = await trials.tryWith(culprit.kind === 'pass' ? limitedTo(culprit.step) : []);
  if (fault === undefined) return { kind: 'nothing', why: 'doubtful' };
  const isUnsettled = fault.kind === 'complaint' && fault.complaint.kind === 'provenance';
  if (isUnsettled && culprit.kind === 'pass' && MAY_LOSE_PROVENANCE.test(culprit.pass))
    return { kind: 'nothing', why: 'doubtful' };
  return { kind: 'wrong', fault, culprit, expected, signature: signatureOf(fault, culprit) };
}

/** The arguments that stop optimising after this number of passes. */
export function limitedTo(step: number): string[] {
  return ['-mllvm', `-opt-bisect-limit=${step}`];
}

function signatureOf(fault: IrFault, culprit: Culprit): Signature {
  const what = faultWords(fault);
  const pass = culprit.kind === 'pass' ? culprit.pass : undefined;
  const blamed =
    culprit.kind === 'pass'
      ? [culprit.pass, culprit.rewrite].filter((part) => part !== undefined).join(': ')
      : 'culprit unknown';
  return { kind: 'wrong-ir', key: `wrong-ir | ${what} | ${blamed}`, message: what, frames: [], pass };
}

/** The kind and the cause, `poison: zext nneg`; equal for equal bugs. */
export function faultWords(fault: IrFault): string {
  return fault.kind === 'output' ? 'output' : `${fault.complaint.kind}: ${fault.complaint.cause}`;
}

/** Behaviour of the IR, in the text form of a run: the complaint, or the output. */
export function describeFault(fault: IrFault): string {
  if (fault.kind === 'output') return fault.does;
  const { text, instruction, function: name, origin } = fault.complaint;
  return [
    `undefined behaviour: ${text}`,
    `  in @${name}: ${instruction}`,
    ...(origin === undefined || origin.instruction === instruction
      ? []
      : [`  poison since @${origin.function}: ${origin.instruction}`]),
    '',
  ].join('\n');
}
