/**
 * The instrumented compiler against the stock one: the same programs, the same flags, object code from both, in turns.
 *
 * The kernel tells the time of the server's process and all its children, so all costs of forking count. For the stock
 * compiler only its own time counts, without the executor's.
 */
import { execa } from 'execa';
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { programOf } from '../src/program/index.ts';
import {
  buildTarget,
  openTarget,
  ServerTarget,
  StockTarget,
  type Target,
  type TargetSpec,
} from '../src/target/index.ts';
import { findProgram, cacheFolder, stockCompilers } from '../src/build/index.ts';
import {
  prepareExecutor,
  type Configuration,
  type ExecuteRequest,
  type Execution,
  usualExecutionLimits,
} from '../src/serve/index.ts';
import { compilePayload, encodeExecute } from '../src/serve/protocol.ts';
import { cpuMs, type Bench, type Measurement } from './harness.ts';
import { median } from '../src/util/numbers.ts';

const world = { cache: cacheFolder(process.env), searchPath: process.env['PATH'] ?? '/usr/bin:/bin' };
const configuration: Configuration = { args: ['-O2', '-w', '-I/usr/include/csmith'], emit: 'object' };
const programsOfAKind = 100;
const smallLimitBytes = 10_000;
const smallOptions = [
  '--max-funcs',
  '2',
  '--max-block-depth',
  '2',
  '--max-block-size',
  '3',
  '--max-expr-complexity',
  '4',
  '--max-struct-fields',
  '3',
  '--max-array-len-per-dim',
  '4',
];

async function csmith(options: readonly string[], isWanted: (bytes: number) => boolean): Promise<string[]> {
  const programs: string[] = [];
  // Csmith leaves a file `platform.info` where it runs.
  const cwd = mkdtempSync(join(tmpdir(), 'cgfuzz-bench-'));
  for (let seed = 1; programs.length < programsOfAKind; seed++) {
    const { stdout } = await execa('csmith', ['-s', String(seed), ...options], { cwd });
    if (isWanted(stdout.length)) programs.push(stdout);
  }
  rmSync(cwd, { recursive: true, force: true });
  return programs;
}

async function built(spec: Partial<TargetSpec>): Promise<ServerTarget> {
  const whole: TargetSpec = {
    llvmVersion: 19,
    profile: 'passes',
    coverage: 'edges',
    assertions: true,
    ...spec,
  };
  let toldMs = -Infinity;
  const { name } = await buildTarget(whole, {
    cache: world.cache,
    nowMs: () => performance.now(),
    signal: new AbortController().signal,
    onProgress: ({ step, done, total }) => {
      if (performance.now() - toldMs < 10_000) return;
      toldMs = performance.now();
      console.error(`building: ${step}${total > 0 ? `, ${done} of ${total}` : ''}`);
    },
  });
  const target = await openTarget(name, world);
  if (!(target instanceof ServerTarget)) throw new Error(`${name} is not behind a server`);
  return target;
}

async function stock(): Promise<StockTarget> {
  const compiler = stockCompilers.find(({ name }) => name === 'clang-19');
  const program = findProgram('clang-19', world.searchPath);
  if (!compiler || program === undefined) throw new Error('clang-19 is not installed');
  return new StockTarget(compiler, program, await prepareExecutor(world.cache, world.searchPath));
}

