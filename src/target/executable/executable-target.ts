/** Any program linked with our runtime: it serves requests itself, with a fork for each input. */
import { rmSync } from 'node:fs';
import { basename } from 'node:path';
import type { ServerCommand } from '../../serve/index.ts';
import { UserError } from '../../util/user-error.ts';
import { makeWorkFolder } from '../../util/work-folder.ts';
import { ServerTarget } from '../server/server-target.ts';
import type { Target } from '../target.ts';
import { judgeProgram } from './judge-program.ts';

export interface ProgramOptions {
  readonly name: string;
  readonly file: string;
  /** `@@` stands for the input's file name; without it the input is standard input only. */
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

/**
 * A program linked with `cgfuzz-coverage.c`. Each configuration's arguments are ignored: the program has its
 * own.
 */
export async function openProgram(
  { name, file, args = [], env = {} }: ProgramOptions,
  comparisons: boolean = false,
): Promise<ServerTarget> {
  return startProgram(name, {
    file,
    args,
    env: { ...env, CGFUZZ_SERVE: comparisons ? 'main,cmp' : 'main' },
  });
}

/** A person's program, as `--target` names it, in a folder of its own that closing removes. */
export async function openExecutable({ name, file, args = [], env = {} }: ProgramOptions): Promise<Target> {
  const folder = makeWorkFolder();
  const leave = (): void => rmSync(folder, { recursive: true, force: true });
  const command = {
    file,
    args,
    env: { ...env, HOME: folder, TMPDIR: folder, CGFUZZ_SERVE: 'main' },
    folder,
  };
  let server: ServerTarget;
  try {
    server = await startProgram(name, command);
  } catch (error) {
    leave();
    throw cannotServe(file, error);
  }
  return {
    name,
    coverage: server.coverage,
    execute: async (request) => (await server.execute(request)).map(judgeProgram),
    executeAll: async (requests) => (await server.executeAll(requests)).map((all) => all.map(judgeProgram)),
    nameStack: (stack, searchPath) => server.nameStack(stack, searchPath),
    close: async () => {
      await server.close();
      leave();
    },
  };
}

function startProgram(name: string, command: ServerCommand): Promise<ServerTarget> {
  return ServerTarget.start({
    name,
    command,
    oneByOne: true,
    payloadOf:
      ({ program: { files, main } }) =>
      (to) =>
        to.bytes(files.find(({ path }) => path === main)?.bytes ?? new Uint8Array()),
  });
}

function cannotServe(file: string, error: unknown): UserError {
  const said = error instanceof UserError ? error.hints : [String(error)];
  const lines = said.filter((line) => line.trim() !== '');
  return new UserError(`${basename(file)} ends before its first input`, lines.slice(0, 8));
}
