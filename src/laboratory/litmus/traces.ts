/**
 * All traces of one thread of compiled code: the thread runs once for each combination of answers to its
 * loads. The machine module knows the effects of instructions; this module knows control flow, and when to
 * give up.
 *
 * Invariant: a trace is left out only if a shorter trace shows the same. If any other loop has too many
 * rounds, or a thread never ends, the test counts as not asked.
 */
import { eventBits, type MachineEvent, type MachineTrace, Odometer } from '../../litmus/index.ts';
import { laboratoryTuning } from '../tuning.ts';
import { NotAsked } from './not-asked.ts';

/**
 * The place at which execution continues after an instruction: the next one, a label, or the end of the
 * thread.
 */
export type Next = undefined | 'return' | { readonly label: string };

/** One line of assembly; errors show its text. */
interface Line {
  readonly text: string;
}

export interface Code<L extends Line> {
  readonly lines: readonly L[];
  /** The number of the line after each label. */
  readonly labels: ReadonlyMap<string, number>;
}

/** A run of a thread, and its events so far. */
interface ThreadRun extends MachineTrace {
  /** The instruction that is executed. */
  text: string;
  /**
   * The values of registers and stack: everything that determines the rest of the run, except future reads.
   */
  state(): string;
}

/** Executes a line. Throws {@link NotAsked} for an unknown line. */
export type ExecuteLine<L extends Line, T extends ThreadRun> = (line: L, thread: T) => Next;

const MAX_STEPS = laboratoryTuning.maxSteps.value;
const MAX_TURNS = laboratoryTuning.maxTurns.value;

/** Remaining runs for a test, for all its threads together. */
export interface RunsLeft {
  runs: number;
}

/** The code of a function, from its lines. */
export function readCode<L extends Line>(lines: readonly string[], readLine: (text: string) => L): Code<L> {
  const code: L[] = [];
  const labels = new Map<string, number>();
  for (const text of lines) {
    const label = /^([.\w$]+):$/.exec(text)?.[1];
    if (label === undefined) code.push(readLine(text));
    else labels.set(label, code.length);
  }
  return { lines: code, labels };
}

export function everyTrace<L extends Line, T extends ThreadRun>(
  code: Code<L>,
  start: (odometer: Odometer) => T,
  step: ExecuteLine<L, T>,
  budget: RunsLeft,
): MachineTrace[] {
  const traces: MachineTrace[] = [];
  const odometer = new Odometer();
  do {
    if (--budget.runs < 0) throw new NotAsked('a thread with too many traces');
    const thread = start(odometer);
    if (isFinished(code, thread, step)) traces.push({ events: thread.events, locals: thread.locals });
  } while (odometer.advance());
  return traces;
}

/** Runs a thread. Tells whether it ended; if not, it only repeated earlier states. */
function isFinished<L extends Line, T extends ThreadRun>(
  { lines, labels }: Code<L>,
  thread: T,
  step: ExecuteLine<L, T>,
): boolean {
  const turns = new Map<string, number>();
  let place = 0;
  for (let steps = 0; steps < MAX_STEPS; steps++) {
    const line = lines[place];
    if (line === undefined) throw new NotAsked('code that runs past the end of its function');
    thread.text = line.text;
    const next = step(line, thread);
    if (next === 'return') return true;
    if (next === undefined) {
      place++;
      continue;
    }
    const target = labels.get(next.label);
    if (target === undefined) throw new NotAsked(line.text);
    if (target <= place) {
      const state = `${target} ${thread.state()}`;
      const since = turns.get(state);
      if (since !== undefined && thread.events.slice(since).every(changesNothing)) return false;
      if (turns.size === MAX_TURNS) throw new NotAsked(`a loop that goes round over ${MAX_TURNS} times`);
      turns.set(state, thread.events.length);
    }
    place = target;
  }
  throw new NotAsked(`over ${MAX_STEPS} steps`);
}

/**
 * True if executions with and without this event show the same: other threads do not see it, and it only
 * orders.
 */
function changesNothing({ kind, valueRead, valueWritten }: MachineEvent): boolean {
  return kind !== eventBits.write && (kind !== eventBits.update || valueRead === valueWritten);
}
