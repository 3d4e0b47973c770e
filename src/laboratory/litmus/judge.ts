/**
 * Tells whether compiled code keeps a test's contract: runs the code of each thread on paper under its
 * machine's memory model.
 *
 * Invariant: an unknown answer is called "not asked"; it never counts as kept.
 */
import {
  armv8,
  type Contract,
  finderOf,
  type MachineModel,
  type MachineTrace,
  type MachineWitness,
  outcomesUnder,
  outputName,
  power,
  rvwmo,
  threadName,
  tracesOfAll,
  tso,
  withMemberNames,
  witnessOf,
} from '../../litmus/index.ts';
import { UserError } from '../../util/user-error.ts';
import { functionLines, type MachineName } from './code-lines.ts';
import { NotAsked } from './not-asked.ts';
import { aarch32Machine, readAarch32 } from './weak/aarch32.ts';
import { armv8Machine } from './weak/armv8.ts';
import { powerMachine } from './weak/power.ts';
import { riscvLines, riscvMachine } from './weak/riscv.ts';
import { readThread, tracesOfCode, type WeakMachine } from './weak/run-thread.ts';
import { decodeX86 } from './x86/decode.ts';
import { machineTraces } from './x86/interpret.ts';
import type { MachineMemory } from './memory.ts';
import { laboratoryTuning } from '../tuning.ts';

export type Judgement =
  | { readonly answer: 'kept' }
  /** Outcomes that the machine can show and only weaker readings of the standard allow. */
  | { readonly answer: 'tolerated'; readonly outcomes: readonly string[] }
  /** Outcomes that the machine can show and the standard forbids. */
  | { readonly answer: 'wrong'; readonly outcomes: readonly string[] }
  | { readonly answer: 'not asked'; readonly what: string };

interface Machine {
  readonly model: MachineModel;
  /** Reads the lines of one thread, and gives its traces for all values that it may read. */
  readonly read: (lines: readonly string[]) => (memory: MachineMemory) => MachineTrace[];
}

/** Reads the code of a machine with a weak memory model. */
function weakly(machine: WeakMachine): Machine['read'] {
  return (lines) => {
    const code = readThread(lines);
    return (memory) => tracesOfCode(machine, code, memory);
  };
}

const machines: Readonly<Record<MachineName, Machine>> = {
  'x86-64': {
    model: tso,
    read: (lines) => {
      const code = decodeX86(lines);
      return (memory) => machineTraces(code, memory);
    },
  },
  armv8: { model: armv8, read: weakly(armv8Machine) },
  aarch32: {
    model: armv8,
    read: (lines) => {
      const code = readAarch32(lines);
      return (memory) => tracesOfCode(aarch32Machine, code, memory);
    },
  },
  power: { model: power, read: weakly(powerMachine) },
  riscv: { model: rvwmo, read: (lines) => weakly(riscvMachine)(riscvLines(lines)) },
};

/** Judges the assembly of all threads. */
export function judgeAssembly(
  contract: Contract,
  assembly: string,
  machine: MachineName | undefined,
): Judgement {
  if (machine === undefined) return { answer: 'not asked', what: 'code for another machine' };
  const asked = asking(() => {
    const outcomes = outcomesOfCode(contract, assembly, machine);
    const allowed = new Set(contract.allowed);
    const tolerated = new Set(contract.tolerated);
    const beyond = [...outcomes].filter((outcome) => !allowed.has(outcome)).toSorted();
    const wrong = beyond.filter((outcome) => !tolerated.has(outcome));
    if (wrong.length > 0) return { answer: 'wrong' as const, outcomes: wrong };
    return beyond.length > 0
      ? { answer: 'tolerated' as const, outcomes: beyond }
      : { answer: 'kept' as const };
  });
  return 'what' in asked ? { answer: 'not asked', what: asked.what } : asked;
}

/** All outcomes that the assembly can show. */
export function outcomesOfCode(contract: Contract, assembly: string, machine: MachineName): Set<string> {
  const { model, traces } = tracesIn(contract, assembly, machine);
  return outcomesUnder(contract, traces, model);
}

/** An execution of the assembly that shows the outcome. */
export function findWitness(
  contract: Contract,
  assembly: string,
  machine: MachineName,
  outcome: string,
): MachineWitness | undefined {
  const { model, traces } = tracesIn(contract, assembly, machine);
  return witnessOf(contract, traces, model, outcome);
}

function asking<T>(ask: () => T): T | { readonly what: string } {
  try {
    return ask();
  } catch (error) {
    if (error instanceof NotAsked) return { what: error.what };
    if (error instanceof UserError) return { what: error.message };
    throw error;
  }
}

function tracesIn(
  { locations, observed, threads }: Contract,
  assembly: string,
  name: MachineName,
): { readonly model: MachineModel; readonly traces: MachineTrace[][] } {
  const machine = machines[name];
  const locationAt = finderOf(locations);
  const named = withMemberNames(assembly, locations);
  const initial = locations.map((location) => location.initial);
  const bytes = locations.map(({ bits = 32 }) => bits / 8);
  const codes = Array.from({ length: threads }, (_, thread) => {
    const lines = functionLines(named, threadName(thread), name);
    if (lines === undefined) throw new NotAsked(`no function ${threadName(thread)}: is it inlined away?`);
    return machine.read(lines);
  });
  const outputs = Array.from(
    { length: threads },
    (_, thread) =>
      new Map(
        observed.flatMap((each) =>
          each.kind === 'local' && each.thread === thread
            ? [[outputName(thread, each.name), each.name] as const]
            : [],
        ),
      ),
  );
  const budget = { runs: laboratoryTuning.maxTraces.value };
  const traces = tracesOfAll(threads, initial, (thread, written) =>
    codes[thread]!({
      locationAt,
      bytes,
      budget,
      outputs: outputs[thread]!,
      readable: (location, own) => written.readable(thread, location, own),
    }),
  );
  if (traces.some((each) => each.length === 0)) throw new NotAsked('a thread that does not end');
  return { model: machine.model, traces };
}
