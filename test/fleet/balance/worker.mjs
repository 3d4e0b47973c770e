/**
 * A worker of a fleet in a process of its own, without a generator and a target: its tests and their features are drawn.
 * All else is real: lock, corpus, findings, exchange and sharing. It says of each test and finding when it is kept.
 *
 *     node worker.mjs DIST PLACE NAME FOLDER SEED
 */
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const [dist, place, name, path, seed] = process.argv.slice(2);
const load = (file) => import(join(dist, file));
const { CampaignFolder } = await load('campaign/index.js');
const { Alphabet, makeRandom, replay, uniformBelow } = await load('choice/index.js');
const { Findings } = await load('finding/index.js');
const { openExchange } = await load('fleet/index.js');
const { Collection } = await load('fuzz/collection.js');
const { Intake } = await load('fuzz/intake.js');
const { Sharing } = await load('fuzz/sharing/sharing.js');
const { programOf } = await load('program/index.js');
const { SEARCH } = await load('search/arm.js');
const { randomStrategy } = await load('search/index.js');
const { FeatureSpace } = await load('target/features/feature-space.js');
const { packFeatures } = await load('target/index.js');
const { UserError } = await load('util/user-error.js');

const FEATURES = 200_000;
const space = new FeatureSpace([{ name: 'edges', cells: FEATURES, isEdges: true }]);
const manifest = {
  format: 1,
  cgfuzz: '1',
  startedAt: '2026-01-01',
  sources: ['test'],
  target: 'toy',
  build: 'build',
  seed: 1,
  strategy: 'random',
  args: [],
};
const nothing = {
  rejected: 0,
  slow: 0,
  unstable: 0,
  lastNewCpuMs: 0,
  overruns: 0,
  failures: 0,
  duplicates: 0,
};
const cpu = { generate: 0, compile: 0, minimise: 0, compare: 0, reduce: 0, engine: 0 };

const end = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => end.abort());
const { signal } = end;
const say = (text) => console.error(text);
const random = makeRandom(Number(seed));
const below = (limit) => uniformBelow(random, limit);
const folder = new CampaignFolder(path);

async function work(exchange) {
  const isResumed = folder.exists;
  if (!isResumed) folder.writeManifest(manifest);
  const findings = new Findings(folder.findings, () => []);
  let sharing;
  const tell = (event) => sharing?.hear(event);
  const options = { folder, sources: [{ name: 'test' }], build: 'build' };
  const waiting = { signal, isOver: () => signal.aborted, tell };
  const collection = new Collection(options, space, new Map([['test', new Alphabet()]]), waiting);
  const intake = new Intake(options, collection, tell);
  intake.open();
  const clock = {
    dateMs: () => Date.now(),
    monotonicMs: () => performance.now(),
    cpuMs: () => performance.now(),
  };
  let tests = 0;
  const line = () => ({
    ...nothing,
    cpu,
    arms: {},
    operators: {},
    atMs: Date.now(),
    wallMs: performance.now(),
    cpuMs: performance.now(),
    tests,
    executions: tests,
    features: collection.coverage.features,
    edges: 0,
    corpus: collection.corpus.size,
    findings: findings.size,
  });
  sharing = new Sharing({
    exchange,
    findings,
    collection,
    intake,
    manifest,
    clock,
    line,
    tell,
    build: 'build',
    reduceLater: () => undefined,
    strategy: randomStrategy(['test']),
    targets: [{ coverage: { space, assumeSeen: async () => undefined } }],
  });
  await sharing.open(isResumed);
  console.log('begun');
  while (!signal.aborted) {
    await keepTest(collection, ++tests);
    if (below(40) === 0) find(findings, tell);
    await sharing.work();
    await sleep(20 + below(40));
  }
  await sharing.close();
  collection.close();
}

/** Low features are reached most often, so workers find the same ones. */
async function keepTest(collection, test) {
  const reached = new Set();
  for (let times = 1 + below(6); times > 0; times--)
    reached.add(Math.min(below(FEATURES), below(FEATURES), below(FEATURES)));
  const all = Uint32Array.from(reached).toSorted();
  const { features: fresh } = collection.coverage.add(all);
  if (fresh.length === 0) return;
  const choice = below(2 ** 31);
  const { record } = replay((draw) => draw.integer(choice, choice), { alphabet: new Alphabet() });
  const passed = {
    made: { record, program: programOf('') },
    costMs: 1,
    reached: { fresh, all: packFeatures(all), count: all.length, hash: 0n },
  };
  const proposal = { arm: 'fresh', source: 'test', request: { seed: test }, purpose: SEARCH };
  const kept = await collection.keep({ proposal, test }, passed, { keep: 'its-own' }, fresh);
  if (kept !== undefined) console.log(`kept ${kept.info.id}`);
}

function find(findings, tell) {
  const key = `signal | number ${below(60)}`;
  if (findings.countAgain(key)) return;
  const finding = findings.add({
    compiler: 'toy',
    args: [],
    build: 'build',
    origin: { source: 'test' },
    text: 'boom\n',
    signature: { kind: 'crash', key, message: 'SIGSEGV', frames: ['x'], pass: undefined },
    program: programOf('int a;\n'),
    sequence: () => new Uint8Array([1, 2, 3]),
  });
  console.log(`kept ${key}`);
  tell({ type: 'finding', finding: finding.record });
}

try {
  const context = { cwd: '/', signal, dateMs: () => Date.now(), say };
  const { exchange } = await openExchange({ place, keyFile: undefined }, name, context);
  await folder.lockPatiently(say, signal);
  try {
    await work(exchange);
  } finally {
    folder.unlock();
    await exchange.close();
  }
  process.exit(130);
} catch (error) {
  say(error instanceof UserError ? error.message : error.stack);
  process.exit(error instanceof UserError ? 2 : 3);
}
