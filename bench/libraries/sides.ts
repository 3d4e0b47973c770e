/** Engines as sides of the bench: what runs, and what the library met meanwhile. */
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { execa } from 'execa';
import type { StatsLine } from '../../src/campaign/index.ts';
import { type Engine, engines, type Ran } from '../executable/engines.ts';
import type { BuiltLibrary } from './build.ts';

export interface LibraryRun {
  readonly library: BuiltLibrary;
  readonly seed: number;
  readonly cpuMs: number;
  /** An empty folder. */
  readonly folder: string;
}

export interface LibrarySide {
  readonly cpuMs: number;
  readonly edges: number;
  /** Inputs that the side kept. */
  readonly inputs: number;
  readonly executions?: number;
  /** CPU milliseconds until the library first met each bug. */
  readonly foundMs: Readonly<Record<string, number>>;
}

interface Side {
  readonly engine: string;
  readonly by: 'structure' | 'bytes';
  /** True if it begins with the project's inputs. */
  readonly hasInputs: boolean;
  readonly begins: (count: number) => string;
}

const fromNothing = (): string => 'begins with nothing';
const fromInputs = (count: number): string => `begins with ${count} inputs of the project that meet no bug`;

export const sides: Readonly<Record<string, Side>> = {
  cgfuzz: { engine: 'guided', by: 'structure', hasInputs: false, begins: fromNothing },
  random: { engine: 'random', by: 'structure', hasInputs: false, begins: fromNothing },
  libfuzzer: { engine: 'libfuzzer-bare', by: 'bytes', hasInputs: false, begins: fromNothing },
  'libfuzzer-inputs': { engine: 'libfuzzer', by: 'bytes', hasInputs: true, begins: fromInputs },
  afl: { engine: 'afl', by: 'bytes', hasInputs: false, begins: () => 'begins with one digit' },
  'afl-inputs': { engine: 'afl', by: 'bytes', hasInputs: true, begins: fromInputs },
};

/** Undefined if the engine is not installed. */
export async function runSide(name: string, run: LibraryRun): Promise<LibrarySide | undefined> {
  const { library, seed, cpuMs, folder } = run;
  const side = sides[name]!;
  const engine: Engine = engines.find((each) => each.name === side.engine)!;
  const harness = {
    source: library.source,
    own: programIn(folder, library.own),
    libfuzzer: programIn(folder, library.libfuzzer),
    afl: library.afl === undefined ? undefined : programIn(folder, library.afl),
    seedsFolder: side.hasInputs ? library.seedsFolder : oneDigit(folder),
  };
  const foundMs: Record<string, number> = {};
  const look = (usedMs: number): void => {
    for (const file of readdirSync(folder).filter((each) => each.endsWith('.found')))
      for (const bug of readFileSync(join(folder, file), 'utf8').trim().split('\n')) foundMs[bug] ??= usedMs;
  };
  const ran = await engine.run({ harness, seed, cpuMs, folder, look });
  if (ran === undefined) return undefined;
  const executions = executionsIn(folder);
  return {
    cpuMs: ran.cpuMs,
    edges: await edgesOf(library, ran),
    inputs: readdirSync(ran.inputs).length,
    ...(executions === undefined ? {} : { executions }),
    foundMs,
  };
}

/** A copy of a program: the bugs that it meets are named in a file beside it. */
function programIn(folder: string, file: string): string {
  const copy = join(folder, file.slice(file.lastIndexOf('/') + 1));
  copyFileSync(file, copy);
  chmodSync(copy, 0o755);
  return copy;
}

/** AFL++ needs one input. */
function oneDigit(folder: string): string {
  const begun = join(folder, 'begun');
  mkdirSync(begun);
  writeFileSync(join(begun, 'a'), '0');
  return begun;
}

/** libFuzzer's own count, over all inputs that a side kept. */
async function edgesOf({ libfuzzer }: BuiltLibrary, { inputs }: Ran): Promise<number> {
  const { stderr } = await execa(libfuzzer, ['-runs=0', '-timeout=60', inputs], {
    env: { PLANTED_OFF: '1' },
    reject: false,
  });
  const counts = [...stderr.matchAll(/\bcov: (\d+)/g)].map(([, count]) => Number(count));
  if (counts.length === 0) throw new Error(`libFuzzer counts no edges: ${stderr.slice(-300)}`);
  return Math.max(...counts);
}

/** Undefined for an engine that does not say it in a file. */
function executionsIn(folder: string): number | undefined {
  const stats = join(folder, 'campaign/stats.jsonl');
  if (existsSync(stats)) {
    const last = readFileSync(stats, 'utf8').trim().split('\n').at(-1);
    return last === undefined || last === '' ? undefined : (JSON.parse(last) as StatsLine).executions;
  }
  const afl = join(folder, 'out/default/fuzzer_stats');
  const said = existsSync(afl) ? /^execs_done\s*:\s*(\d+)/m.exec(readFileSync(afl, 'utf8'))?.[1] : undefined;
  return said === undefined ? undefined : Number(said);
}
