/**
 * Whether compiled code keeps what a test promises: the code of each thread is run on paper under the model of its machine.
 *
 * Invariant: what is not known is said to be not asked; it never counts as kept.
 */
import {
  isAllowedOnTso,
  type LitmusProgram,
  outcomesUnder,
  outputName,
  type Simulation,
  threadName,
  tracesOfAll,
} from '../../litmus/index.ts';
import { UserError } from '../../util/user-error.ts';
import { NotAsked } from './not-asked.ts';
import { functionOf } from './x86/decode.ts';
import { machineTraces } from './x86/interpret.ts';

export type Judgement =
  | { readonly answer: 'kept' }
  /** Outcomes that the machine can show and only weaker readings of the standard allow. */
  | { readonly answer: 'tolerated'; readonly outcomes: readonly string[] }
  /** Outcomes that the machine can show and the standard forbids. */
  | { readonly answer: 'wrong'; readonly outcomes: readonly string[] }
  | { readonly answer: 'not asked'; readonly what: string };

/** Assembly for x86-64, of all threads; the contract is what simulating the program said. */
export function judgeAssembly(program: LitmusProgram, contract: Simulation, assembly: string): Judgement {
  try {
    const outcomes = machineOutcomes(program, assembly);
    const beyond = [...outcomes].filter((outcome) => contract.outcomes.get(outcome) !== 'allowed');
    const wrong = beyond.filter((outcome) => !contract.outcomes.has(outcome));
    if (wrong.length > 0) return { answer: 'wrong', outcomes: wrong };
    return beyond.length > 0 ? { answer: 'tolerated', outcomes: beyond } : { answer: 'kept' };
  } catch (error) {
    if (error instanceof NotAsked) return { answer: 'not asked', what: error.what };
    if (error instanceof UserError) return { answer: 'not asked', what: error.message };
    throw error;
  }
}

/** Everything that an x86 machine can show of the code. */
export function machineOutcomes(program: LitmusProgram, assembly: string): Set<string> {
  const locationOf = new Map(program.locations.map(({ name }, index) => [name, index]));
  const initial = program.locations.map((location) => location.initial);
  const codes = program.threads.map((_, thread) => {
    const code = functionOf(assembly, threadName(thread));
    if (code === undefined) throw new NotAsked(`no function ${threadName(thread)}: is it inlined away?`);
    return code;
  });
  const outputs = program.threads.map(
    (_, thread) =>
      new Map(
        program.observed.flatMap((observed) =>
          observed.kind === 'local' && observed.thread === thread
            ? [[outputName(thread, observed.name), observed.name] as const]
            : [],
        ),
      ),
  );
  const traces = tracesOfAll(program.threads.length, initial, (thread, values) =>
    machineTraces(codes[thread]!, { locationOf, outputs: outputs[thread]!, values }),
  );
  return outcomesUnder(program, traces, isAllowedOnTso);
}
