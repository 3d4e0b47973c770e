/**
 * Runs test programs, which may do anything at all, and tells what they printed and how they ended.
 *
 * A small C program of ours (instrumentation/sandbox) does the confining. A program has files in memory, no network,
 * nothing outside that is writable, and limits on all that can run out. No process outlives its run. Invariant: a
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
  /** 0 is no limit: sanitizers reserve more than there is. */
  readonly memoryBytes: number;
}

/** Limits of a run. */
export const runLimits: RunLimits = {
  cpuMs: sandboxTuning.runCpuMs.value,
  wallMs: sandboxTuning.runWallMs.value,
  memoryBytes: sandboxTuning.runMemoryBytes.value,
};

/** `not-run`: the sandbox could not give up its rights, and did not run it. */
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
  /** Run one after the other over the same files, in their folder; all of them, whatever becomes of the first. */
  readonly commands: readonly (readonly string[])[];
  readonly limits?: RunLimits;
}

/** Kinds of confinement that the kernel grants; all true if namespaces are allowed. */
export interface Confinement {
  readonly filesInMemory: boolean;
  readonly readOnlyOutside: boolean;
  readonly noNetwork: boolean;
  readonly noStragglers: boolean;
  /** Memory and processes are counted over all that a program starts; the kernel counts memory for each alone. */
  readonly countedTogether: boolean;
}

/** The place where the runner is built, and where a compiler for it is found. */
export interface SandboxWorld {
  readonly cache: string;
  readonly searchPath: string;
}

/** How the runner itself is started, for tests of what it does for other users and on other machines. */
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
