/** Sides that look for the defects of `nested.c`, and the CPU time at which each side met each defect. */
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { execa } from 'execa';
import { cacheFolder, runTool } from '../../src/build/index.ts';
import { Alphabet } from '../../src/choice/index.ts';
import { entrySequence } from '../../src/corpus/index.ts';
import { findSource } from '../../src/generators/index.ts';
import { openSource } from '../../src/source/index.ts';
import { prepareRuntime } from '../../src/target/index.ts';
import { emptied } from './engines.ts';
import { runMetered } from './metered.ts';
import type { EngineTask } from './stand-in-engine.ts';

export interface NestedRun {
  /** The root of this repository, which has been built. */
  readonly root: string;
  readonly seed: number;
  readonly cpuMs: number;
  readonly folder: string;
  /** A side ends once the reader met so many defects; without it, all sides use all their time. */
  readonly enough?: number;
}

export interface NestedSide {
  readonly cpuMs: number;
  /** CPU milliseconds until the reader first met each defect. */
  readonly foundMs: Readonly<Record<string, number>>;
  /** Inputs that the side kept, and their bytes. */
  readonly inputs: number;
  readonly bytes: number;
}

export interface NestedEngine {
  readonly name: string;
  readonly run: (run: NestedRun) => Promise<NestedSide>;
}

const SOURCE = 'json';
/** An engine of Centipede asks for so many seeds. */
const SEEDS = 32;
const MOST_TRIES = 1_000;
const MOST_RESTARTS = 100;
/** The reader writes the defects that it met into this file of the side's folder. */
const FOUND = 'found';
const world = { cache: cacheFolder(process.env), searchPath: process.env['PATH'] ?? '/usr/bin:/bin' };

export const nestedEngines: readonly NestedEngine[] = [
  { name: 'guided', run: (run) => campaign(run, 'guided') },
  { name: 'random', run: (run) => campaign(run, 'random') },
  { name: 'engine', run: (run) => underEngine(run, true) },
  { name: 'engine-without-reduction', run: (run) => underEngine(run, false) },
  { name: 'bytes', run: bytes },
];

/** Runs one command of a side; times are those of earlier commands and of this one together. */
class Watch {
  readonly #found: string;
  readonly #enough: number;
  readonly foundMs: Record<string, number> = {};
  cpuMs = 0;

  constructor({ folder, enough = Infinity }: NestedRun) {
    this.#found = join(folder, FOUND);
    this.#enough = enough;
  }

  get hasEnough(): boolean {
    return Object.keys(this.foundMs).length >= this.#enough;
  }

  async run(words: readonly string[], limitMs: number, cwd: string, env: Record<string, string> = {}) {
    const [first = '', ...rest] = words;
    const before = this.cpuMs;
    const isEnough = (usedMs: number): boolean => {
      this.#look(before + usedMs);
      return this.hasEnough;
    };
    this.cpuMs += await runMetered({
      command: first,
      words: rest,
      cwd,
      env,
      cpuMs: limitMs - before,
      isEnough,
    });
  }

