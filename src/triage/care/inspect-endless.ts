/**
 * Inspects programs that ended when run with counters, but never end as the target compiled them. No vote can
 * show such wrong code, since a program that takes too long has no vote.
 *
 * Invariant: with another compiler the program ended correctly, and no sanitizer complains about it.
 */
import { type CompilerConfiguration, type Laboratory } from '../../laboratory/index.ts';
import {
  checkValidity,
  type Expectation,
  heardFrom,
  type Inspection,
  isRight,
  wrongCodeNamed,
} from '../../oracle/index.ts';
import type { Program } from '../../program/index.ts';

export interface EndlessQuestion {
  /** The target with its arguments. */
  readonly asked: CompilerConfiguration;
  readonly references: readonly CompilerConfiguration[];
  readonly expected: Expectation;
}

export async function inspectEndlessCode(
  laboratory: Laboratory,
  program: Program,
  { asked, references, expected }: EndlessQuestion,
): Promise<Inspection> {
  const behaviours = await laboratory.behave(program, references);
  const said = behaviours.map(heardFrom);
  const right = references.filter((_, index) => isRight(said[index] ?? '', expected));
  if (right.length === 0) return { kind: 'nothing' };
  const { compiler, args } = asked;
  const validity = await checkValidity(laboratory, program, { args, quick: true, atLeast: 'suspicious' });
  const complaint = validity.reports.find(({ answer }) => answer === 'undefined');
  if (complaint !== undefined) return { kind: 'invalid', why: `${complaint.checker}: ${complaint.detail}` };
  const key = `wrong-code | the program never ends | ${compiler}`;
  return {
    kind: 'failure',
    seen: {
      signature: wrongCodeNamed(key),
      text: '',
      ...asked,
      difference: { ...expected, actual: 'timeout\n' },
      references: right,
      validity,
    },
  };
}
