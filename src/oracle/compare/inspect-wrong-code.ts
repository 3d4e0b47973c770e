/**
 * Inspects one test for wrong code by comparing compilers, and for crashes of any compiler that took part.
 */
import type { Program } from '../../program/index.ts';
import { classify } from '../crash/classify.ts';
import { signatureOf } from '../crash/signature-of.ts';
import type { Inspection } from '../judges/judge.ts';
import { oracleTuning } from '../tuning.ts';
import { type CompilerConfiguration, labelOf } from '../../laboratory/index.ts';
import { investigate } from './investigate.ts';
import type { Laboratory } from '../../laboratory/index.ts';
import { type Difference, expectationIn, type Verdict } from './vote.ts';
import { compare, type Comparison } from './wrong-code.ts';

const MAX_REFERENCES = oracleTuning.maxReferences.value;

const nothing: Inspection = { kind: 'nothing' };

interface WrongCodeKnowledge {
  /** Counts a known signature; false if the signature is new. */
  readonly countAgain?: (signature: string) => boolean;
  /** The program before its stages. */
  readonly unstaged?: Program | undefined;
}

/**
 * `matrix[0]` is the target with its flags. A known signature is only counted; no sanitizer runs. A complaint
 * that also holds for `unstaged` is ignored.
 */
export async function inspectWrongCode(
  laboratory: Laboratory,
  program: Program,
  matrix: readonly CompilerConfiguration[],
  { countAgain = () => false, unstaged }: WrongCodeKnowledge = {},
): Promise<Inspection> {
  const { verdict, failures, behaviours } = await compare(laboratory, program, matrix);
  if (verdict.kind !== 'differ') {
    const crash = await inspectCrash(laboratory, failures);
    return crash.kind === 'nothing' ? (unlinkedOf(behaviours) ?? nothing) : crash;
  }
  const found = await investigate(laboratory, program, verdict, { matrix, behaviours, countAgain, unstaged });
  if (found.kind === 'known') return { kind: 'known', signature: found.signature.key };
  if (found.kind === 'endless-program') return nothing;
  if (found.kind === 'invalid-program') {
    const complaint = found.validity.reports.find(({ answer }) => answer === 'undefined');
    return { kind: 'invalid', why: `${complaint?.checker}: ${complaint?.detail}` };
  }
  const { signature, suspect, culprit, affected, validity } = found;
  const difference = differenceOf(verdict, labelOf(suspect.configuration));
  const references = referencesOf(verdict, matrix);
  const facts = { difference, references, culprit, affected, validity };
  return { kind: 'failure', seen: { signature, text: '', ...suspect.configuration, ...facts } };
}

/** The linker's complaint, if every link failed. */
function unlinkedOf(behaviours: Comparison['behaviours']): Inspection | undefined {
  const refused = behaviours.filter((each) => each.kind === 'not-linked');
  const [first] = refused;
  const isAll = behaviours.every((each) => each.kind !== 'ran');
  return first !== undefined && isAll ? { kind: 'not-linked', said: first.said } : undefined;
}

/** Inspects a crash of any compiler that took part: a crash is a bug in any case. */
async function inspectCrash(laboratory: Laboratory, failures: Comparison['failures']): Promise<Inspection> {
  const crashed = failures.find(({ execution }) => classify(execution) === 'crash');
  if (crashed === undefined) return nothing;
  const { execution, configuration } = crashed;
  const signature = await signatureOf(
    await laboratory.target(configuration.compiler),
    execution,
    laboratory.world.searchPath,
  );
  return { kind: 'failure', seen: { signature, text: execution.text, ...configuration } };
}

type Differ = Extract<Verdict, { kind: 'differ' }>;

function differenceOf(verdict: Differ, suspect: string): Difference {
  const odd = verdict.odd.find(({ labels }) => labels.includes(suspect));
  return {
    ...expectationIn(verdict),
    actual: odd?.behaviour ?? '',
    ...(odd?.bug && { bug: odd.bug }),
  };
}

/** The first right configuration of each compiler, since agreement of several compilers counts for more. */
function referencesOf({ right }: Differ, matrix: readonly CompilerConfiguration[]): CompilerConfiguration[] {
  const good = matrix.filter((each) => right.includes(labelOf(each)));
  const others = good.filter(
    ({ compiler }, at) => good.findIndex((each) => each.compiler === compiler) === at,
  );
  return others.slice(0, MAX_REFERENCES);
}
