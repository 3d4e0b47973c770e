/**
 * The instrumented GCC against the stock one: the same programs and flags, in turns; the same object, and the same
 * features at every repeat.
 *
 * Both tell the CPU time of a compile; with the stock compiler it holds the driver's too. Stock gcc with `-fchecking`
 * tells the cost of checking.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';
import { cacheFolder, withAdded } from '../src/build/index.ts';
import { programOf } from '../src/program/index.ts';
import type { Emit, Execution } from '../src/serve/index.ts';
import { openTarget, type Target } from '../src/target/index.ts';
import { type Bench, type Measurement } from './harness.ts';

const cache = cacheFolder(process.env);
const world = { cache, searchPath: withAdded(process.env['PATH'] ?? '/usr/bin:/bin', cache) };
const programsCompared = Number(process.env['PROGRAMS'] ?? 25);
const repeats = Number(process.env['REPEATS'] ?? 1_000);
const levels = ['-O1', '-O2', '-O3', '-Os'];

async function csmith(count: number): Promise<string[]> {
  // Csmith leaves a file `platform.info` where it runs.
  const cwd = mkdtempSync(join(tmpdir(), 'cgfuzz-bench-'));
  const programs: string[] = [];
  for (let seed = 1; seed <= count; seed++)
    programs.push((await execa('csmith', ['-s', String(seed), '--max-funcs', '4'], { cwd })).stdout);
  rmSync(cwd, { recursive: true, force: true });
  return programs;
}

async function compile(
  target: Target,
  source: string,
  args: readonly string[],
  emit: Emit,
): Promise<Execution> {
  const [execution] = await target.execute({
    program: programOf(source),
    configurations: [{ args: [...args, '-w', '-I/usr/include/csmith'], emit }],
  });
  if (execution?.outcome !== 'ok')
    throw new Error(`${target.name}: ${execution?.outcome} ${execution?.text}`);
  return execution;
}

async function* sameObject(
  ours: Target,
  stock: Target,
  programs: readonly string[],
): AsyncIterable<Measurement> {
  let same = 0;
  const cpuMs = { ours: 0, stock: 0, checking: 0 };
  for (const source of programs)
    for (const level of levels) {
      const [a, b] = [
        await compile(ours, source, [level, '-fno-ident'], 'object'),
        await compile(stock, source, [level, '-fno-ident'], 'object'),
      ];
      const checking = await compile(stock, source, [level, '-fno-ident', '-fchecking'], 'object');
      if (Buffer.from(a.output).equals(Buffer.from(b.output))) same++;
      cpuMs.ours += a.cpuMs;
      cpuMs.stock += b.cpuMs;
      cpuMs.checking += checking.cpuMs;
    }
  const compiles = programs.length * levels.length;
  const how = `${programs.length} programs of Csmith at ${levels.join(', ')}, in turns`;
  yield {
    name: 'the object is that of stock gcc-16',
    value: same / compiles,
    unit: 'of 1',
    goal: { atLeast: 1 },
    how,
  };
  yield { name: 'CPU time over stock gcc-16', value: cpuMs.ours / cpuMs.stock, unit: 'times', how };
  yield {
    name: 'stock gcc-16 -fchecking over stock',
    value: cpuMs.checking / cpuMs.stock,
    unit: 'times',
    how,
  };
}

async function* sameFeatures(ours: Target, source: string): AsyncIterable<Measurement> {
  const hashes = new Set<bigint>();
  let hits = 0;
  for (let time = 0; time < repeats; time++) {
    const { features } = await compile(ours, source, ['-O2'], 'discarded-object');
    hashes.add(features!.hash);
    hits = features!.hitCount;
  }
  const how = `${repeats} compiles of one program at -O2, ${hits} features each`;
  yield { name: 'different sets of features', value: hashes.size, unit: 'sets', goal: { atMost: 1 }, how };
}

export const gcc: Bench = {
  name: 'gcc',
  question:
    'Is the instrumented GCC the compiler that Debian ships, what does a compile cost, and is it repeatable?',
  decision: 'whether a finding of gcc-16-passes can be held against stock gcc, and whether checks stay on',
  async *run() {
    const ours = await openTarget('gcc-16-passes', world);
    const stock = await openTarget('gcc-16', world);
    try {
      const programs = await csmith(programsCompared);
      yield* sameObject(ours, stock, programs);
      const smallest = programs.reduce((a, b) => (a.length <= b.length ? a : b));
      yield* sameFeatures(ours, smallest);
    } finally {
      await ours.close();
      await stock.close();
    }
  },
};
