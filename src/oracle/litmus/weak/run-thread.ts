/** Runs the code of one thread of a weak machine with the values that its loads give as inputs. */
import { type MachineTrace, Odometer } from '../../../litmus/index.ts';
import { oracleTuning } from '../../tuning.ts';
import type { MachineMemory } from '../memory.ts';
import { NotAsked } from '../not-asked.ts';
import { ThreadState } from './thread-state.ts';

/** One line of assembly, taken apart. */
export interface CodeLine {
  readonly name: string;
  readonly operands: readonly string[];
  readonly text: string;
}

/** How an instruction goes on: behind itself, at a label, or at the end of the thread. */
export type Next = undefined | 'return' | { readonly label: string };

export interface WeakMachine {
  readonly stackPointer: string;
  /** Throws {@link NotAsked} for what it does not know. */
  readonly execute: (line: CodeLine, thread: ThreadState) => Next;
}

export interface ThreadCode {
  readonly lines: readonly CodeLine[];
  /** The number of the line that a label stands before. */
  readonly labels: ReadonlyMap<string, number>;
}

const MAX_STEPS = oracleTuning.maxSteps.value;
const MAX_TURNS = oracleTuning.maxTurns.value;
const MAX_TRACES = oracleTuning.maxTraces.value;

export function readCode(lines: readonly string[]): ThreadCode {
  const code: CodeLine[] = [];
  const labels = new Map<string, number>();
  for (const text of lines) {
    const label = /^([.\w$]+):$/.exec(text)?.[1];
    if (label === undefined) code.push(readLine(text));
    else labels.set(label, code.length);
  }
  return { lines: code, labels };
}

function readLine(text: string): CodeLine {
  const [, name = '', rest = ''] = /^(\S+)\s*(.*)$/.exec(text)!;
  // Commas part operands, but not inside brackets.
  const operands = rest
    .split(/,(?![^[(]*[\])])/)
    .map((part) => part.trim())
    .filter((part) => part !== '');
  return { name, operands, text };
}

export function tracesOfCode(machine: WeakMachine, code: ThreadCode, memory: MachineMemory): MachineTrace[] {
  const traces: MachineTrace[] = [];
  const odometer = new Odometer();
  let runs = 0;
  do {
    if (++runs > MAX_TRACES) throw new NotAsked('a thread with too many traces');
    const thread = new ThreadState(memory, odometer, machine.stackPointer);
    if (run(machine, code, thread)) traces.push({ events: thread.events, locals: thread.locals });
  } while (odometer.advance());
  return traces;
}

/** Whether it came to its end. */
function run({ execute }: WeakMachine, { lines, labels }: ThreadCode, thread: ThreadState): boolean {
  let turns = 0;
  let place = 0;
  for (let step = 0; step < MAX_STEPS; step++) {
    const line = lines[place];
    if (line === undefined) throw new NotAsked('code that runs past the end of its function');
    thread.text = line.text;
    const next = execute(line, thread);
    if (next === 'return') return true;
    if (next === undefined) {
      place++;
      continue;
    }
    const target = labels.get(next.label);
    if (target === undefined) throw new NotAsked(line.text);
    if (target <= place && ++turns > MAX_TURNS) return false;
    place = target;
  }
  throw new NotAsked(`over ${MAX_STEPS} steps`);
}