  #look(nowMs: number): void {
    if (!existsSync(this.#found)) return;
    for (const name of readFileSync(this.#found, 'utf8').trim().split('\n')) this.foundMs[name] ??= nowMs;
  }
}

async function campaign(run: NestedRun, strategy: string): Promise<NestedSide> {
  const { root, seed, cpuMs, folder } = run;
  const command = commandIn(root);
  const reader = await buildNested(root, folder);
  const watch = new Watch(run);
  const words = [`--target=${reader.own}`, `--source=${SOURCE}`, `--strategy=${strategy}`, `--seed=${seed}`];
  const dir = join(folder, 'campaign');
  const all = [
    process.execPath,
    command,
    'run',
    `--dir=${dir}`,
    ...words,
    '--jobs=1',
    '--reduce-share=0',
    '--json',
  ];
  await watch.run(all, cpuMs, folder);
  const inputs = join(folder, 'inputs');
  await runTool(process.execPath, [command, 'corpus', 'export', dir, inputs, '--as', 'files']);
  return { cpuMs: watch.cpuMs, foundMs: watch.foundMs, ...sizeOf(inputs) };
}

async function underEngine(run: NestedRun, hasReduction: boolean): Promise<NestedSide> {
  const { root, seed, cpuMs, folder } = run;
  const { own } = await buildNested(root, folder);
  const { sequences } = await makeSeeds(run, own);
  const watch = new Watch(run);
  const words = [process.execPath, commandIn(root), 'serve-centipede', '--source', SOURCE, '--target', own];
  const task: EngineTask = { words, folder, seedsFolder: sequences, seed, hasReduction };
  const engine = join(import.meta.dirname, 'stand-in-engine.js');
  await watch.run([process.execPath, engine, JSON.stringify(task)], cpuMs, folder);
  return { cpuMs: watch.cpuMs, foundMs: watch.foundMs, ...sizeOf(join(folder, 'inputs')) };
}

/** libFuzzer ends at each crash. It begins again, and the defects that it found are off. */
async function bytes(run: NestedRun): Promise<NestedSide> {
  const { root, seed, cpuMs, folder } = run;
  const { own, libfuzzer } = await buildNested(root, folder);
  const { texts } = await makeSeeds(run, own);
  const corpus = join(folder, 'corpus');
  cpSync(texts, corpus, { recursive: true });
  const watch = new Watch(run);
  for (let start = 0; watch.cpuMs < cpuMs && !watch.hasEnough && start < MOST_RESTARTS; start++) {
    const env = { NESTED_OFF: Object.keys(watch.foundMs).join(',') };
    await watch.run(
      [libfuzzer, `-seed=${seed + 1_000 * start}`, '-timeout=10', 'corpus'],
      cpuMs,
      folder,
      env,
    );
  }
  return { cpuMs: watch.cpuMs, foundMs: watch.foundMs, ...sizeOf(corpus) };
}

function sizeOf(folder: string): { readonly inputs: number; readonly bytes: number } {
  const sizes = readdirSync(folder).map((name) => statSync(join(folder, name)).size);
  return { inputs: sizes.length, bytes: sizes.reduce((sum, size) => sum + size, 0) };
}

/** The reader with cgfuzz's runtime and with libFuzzer, from the same object. Both name defects in `found` of the folder. */
export async function buildNested(
  root: string,
  folder: string,
): Promise<{ readonly own: string; readonly libfuzzer: string }> {
  const [object, own, libfuzzer] = ['nested.o', 'own', 'libfuzzer'].map((name) => join(folder, name));
  const flags = ['-O1', '-g', '-fsanitize=fuzzer-no-link', `-DFOUND="${join(folder, FOUND)}"`];
  await runTool('clang-19', [...flags, '-c', join(root, 'bench/executable/nested.c'), '-o', object!]);
  await runTool('clang-19', [object!, await prepareRuntime(world), '-lstdc++', '-o', own!]);
  await runTool('clang-19', ['-fsanitize=fuzzer', object!, '-o', libfuzzer!]);
  return { own: own!, libfuzzer: libfuzzer! };
}

/** Programs of the source on which the reader meets no defect, as texts and as sequences of choices. */
async function makeSeeds(
  { folder, seed }: NestedRun,
  reader: string,
): Promise<{ readonly texts: string; readonly sequences: string }> {
  const [texts, sequences] = ['seed-texts', 'seed-sequences'].map((name) => emptied(join(folder, name)));
  const definition = await findSource(SOURCE, folder);
  const source = openSource(definition, { alphabet: new Alphabet() });
  let count = 0;
  for (let index = 0; count < SEEDS && index < MOST_TRIES; index++) {
    const made = await source.run({ seed: MOST_TRIES * seed + index });
    if (made.outcome !== 'ok') continue;
    const text = join(texts!, `${count}`);
    writeFileSync(text, made.program.files[0]!.bytes);
    if ((await execa(reader, [text], { reject: false, stdio: 'ignore' })).failed) continue;
    writeFileSync(join(sequences!, `${count++}`), entrySequence(made.record, definition.name));
  }
  rmSync(join(texts!, `${count}`), { force: true });
  rmSync(join(folder, FOUND), { force: true });
  await source.close();
  return { texts: texts!, sequences: sequences! };
}

function commandIn(root: string): string {
  return join(root, 'dist/cli/main.js');
}
