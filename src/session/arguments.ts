/** Configurations of a campaign: the arguments of each compile, and the kind of its output. */
import { hasContract } from '../laboratory/index.ts';
import { mayHaveTruth } from '../triage/index.ts';
import { argumentsFrom, type Program } from '../program/index.ts';
import type { Configuration } from '../serve/index.ts';
import { compilerArgsFor, type SourceDefinition } from '../source/index.ts';

/** The kinds of output that a compile needs, by the use of its result. */
function emitFor(program: Program | undefined, isTruthAsked: boolean): Configuration['emit'] {
  if (program !== undefined && hasContract(program)) return 'assembly';
  return isTruthAsked && program !== undefined && mayHaveTruth(program) ? 'object' : 'discarded-object';
}

/** The configuration for a program of a source. */
export function configurationFor(
  own: readonly string[],
  isTruthAsked: boolean,
): (source: SourceDefinition, program?: Program) => Configuration[] {
  return (source, program) => {
    const ofSource = compilerArgsFor(source, program);
    const args = argumentsFrom({ person: own, source: ofSource, drawn: program?.options });
    return [{ ...args, emit: emitFor(program, isTruthAsked) }];
  };
}