/** User and system time of the server and of every child it waited for. */
function serverCpuMs({ server }: ServerTarget): number {
  const stat = readFileSync(`/proc/${server.pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const ticks = [11, 12, 13, 14].reduce((sum, index) => sum + Number(fields[index]), 0);
  return ticks * 10;
}

async function compile(target: Target, source: string): Promise<Execution> {
  const [execution] = await target.execute({ program: programOf(source), configurations: [configuration] });
  if (!execution || execution.outcome !== 'ok')
    throw new Error(`${target.name}: ${execution?.outcome} ${execution?.text}`);
  return execution;
}

interface Turn {
  readonly ratio: number;
  readonly peakMoreBytes: number;
}

/** Sums over all programs: a campaign pays the sum. */
async function against(plain: StockTarget, server: ServerTarget, programs: readonly string[]): Promise<Turn> {
  await compile(server, programs[0] ?? '');
  let stockMs = 0;
  let peakMoreBytes = -Infinity;
  const before = serverCpuMs(server);
  for (const source of programs) {
    const ours = await compile(server, source);
    const theirs = await compile(plain, source);
    stockMs += theirs.cpuMs;
    peakMoreBytes = Math.max(peakMoreBytes, ours.peakRssBytes - theirs.peakRssBytes);
  }
  return { ratio: (serverCpuMs(server) - before) / stockMs, peakMoreBytes };
}

/** CPU time with the first lines precompiled over that without: a second file, which nobody includes, prevents it. */
async function precompiled(server: ServerTarget, programs: readonly string[]): Promise<number> {
  const sums = [0, 0];
  for (const source of programs) {
    const { files, ...program } = programOf(source);
    const others = [[], [{ path: 'unused.h', bytes: Buffer.from('') }]];
    for (const [way, other] of others.entries()) {
      const [execution] = await server.execute({
        program: { ...program, files: [...files, ...other] },
        configurations: [configuration],
      });
      sums[way]! += execution?.cpuMs ?? 0;
    }
  }
  return sums[0]! / sums[1]!;
}

async function emptyFunction(server: ServerTarget): Promise<number> {
  const source = 'void f(void) {}\n';
  await compile(server, source);
  const before = serverCpuMs(server);
  for (let time = 0; time < 200; time++) await compile(server, source);
  return (serverCpuMs(server) - before) / 200;
}

/** Our own process: encoding, pipes, decoding; and the same bytes over the same pipes with nothing around them. */
async function roundTrip(server: ServerTarget, source: string): Promise<{ whole: number; pipes: number }> {
  const requestOf = (text: string): ExecuteRequest => ({
    program: programOf(text),
    configurations: [{ ...configuration, emit: 'discarded-object' }],
  });
  const request = requestOf(source);
  const bare = await bareServer(server.server.file, request);
  // As far into a campaign as its first minute.
  for (let time = 0; time < 1_000; time++) await server.execute(requestOf('void f(void) {}\n'));
  const ways = [async () => server.execute(request), bare.once];
  const turns: number[][] = ways.map(() => []);
  for (let turn = 0; turn < 5; turn++) {
    for (const [way, once] of ways.entries()) {
      await once();
      const before = cpuMs();
      for (let time = 0; time < 40; time++) await once();
      turns[way]?.push((cpuMs() - before) / 40);
    }
  }
  bare.close();
  const [whole = NaN, pipes = NaN] = turns.map(median);
  return { whole, pipes };
}

/** A server spoken to with bytes that are ready; every answer with nothing new comes in one piece. */
async function bareServer(
  file: string,
  request: ExecuteRequest,
): Promise<{ once: () => Promise<unknown>; close: () => void }> {
  const bytes = Buffer.concat(encodeExecute(request, usualExecutionLimits, compilePayload(request)));
  const child = spawn(file, [], {
    stdio: ['pipe', 'pipe', 'inherit'],
    cwd: '/',
    env: { CGFUZZ_SERVE: 'compile' },
  });
  let answered: (chunk: unknown) => void;
  const next = async (): Promise<unknown> => new Promise((resolve) => (answered = resolve));
  child.stdout.on('data', (chunk) => answered(chunk));
  await next();
  return {
    once: async () => {
      child.stdin.write(bytes);
      return next();
    },
    close: () => void child.stdin.end(),
  };
}

export const target: Bench = {
  name: 'target',
  question: 'What does it cost to see what the compiler does, against executing the stock compiler?',
  decision: 'which instrumentation is the default, and whether assertions stay on',
  async *run(): AsyncIterable<Measurement> {
    const usual = await csmith([], () => true);
    const small = await csmith(smallOptions, (bytes) => bytes < smallLimitBytes);
    const plain = await stock();
    const how = `CPU time, sums over ${programsOfAKind} programs, in turns with clang-19 -O2 -c`;
    const usualServer = await built({});
    yield {
      name: 'fork and compile an empty function',
      value: await emptyFunction(usualServer),
      unit: 'ms',
      goal: { atMost: 10 },
      how: 'CPU time, mean of 200',
    };
    for (const [kind, source] of [
      ['a small', small[0]],
      ['a default', usual[0]],
    ] as const) {
      const { whole, pipes } = await roundTrip(usualServer, source ?? '');
      const howOften = `CPU time of this process, ${(source ?? '').length} bytes of source, median of 5 turns of 40, after 1,000 small ones`;
      yield {
        name: `engine's own part of an execution of ${kind} program with nothing new`,
        value: whole,
        unit: 'ms',
        goal: { atMost: 0.3 },
        how: howOften,
      };
      yield {
        name: `of that, what Node takes for the pipes alone`,
        value: pipes,
        unit: 'ms',
        how: `${howOften}, in turns with it`,
      };
    }
    for (const [kind, programs] of Object.entries({ default: usual, small })) {
      yield {
        name: `${kind} programs, first lines precompiled over not`,
        value: await precompiled(usualServer, programs),
        unit: 'times',
        how: `CPU time, sums over ${programsOfAKind} programs, in turns`,
      };
    }
    // The dearer to build comes last.
    for (const kind of ['with assertions', 'without assertions'] as const) {
      const server = kind === 'with assertions' ? usualServer : await built({ assertions: false });
      const atMost = kind === 'with assertions' ? { usual: 1.5, small: 0.9 } : { usual: 1.2, small: 1.2 };
      const ofUsual = await against(plain, server, usual);
      const ofSmall = await against(plain, server, small);
      yield {
        name: `default Csmith programs, ${kind}`,
        value: ofUsual.ratio,
        unit: 'times',
        goal: { atMost: atMost.usual },
        how,
      };
      yield {
        name: `programs under 10 KB, ${kind}`,
        value: ofSmall.ratio,
        unit: 'times',
        goal: { atMost: atMost.small },
        how,
      };
      const more = Math.max(ofUsual.peakMoreBytes, ofSmall.peakMoreBytes) / 1e6;
      yield {
        name: `peak memory more than stock, ${kind}`,
        value: more,
        unit: 'MB',
        goal: { atMost: 150 },
        how: 'the worst of all programs',
      };
      if (server !== usualServer) await server.close();
    }
    await Promise.all([plain, usualServer].map(async (each) => each.close()));
  },
};
