/** The common parts of tests of targets: the cache that `npm test` fills, and ways to ask for one answer. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';
import { onTestFinished } from 'vitest';
import { plantNames } from '../../lab/planted/names.ts';
import { instrumentationFolder } from '../../src/build/places.ts';
import { programOf, type Language } from '../../src/program/index.ts';
import {
  findBuiltByName,
  openTarget,
  type ServerTarget,
  type Target,
  type TargetWorld,
} from '../../src/target/index.ts';
import {
  type Emit,
  type ExecuteRequest,
  type Execution,
  type ExecutionLimits,
  usualExecutionLimits,
} from '../../src/serve/index.ts';
import { cacheFolder } from '../../src/build/index.ts';

export const world: TargetWorld = {
  cache: cacheFolder(process.env),
  searchPath: process.env['PATH'] ?? '/usr/bin:/bin',
};

export async function openStarter(): Promise<ServerTarget> {
  const target = await openTarget('clang-19-starter', world);
  return target as ServerTarget;
}

export interface PlantedBuild {
  readonly name: string;
  /** Defects that it has. */
  readonly names: readonly string[];
  readonly has: (defect: string) => boolean;
}

/** The planted build with the most defects that is here: set-up for tests sees to the small one. */
export async function findPlanted(): Promise<PlantedBuild> {
  for (const name of ['clang-19-passes+defects', 'clang-19-starter+defects']) {
    const built = await findBuiltByName(name, world.cache);
    if (!built) continue;
    const names = plantNames('defects', built.spec.profile);
    return { name, names, has: (defect) => names.includes(defect) };
  }
  throw new Error('no planted target is built; `npm test` builds clang-19-starter+defects');
}

/** Compiles one C file with the flags and links it with the coverage runtime, as docs/targets.md says. */
export async function linkWithRuntime(
  source: string,
  file: string,
  ...flags: readonly string[]
): Promise<void> {
  const [program, runtime] = [`${file}.o`, `${file}-runtime.o`];
  await execa('clang-19', [...flags, '-c', source, '-o', program]);
  await execa('clang-19', [
    '-O2',
    '-c',
    join(instrumentationFolder, 'coverage/cgfuzz-coverage.c'),
    '-o',
    runtime,
  ]);
  await execa('clang-19', [program, runtime, '-o', file]);
}

export interface Question {
  readonly source: string | Uint8Array;
  readonly language?: Language;
  readonly args?: readonly string[];
  readonly emit?: Emit;
  readonly limits?: Partial<ExecutionLimits>;
}

export async function ask(
  target: Target,
  { source, language, args = ['-O2'], emit = 'object', limits }: Question,
  more: Partial<ExecuteRequest> = {},
): Promise<Execution> {
  const [execution] = await target.execute({
    program: programOf(source, language),
    configurations: [{ args, emit }],
    limits: { ...usualExecutionLimits, ...limits },
    ...more,
  });
  if (!execution) throw new Error('no answer');
  return execution;
}

/** A folder that is gone after the test. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'cgfuzz-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Csmith leaves a file `platform.info` where it runs. */
export async function csmith(seed: number, ...options: string[]): Promise<string> {
  const { stdout } = await execa('csmith', ['-s', String(seed), ...options], { cwd: temporaryFolder() });
  return stdout;
}

export const csmithArgs: readonly string[] = ['-O2', '-w', '-I/usr/include/csmith'];
