/** Runs the code of one thread of a weak machine, with the values of its loads as inputs. */
import type { MachineTrace, Odometer } from '../../../litmus/index.ts';
import type { MachineMemory } from '../memory.ts';
import { type Code, readCode, type ExecuteLine, everyTrace } from '../traces.ts';
import { ThreadState } from './thread-state.ts';

/** One parsed line of assembly. */
export interface CodeLine {
  readonly name: string;
  readonly operands: readonly string[];
  readonly text: string;
}

export interface WeakMachine<L extends CodeLine = CodeLine> {
  readonly stackPointer: string;
  readonly execute: ExecuteLine<L, ThreadState>;
}

export function readThread(lines: readonly string[]): Code<CodeLine> {
  return readCode(lines, readLine);
}

export function readLine(text: string): CodeLine {
  const [, name = '', rest = ''] = /^(\S+)\s*(.*)$/.exec(text)!;
  // Commas separate operands, except inside brackets.
  const operands = rest
    .split(/,(?![^[({]*[\])}])/)
    .map((part) => part.trim())
    .filter((part) => part !== '');
  return { name, operands, text };
}

export function tracesOfCode<L extends CodeLine>(
  machine: WeakMachine<L>,
  code: Code<L>,
  memory: MachineMemory,
): MachineTrace[] {
  const start = (odometer: Odometer): ThreadState => new ThreadState(memory, odometer, machine.stackPointer);
  return everyTrace(code, start, machine.execute, memory.budget);
}
