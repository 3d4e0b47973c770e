/**
 * The analyser: clang's own parser, in a server of ours that reports the facts in a program's text.
 *
 * cgfuzz builds it at its first use (`instrumentation/analyser`), from clang's libraries as Debian ships
 * them. It lies in the cache under a name made from its sources. Invariant: a text that clang cannot parse is
 * an answer, and so is a server that dies.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findProgram, hashOf, instrumentationFolder, makeWhole, runTool } from '../build/index.ts';
import type { Program } from '../program/index.ts';
import type { SandboxWorld } from '../sandbox/index.ts';
import { Server, type ServerCommand, compilePayload, encodeExecute } from '../serve/index.ts';
import { UserError } from '../util/user-error.ts';
import { type Answered, readAnswer } from './answer.ts';
import { factsTuning } from './tuning.ts';

const HOME = '/usr/lib/llvm-19';
const PACKAGES = 'sudo apt-get install clang-19 libclang-19-dev llvm-19-dev';
const limits = {
  cpuMs: factsTuning.analyserCpuMs.value,
  wallMs: factsTuning.analyserWallMs.value,
  memoryBytes: factsTuning.analyserMemoryBytes.value,
};

export type Reading = { readonly cpuMs: number } & (
  | ({ readonly kind: 'read' } & Answered)
  /** Clang cannot parse it. */
  | { readonly kind: 'unreadable'; readonly said: string }
  | { readonly kind: 'failed'; readonly said: string }
);

export class Analyser {
  readonly #server: Server;

  private constructor(server: Server) {
    this.#server = server;
  }

  /** `tell` gets a message if the analyser must be built first. */
  static async open(world: SandboxWorld, tell: (text: string) => void): Promise<Analyser> {
    return new Analyser(new Server(await prepareAnalyser(world, tell)));
  }

  /** `args` tell the program's language, and the place of its headers. */
  async read(program: Program, args: readonly string[]): Promise<Reading> {
    const request = { program, configurations: [{ args, emit: 'nothing' as const }], remember: false };
    const frame = encodeExecute(request, limits, compilePayload(request));
    const answers = await this.#server
      .execute(frame, false, { answers: 1, wallMs: limits.wallMs })
      .catch((error: unknown) => String(error));
    if (typeof answers === 'string') return { kind: 'failed', said: answers, cpuMs: 0 };
    const [answer] = answers;
    if (answer === undefined) throw new Error('the analyser gave no answer');
    const { outcome, text: said, cpuMs, output } = answer;
    if (outcome === 'ok') return { kind: 'read', cpuMs, ...readAnswer(output) };
    return outcome === 'rejected'
      ? { kind: 'unreadable', said, cpuMs }
      : { kind: 'failed', said: said || outcome, cpuMs };
  }

  /** The process, for tests that kill it. */
  get pid(): number | undefined {
    return this.#server.pid;
  }

  async close(): Promise<void> {
    await this.#server.close();
  }
}

const units: readonly string[] = [
  'analyser/cgfuzz-analyser.cpp',
  'analyser/walk.cpp',
  'llvm/server/driver.cpp',
  'llvm/server/preamble.cpp',
  'coverage/cgfuzz-coverage.c',
];

/** Builds the analyser, unless it lies in the cache. */
export async function prepareAnalyser(
  { cache, searchPath }: SandboxWorld,
  tell: (text: string) => void,
): Promise<ServerCommand> {
  const folder = join(cache, 'analysers', hashOf(HOME, ...sources().map((path) => readFileSync(path))));
  await makeWhole(
    folder,
    async (part) => {
      tell('building the analyser that reads programs, once on a machine: about half a minute');
      await buildAnalyser(part, searchPath);
    },
    { say: tell },
  );
  const env = { CGFUZZ_SERVE: 'analyser', PATH: searchPath, LC_ALL: 'C' };
  return { file: join(folder, 'analyser'), args: [], env };
}

/** The units, and every header that they may include. */
function sources(): string[] {
  const headers = ['analyser', 'coverage', 'llvm/server'].flatMap((folder) =>
    readdirSync(join(instrumentationFolder, folder))
      .filter((name) => /\.(?:h|hpp)$/.test(name))
      .toSorted()
      .map((name) => `${folder}/${name}`),
  );
  return [...units, ...headers].map((path) => join(instrumentationFolder, path));
}

async function buildAnalyser(part: string, searchPath: string): Promise<void> {
  const compiler = findProgram('clang-19', searchPath);
  const library = existsSync(`${HOME}/lib`)
    ? readdirSync(`${HOME}/lib`).find((name) => name.startsWith('libclang-cpp.so.'))
    : undefined;
  if (compiler === undefined || library === undefined || !existsSync(`${HOME}/include/clang/AST`))
    throw new UserError('programs cannot be analysed here: clang 19 or its headers are missing', [PACKAGES]);
  const flags = [
    '-O1',
    '-w',
    `-I${HOME}/include`,
    `-I${join(instrumentationFolder, 'llvm', 'include')}`,
    `-DCGFUZZ_CLANG="${HOME}/bin/clang"`,
  ];
  const cxx = ['-std=c++17', '-fno-rtti', '-fno-exceptions'];
  const objects = units.map((_, index) => join(part, `${index}.o`));
  for (const [index, unit] of units.entries()) {
    const own = unit.endsWith('.cpp') ? cxx : [];
    const source = join(instrumentationFolder, unit);
    await runTool(compiler, [...own, ...flags, '-c', source, '-o', objects[index]!]);
  }
  const libraries = [`-L${HOME}/lib`, `-l:${library}`, `-l:${library.replace('clang-cpp', 'LLVM')}`];
  await runTool(compiler, ['--driver-mode=g++', '-o', join(part, 'analyser'), ...objects, ...libraries]);
}
