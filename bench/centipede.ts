/**
 * Binaries for Centipede: what a test costs the engine, whether features hold across processes, and what is left if either
 * side is killed or lies.
 *
 * The runner is the stand-in of the tests, so that everybody can repeat it. A real one is timed if CGFUZZ_CENTIPEDE_BINARY
 * names it.
 */
import { mkdtempSync, readdirSync, readlinkSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { execa } from 'execa';
import { BlobError, readBlobs, readReply, writeBlobs } from '../src/centipede/index.ts';
import { makeRandom, uniformBelow } from '../src/choice/index.ts';
import { cacheFolder } from '../src/build/index.ts';
import { programOf } from '../src/program/index.ts';
import type { Execution } from '../src/serve/index.ts';
import { openTarget, type Target } from '../src/target/index.ts';
import { buildStandIn } from '../test/target/centipede/build.ts';
import { root } from './campaigns/campaign-side.ts';
import { type Bench, cpuMs, type Measurement } from './harness.ts';

const world = { cache: cacheFolder(process.env), searchPath: process.env['PATH'] ?? '/usr/bin:/bin' };
const TESTS = 20_000;
const PROCESSES = 20;
const REPEATS = 10;
const KILLS = 25;
const LIES = 100_000;
/** Ports of a campaign are opened by then on a quiet machine. */
const MOST_MS_BEFORE_KILL = 3_000;
const INPUT = '[1,[2,3],[[4]]]';

export const centipede: Bench = {
  name: 'centipede',
  question: 'what does a test of a binary for Centipede cost, and what is left if a side is killed or lies?',
  decision: 'whether a native module is needed to share memory with a runner',
  run,
};

async function* run(): AsyncIterable<Measurement> {
  const folder = mkdtempSync(join(tmpdir(), 'cgfuzz-bench-'));
  try {
    const file = await buildStandIn({
      source: 'brackets.c',
      folder,
      ways: ['AGE=2'],
      here: join(root, 'test/target/centipede'),
    });
    yield* costs(file, 'the stand-in');
    const real = process.env['CGFUZZ_CENTIPEDE_BINARY'];
    if (real !== undefined) yield* costs(real, "Centipede's own runner");
    yield await sameFeatures(file);
    yield await killedRunners(file);
    yield* killedEngines(file, folder);
    yield lies();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function ask(target: Target, source: string): Promise<Execution> {
  const configurations = [{ args: [], emit: 'nothing' as const }];
  const [execution] = await target.execute({ program: programOf(source, 'text'), configurations });
  return execution!;
}

async function using<T>(file: string, work: (target: Target) => Promise<T>): Promise<T> {
  const target = await openTarget(`centipede:${file}`, world);
  try {
    return await work(target);
  } finally {
    await target.close();
  }
}

const descriptors = (): number => readdirSync('/proc/self/fd').length;

async function* costs(file: string, who: string): AsyncIterable<Measurement> {
  const [ms, gained] = await using(file, async (target) => {
    for (let index = 0; index < 100; index++) await ask(target, INPUT);
    const [beforeMs, before] = [cpuMs(), descriptors()];
    for (let index = 0; index < TESTS; index++) await ask(target, `[${index},[${index % 7}]]`);
    return [(cpuMs() - beforeMs) / TESTS, descriptors() - before];
  });
  const how = `${TESTS} inputs in one process of ${who}`;
  yield { name: `own CPU time for a test, ${who}`, value: ms, unit: 'ms', goal: { atMost: 0.2 }, how };
  yield { name: `descriptors gained, ${who}`, value: gained, unit: 'descriptors', goal: { atMost: 0 }, how };
}

async function sameFeatures(file: string): Promise<Measurement> {
  const hashes: (string | undefined)[] = [];
  for (let each = 0; each < PROCESSES; each++)
    await using(file, async (target) => {
      for (let again = 0; again < REPEATS; again++)
        hashes.push(String((await ask(target, INPUT)).features?.hash));
    });
  const most = Math.max(...[...new Set(hashes)].map((hash) => hashes.filter((each) => each === hash).length));
  return {
    name: 'equal sets of features for one input',
    value: most,
    unit: `of ${hashes.length}`,
    goal: { atLeast: hashes.length },
    how: `${REPEATS} executions in each of ${PROCESSES} processes`,
  };
}

/** The processes that run the file, or were started with its name. */
function processesOf(file: string): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        return readlinkSync(`/proc/${pid}/exe`) === file;
      } catch {
        return false;
      }
    });
}

async function killedRunners(file: string): Promise<Measurement> {
  const random = makeRandom(1);
  let good = 0;
  await using(file, async (target) => {
    for (let kill = 0; kill < KILLS; kill++) {
      const asked = ask(target, INPUT).catch(() => undefined);
      await sleep(uniformBelow(random, 3));
      for (const pid of processesOf(file)) process.kill(pid, 'SIGKILL');
      await asked;
      if ((await ask(target, INPUT)).outcome === 'ok') good++;
    }
  });
  return {
    name: 'next tests that succeed after the runner was killed',
    value: good,
    unit: `of ${KILLS}`,
    goal: { atLeast: KILLS },
    how: 'SIGKILL at a random moment of a test',
  };
}

async function* killedEngines(file: string, folder: string): AsyncIterable<Measurement> {
  const random = makeRandom(2);
  const left = { processes: 0, memory: 0 };
  for (let kill = 0; kill < KILLS; kill++) {
    const words = ['--source', 'calc', '--target', `centipede:${file}`, '--dir', join(folder, 'campaign')];
    const engine = execa('node', [join(root, 'dist/cli/main.js'), 'run', ...words], { reject: false });
    await sleep(uniformBelow(random, MOST_MS_BEFORE_KILL));
    engine.kill('SIGKILL');
    await engine;
    await sleep(300);
    left.processes += processesOf(file).length;
    left.memory += readdirSync('/dev/shm').filter((name) => name.startsWith('cgfuzz-shared-')).length;
  }
  const how = `${KILLS} campaigns, one after the other on one folder, each ended by SIGKILL within 3 s`;
  yield { name: 'runners left', value: left.processes, unit: 'processes', goal: { atMost: 0 }, how };
  yield { name: 'shared memory left', value: left.memory, unit: 'files', goal: { atMost: 0 }, how };
}

/** Replies with bytes changed, cut or repeated: each is read, or refused with a word. */
function lies(): Measurement {
  const random = makeRandom(3);
  const features = new Uint8Array(800);
  const honest = writeBlobs([
    { tag: 2, bytes: new Uint8Array() },
    { tag: 1, bytes: features },
    { tag: 4, bytes: new Uint8Array(32) },
    { tag: 3, bytes: new Uint8Array() },
  ]);
  let wrong = 0;
  for (let lie = 0; lie < LIES; lie++) {
    const bytes = Uint8Array.from(honest);
    for (let change = uniformBelow(random, 8); change >= 0; change--)
      bytes[uniformBelow(random, change % 2 === 0 ? 64 : bytes.length)] = uniformBelow(random, 256);
    const cut = bytes.subarray(0, bytes.length - (lie % 3 === 0 ? uniformBelow(random, bytes.length) : 0));
    try {
      readReply(readBlobs(cut, bytes.length).blobs);
    } catch (error) {
      if (!(error instanceof BlobError)) wrong++;
    }
  }
  return {
    name: 'replies with damage that end in another error',
    value: wrong,
    unit: `of ${LIES}`,
    goal: { atMost: 0 },
    how: 'bytes changed or cut, most of them in headers',
  };
}
