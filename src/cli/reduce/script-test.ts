/** A person's script as the test of a reduction. */
import { extname, resolve } from 'node:path';
import { type FailureTest, askScript, checkScript } from '../../triage/index.ts';
import type { Program } from '../../program/index.ts';
import { UserError } from '../../util/user-error.ts';
import type { Context } from '../command.ts';
import { worldOf } from '../../session/world.ts';

export interface ScriptTestOptions {
  readonly script: string;
  /** Name of the file that the script looks at. */
  readonly name: string | undefined;
  readonly timeoutMs: number;
  /** CPU time of everything that this process started, without the part that is counted elsewhere. */
  readonly cpuMs: () => number;
}

export function scriptTest(context: Context, options: ScriptTestOptions): FailureTest {
  const script = resolve(context.cwd, options.script);
  checkScript(script);
  const { timeoutMs, name } = options;
  const world = worldOf(context);
  return {
    get cpuMs() {
      return options.cpuMs();
    },
    ask: (program) => askScript(script, renamed(program, name), { timeoutMs, signal: context.signal, world }),
    close: async () => {},
  };
}

function renamed(program: Program, name: string | undefined): Program {
  if (name === undefined || name === program.main) return program;
  if (name.includes('/') || extname(name) !== extname(program.main)) {
    throw new UserError(`--name ${name} is no name for ${program.main}`, [
      `allowed: a name without folders that ends with ${extname(program.main)}`,
    ]);
  }
  const files = program.files.map((file) => (file.path === program.main ? { ...file, path: name } : file));
  return { ...program, files, main: name };
}
