/**
 * A program without our runtime: the executor starts it again for each input. Crashes, hangs and memory are
 * seen; no coverage.
 */
import {
  type ExecuteRequest,
  type Execution,
  Server,
  type ServerCommand,
  encodeExecute,
  runsPayload,
  usualExecutionLimits,
} from '../../serve/index.ts';
import { checkStillThere } from '../still-there.ts';
import type { Target } from '../target.ts';
import type { ProgramOptions } from './executable-target.ts';
import { judgeProgram } from './judge-program.ts';
import { INPUT_WORD } from './words.ts';

export interface CommandOptions extends ProgramOptions {
  /**
   * True if a sanitizer was linked in: it reserves more addresses than a limit would allow, and keeps a limit
   * itself.
   */
  readonly limitsMemory: boolean;
}

export class CommandTarget implements Target {
  readonly name: string;
  readonly #options: CommandOptions;
  readonly #server: Server;

  constructor(options: CommandOptions, executor: ServerCommand) {
    this.name = options.name;
    this.#options = options;
    this.#server = new Server({ ...executor, env: { ...executor.env, ...options.env } });
  }

  async execute(request: ExecuteRequest): Promise<readonly Execution[]> {
    const { program, configurations, limits = usualExecutionLimits } = request;
    const { file, args = [], limitsMemory } = this.#options;
    const words = args.map((word) => (word === INPUT_WORD ? program.main : word));
    const run = args.includes(INPUT_WORD)
      ? [file, ...words]
      : ['/bin/sh', '-c', 'exec "$@" <"$0"', program.main, file, ...words];
    const frame = encodeExecute(
      request,
      limitsMemory ? { ...limits, memoryBytes: 0 } : limits,
      runsPayload(
        program,
        configurations.map(() => run),
      ),
    );
    const patience = { answers: configurations.length, wallMs: limits.wallMs };
    const answers = await this.#server.execute(frame, false, patience);
    checkStillThere(this.name, file, answers);
    return answers.map((answer) => ({
      ...judgeProgram(answer),
      features: undefined,
      output: new Uint8Array(),
    }));
  }

  async close(): Promise<void> {
    await this.#server.close();
  }
}
