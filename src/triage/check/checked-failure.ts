/**
 * The failure that a checked program shows, with the facts that a finding needs. If several compilers fail, the newest
 * one of the first kind counts, at its first level: that report is worth most.
 */
import type { Failure } from '../../finding/index.ts';
import { familyOf, labelOf } from '../../laboratory/index.ts';
import { type FailureKind, wrongCodeNamed } from '../../oracle/index.ts';
import { triageTuning } from '../tuning.ts';
import type { CheckedConfiguration, ProgramCheck } from './check-program.ts';

export type CheckedProgramFailure = Omit<Failure, 'program' | 'sequence' | 'build' | 'origin'>;

const MOST_REFERENCES = triageTuning.givenReferences.value;

/** Undefined if nothing failed, or if the program has undefined behaviour and no compiler crashed. */
export function checkedFailure(check: ProgramCheck): CheckedProgramFailure | undefined {
  return wrongCodeIn(check) ?? crashIn(check);
}

function wrongCodeIn(check: ProgramCheck): CheckedProgramFailure | undefined {
  const blame = newest(check, check.blamed);
  const configuration = blame && configurationOf(check, blame.configuration);
  if (blame === undefined || configuration === undefined || check.expected === undefined) return undefined;
  const { culprit, signature: key } = blame;
  const pass = culprit.kind === 'pass' ? culprit.pass : undefined;
  return {
    signature: wrongCodeNamed(key, pass),
    text: '',
    ...asked(configuration),
    difference: {
      expected: check.expected,
      ...(check.isUnstable ? { isUnstable: true } : {}),
      actual: configuration.says,
    },
    references: referencesIn(check),
    culprit,
    ...(blame.known === undefined ? {} : { shipped: blame.known }),
    validity: check.validity,
  };
}

function crashIn(check: ProgramCheck): CheckedProgramFailure | undefined {
  const failure = newest(check, check.failures);
  const configuration = failure && configurationOf(check, failure.configuration);
  if (failure === undefined || configuration === undefined) return undefined;
  const { kind, signature: key, message, frames, pass } = failure;
  return {
    signature: { kind: kind as FailureKind, key, message, frames, pass },
    text: configuration.says,
    ...asked(configuration),
    ...(failure.known === undefined ? {} : { shipped: failure.known }),
    ...(check.validity.reports.length === 0 ? {} : { validity: check.validity }),
  };
}

function asked({ compiler, args }: CheckedConfiguration): Pick<CheckedProgramFailure, 'compiler' | 'args'> {
  return { compiler, args };
}

/** The first right build of each compiler; other families first, since their agreement counts for more. */
function referencesIn({
  configurations,
  expected,
  odd,
}: ProgramCheck): CheckedProgramFailure['references'] & {} {
  const right = configurations.filter(
    (each) => each.ending === 'ran' && each.says === expected && !odd.includes(labelOf(each)),
  );
  const first = right.filter(
    (each, at) => right.findIndex(({ compiler }) => compiler === each.compiler) === at,
  );
  const families = new Set(first.map(familyOf));
  const ofEach = [...families].flatMap((family) =>
    first.filter((each) => familyOf(each) === family).slice(-1),
  );
  const rest = first.filter((each) => !ofEach.includes(each));
  return [...ofEach, ...rest].slice(0, MOST_REFERENCES).map(asked);
}

function configurationOf({ configurations }: ProgramCheck, label: string): CheckedConfiguration | undefined {
  return configurations.find((each) => labelOf(each) === label);
}

/** The first item of the newest compiler. */
function newest<T extends { readonly configuration: string }>(
  check: ProgramCheck,
  all: readonly T[],
): T | undefined {
  const compilerOf = ({ configuration }: T): string => configurationOf(check, configuration)?.compiler ?? '';
  const last = all
    .map(compilerOf)
    .toSorted((a, b) => a.localeCompare(b, 'en', { numeric: true }))
    .at(-1);
  return all.find((each) => compilerOf(each) === last);
}
