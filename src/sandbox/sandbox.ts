/**
 * Runs test programs, which may do anything, and tells their output and their end.
 *
 * A small C program of ours (instrumentation/sandbox) confines them. A program has files in memory, no
 * network, no writable place outside, and limits on every resource. No process outlives its run. Invariant: a
 * program's behaviour is a result, never an exception; if the kernel forbids a part of the confinement,
 * `confinement` says so.
 */
import type { ProgramFile } from '../program/index.ts';
import {
  type AnswersDue,
  type Execution,
  type Frame,
  Server,
  encodeExecute,
  prepareTool,
  runsPayload,
} from '../serve/index.ts';
import { sandboxTuning } from './tuning.ts';

export interface RunLimits {
  readonly cpuMs: number;
  readonly wallMs: number;
  /** 0 means no limit: sanitizers reserve more memory than the machine has. */
  readonly memoryBytes: number;
}

/** Limits of a run. */
export const runLimits: RunLimits = {
  cpuMs: sandboxTuning.runCpuMs.value,
  wallMs: sandboxTuning.runWallMs.value,
  memoryBytes: sandboxTuning.runMemoryBytes.value,
};

/** `not-run`: the sandbox could not give up its rights, so it did not run the program. */
export type RunEnd = 'exit' | 'signal' | 'timeout' | 'out-of-memory' | 'too-much-output' | 'not-run';

export interface Run {
  readonly end: RunEnd;
  readonly exitCode: number;
  readonly signal: string | undefined;
  readonly stdout: string;
  readonly stderr: string;
  readonly cpuMs: number;
  readonly peakRssBytes: number;
}

export interface RunRequest {
  readonly files: readonly ProgramFile[];
  /**
   * The commands run one after the other over the same files, in their folder; later ones run even if the
   * first fails.
   */
  readonly commands: readonly (readonly string[])[];
  readonly limits?: RunLimits;
}

/** Kinds of confinement that the kernel grants; all true if namespaces are allowed. */
export interface Confinement {
  readonly filesInMemory: boolean;
  readonly readOnlyOutside: boolean;
  readonly noNetwork: boolean;
  readonly noStragglers: boolean;
  /**
   * Memory and processes are counted over everything that a program starts; the kernel alone counts memory
   * for each process.
   */
  readonly countedTogether: boolean;
}

/** The place for building the runner, and for finding its compiler. */
export interface SandboxWorld {
  readonly cache: string;
  readonly searchPath: string;
}

/** The way to start the runner itself, for tests about other users and machines. */
export interface RunnerStart {
  /** Its environment; programs get one of their own. */
  readonly env?: Readonly<Record<string, string>>;
  /** The command that starts it, as in `unshare -Ur`. */
  readonly under?: readonly string[];
}

export class Sandbox {
  readonly confinement: Confinement;
  readonly #server: Server;

  private constructor(server: Server, confinement: Confinement) {
    this.#server = server;
    this.confinement = confinement;
  }

  static async open(
    { cache, searchPath }: SandboxWorld,
    { env = {}, under = [] }: RunnerStart = {},
  ): Promise<Sandbox> {
    const command = await prepareTool('sandbox', ['sandbox/cgfuzz-sandbox.c'], cache, searchPath);
    const args = [...under, command.file];
    const file = args.shift() ?? command.file;
    const server = new Server({ file, args, env: { ...command.env, ...env } });
    const asked = { files: [], commands: [['--confinement']] };
    const [answer] = await server.execute(requestOf(asked), false, patienceOf(asked));
    const has = (what: string): boolean => answer?.text.includes(`${what} 1\n`) === true;
    return new Sandbox(server, {
      filesInMemory: has('memory'),
      readOnlyOutside: has('read-only'),
      noNetwork: has('network'),
      noStragglers: has('processes'),
      countedTogether: has('together'),
    });
  }

  async run(request: RunRequest): Promise<Run[]> {
    const executions = await this.#server.execute(requestOf(request), false, patienceOf(request));
    return executions.map(runOf);
  }

  /** The process, for tests that kill it. */
  get pid(): number | undefined {
    return this.#server.pid;
  }

  async close(): Promise<void> {
    await this.#server.close();
  }
}

function requestOf({ files, commands, limits = runLimits }: RunRequest): Frame {
  const program = { files, main: '', language: 'text' } as const;
  return encodeExecute(
    { program, configurations: [], remember: false },
    limits,
    runsPayload(program, commands),
  );
}

function patienceOf({ commands, limits = runLimits }: RunRequest): AnswersDue {
  return { answers: commands.length, wallMs: limits.wallMs };
}

function runOf({ outcome, signal, exitCode, output, text, cpuMs, peakRssBytes }: Execution): Run {
  return {
    end: endOf(outcome, signal),
    exitCode,
    signal: outcome === 'hang' ? undefined : signal,
    stdout: Buffer.from(output).toString(),
    stderr: text,
    cpuMs,
    peakRssBytes,
  };
}

function endOf(outcome: Execution['outcome'], signal: string | undefined): RunEnd {
  if (outcome === 'hang') return 'timeout';
  if (outcome === 'out-of-memory') return 'out-of-memory';
  if (outcome === 'fatal-error') return 'not-run';
  if (signal === 'SIGXFSZ') return 'too-much-output';
  return signal === undefined ? 'exit' : 'signal';
}
