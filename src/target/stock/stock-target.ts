/**
 * A compiler as Debian ships it, executed for each program: no coverage, the same answers otherwise.
 *
 * The executor, a small C program of ours, does the executing: it knows CPU time and peak memory, keeps the limits,
 * and takes its files and processes with it when it dies.
 */
import type { StockCompiler } from '../../build/index.ts';
import { argumentsToEmit } from './arguments-to-emit.ts';
import { judgeText } from '../judge-text.ts';
import { encodeExecute, runsPayload } from '../../serve/protocol.ts';
import { Server, type ServerCommand } from '../../serve/server.ts';
import { type ExecuteRequest, type Execution, usualExecutionLimits } from '../../serve/index.ts';
import type { Target, TargetCompiler } from '../target.ts';

export const signalOfExitCode: Readonly<Record<number, string>> = {
  132: 'SIGILL',
  133: 'SIGTRAP',
  134: 'SIGABRT',
  136: 'SIGFPE',
  138: 'SIGBUS',
  139: 'SIGSEGV',
};

/** Behind twenty errors clang does not say what it died of. */
const clangFlags: readonly string[] = ['-fno-crash-diagnostics', '-fno-color-diagnostics', '-ferror-limit=0'];

export class StockTarget implements Target {
  readonly name: string;
  readonly compiler: TargetCompiler;
  readonly server: Server;

  constructor({ name, family }: StockCompiler, program: string, executor: ServerCommand) {
    this.name = name;
    this.compiler = { family, program };
    this.server = new Server(executor);
  }

  async execute(request: ExecuteRequest): Promise<readonly Execution[]> {
    const { program, configurations, limits = usualExecutionLimits } = request;
    const { family, program: compiler } = this.compiler;
    const flags = family === 'clang' ? clangFlags : [];
    const runs = configurations.map(({ args, emit }) => {
      const emitting = argumentsToEmit(family, emit);
      return emitting && [compiler, ...flags, ...args, ...emitting, program.main];
    });
    const possible = runs.filter((run) => run !== undefined);
    const frame = encodeExecute(request, limits, runsPayload(program, possible));
    const answers = possible.length > 0 ? await this.server.execute(frame, false) : [];
    let next = 0;
    return runs.map((run, index) => {
      const answer = run && answers[next++];
      return answer
        ? this.#judge(
            answer,
            configurations[index]?.emit === 'discarded-object' || configurations[index]?.emit === 'nothing',
          )
        : cannotEmit(this.name, configurations[index]?.emit ?? '');
    });
  }

  #judge(answer: Execution, discard: boolean): Execution {
    const { exitCode } = answer;
    const told = answer.outcome === 'hang' ? undefined : judgeText(answer.text, exitCode);
    const signal = answer.signal ?? signalOfExitCode[exitCode];
    const outcome =
      told ?? (answer.outcome === 'rejected' && signal !== undefined ? 'signal' : answer.outcome);
    return {
      ...answer,
      outcome,
      signal,
      features: undefined,
      ...(discard ? { output: new Uint8Array() } : {}),
    };
  }

  async close(): Promise<void> {
    await this.server.close();
  }
}

function cannotEmit(name: string, emit: string): Execution {
  return {
    outcome: 'rejected',
    text: `error: ${name} cannot emit ${emit}\n`,
    signal: undefined,
    exitCode: 1,
    stack: [],
    cpuMs: 0,
    sharedCpuMs: 0,
    peakRssBytes: 0,
    features: undefined,
    output: new Uint8Array(),
  };
}
