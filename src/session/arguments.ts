/** The arguments of a compile: the person's, the source's and those that were drawn, kept apart until they are told. */
import { hasContract } from '../oracle/index.ts';
import { mayHaveTruth } from '../triage/index.ts';
import type { Program } from '../program/index.ts';
import type { Configuration } from '../serve/index.ts';
import { compilerArgsFor, type SourceDefinition } from '../source/index.ts';

/** The ways in which a program can be compiled, by what is wanted of the result. */
function emitFor(program: Program | undefined, isTruthAsked: boolean): Configuration['emit'] {
  if (program !== undefined && hasContract(program)) return 'assembly';
  return isTruthAsked && program !== undefined && mayHaveTruth(program) ? 'object' : 'discarded-object';
}

/** The configuration for a program of a source. A level among the person's arguments gives way to a drawn one. */
export function configurationFor(
  own: readonly string[],
  isTruthAsked: boolean,
): (source: SourceDefinition, program?: Program) => Configuration[] {
  return (source, program) => {
    const drawn = program?.options?.args;
    const kept = drawn === undefined ? own : own.filter((arg) => !arg.startsWith('-O'));
    const args = [...kept, ...compilerArgsFor(source, program), ...(drawn ?? [])];
    return [{ args, emit: emitFor(program, isTruthAsked) }];
  };
}
