/**
 * Collects a fleet: makes one campaign folder from everything that its workers sent. Every command for
 * campaigns works on this folder.
 *
 * Collecting only reads the fleet, which may still run; collecting again into the same folder adds what is
 * new. Invariant: the folder has each test that a worker's exchange acknowledged, except tests with damaged
 * files, which are counted.
 */
import { renameSync, rmSync } from 'node:fs';
import { CampaignFolder, type Manifest } from '../campaign/index.ts';
import { Corpus, copyEntry, distillCorpus, sequenceId } from '../corpus/index.ts';
import { Findings, type FindingRecord, type Render } from '../finding/index.ts';
import {
  type Arrival,
  BroughtBy,
  filesOf,
  type FleetView,
  isPruned,
  type SharedTest,
} from '../fuzz/index.ts';
import { FeatureSet } from '../serve/index.ts';
import { UserError } from '../util/user-error.ts';
import { featuresIn, linesOfFleet, type ToldLine } from './lines-of-fleet.ts';

/** Bytes of notes that one look reads. */
export const LOOK_BYTES: number = 2 ** 24;

export interface CollectOptions {
  readonly renderFinding: Render;
  /** Keeps only a few cheap tests that together have every feature. */
  readonly isDistilled: boolean;
  readonly signal: AbortSignal;
}

export interface Collected {
  readonly workers: number;
  /** Tests in the folder, and tests that were sent. */
  readonly tests: number;
  readonly sent: number;
  readonly features: number;
  readonly findings: number;
  /** Damaged notes and tests, which were left out. */
  readonly damaged: number;
}

export async function collect(view: FleetView, path: string, options: CollectOptions): Promise<Collected> {
  const told = await readFleet(view, options.signal);
  const manifest = manifestOf(told);
  const folder = new CampaignFolder(path);
  if (folder.exists && folder.readManifest().build !== manifest.build)
    throw new UserError(`the campaign in ${path} has another build of the target than most of the fleet`, [
      'collect into another folder',
    ]);
  folder.lock();
  try {
    folder.writeManifest(manifest);
    const corpus = Corpus.open(folder.corpus, folder);
    try {
      const lost = await addTests(told.tests, corpus, options.signal);
      const lines = linesOfFleet(
        told.lines,
        testsOf(told, manifest.build),
        edgeCellsOf(told, manifest.build),
      );
      const findings = await addFindings(told.findings, folder, options.renderFinding);
      rmSync(folder.stats, { force: true });
      for (const line of lines) folder.appendStats({ ...line, corpus: corpus.size, findings });
      const workers = broughtTo(told, manifest.build).workers(await view.members());
      folder.writeFleet({ atMs: lines.at(-1)?.atMs ?? 0, workers });
      for (const { manifest: each, edgeCells } of told.workers.values())
        if (edgeCells !== undefined) folder.noteEdgeCells(each.build, edgeCells);
      const collected = {
        workers: told.workers.size,
        tests: corpus.size,
        sent: told.tests.length,
        features: lines.at(-1)?.features ?? 0,
        findings,
        damaged: view.damaged + lost,
      };
      return options.isDistilled
        ? { ...collected, tests: await distil(corpus, folder, options.signal) }
        : collected;
    } finally {
      corpus.close();
    }
  } finally {
    folder.unlock();
  }
}

interface ToldWorker {
  readonly manifest: Manifest;
  readonly edgeCells?: number | undefined;
}

export interface ToldTest {
  readonly arrival: Arrival;
  readonly test: SharedTest;
}

interface ToldFinding {
  readonly arrival: Arrival;
  readonly record: FindingRecord;
}

/** Everything that the fleet's notes say so far. */
interface Told {
  /** For each worker, its last note of a start. */
  readonly workers: Map<string, ToldWorker>;
  readonly tests: ToldTest[];
  readonly lines: ToldLine[];
  /** For each signature and worker, the latest note of the finding. */
  readonly findings: Map<string, Map<string, ToldFinding>>;
}

async function readFleet(view: FleetView, signal: AbortSignal): Promise<Told> {
  const told: Told = { workers: new Map(), tests: [], lines: [], findings: new Map() };
  for (;;) {
    signal.throwIfAborted();
    const arrivals = await view.receive(LOOK_BYTES);
    if (arrivals.length === 0) break;
    for (const arrival of arrivals) {
      const { note, from } = arrival;
      if (note.kind === 'worker') told.workers.set(from, note);
      else if (note.kind === 'test') told.tests.push({ arrival, test: note.test });
      else if (note.kind === 'line') told.lines.push({ from, line: note.line });
      else {
        const ofAll = told.findings.get(note.record.signature) ?? new Map<string, ToldFinding>();
        told.findings.set(note.record.signature, ofAll.set(from, { arrival, record: note.record }));
      }
    }
  }
  told.tests.sort((a, b) => a.test.atMs - b.test.atMs);
  return told;
}

/**
 * The manifest of the collected campaign: the build that most workers run, and all sources of these workers.
 */
function manifestOf({ workers }: Told): Manifest {
  const manifests = [...workers.values()].map(({ manifest }) => manifest);
  const builds = manifests.map(({ build }) => build);
  const count = (build: string): number => builds.filter((each) => each === build).length;
  const [first, ...others] = manifests.toSorted((a, b) => count(b.build) - count(a.build));
  if (first === undefined)
    throw new UserError('no worker of the fleet has told anything yet', ['let them run for some seconds']);
  const alike = [first, ...others.filter(({ build }) => build === first.build)];
  return {
    ...first,
    startedAt: alike.map(({ startedAt }) => startedAt).toSorted()[0]!,
    sources: [...new Set(alike.flatMap(({ sources }) => sources))],
    modules: Object.assign({}, ...alike.map(({ modules }) => modules)) as Record<string, string>,
  };
}

function testsOf({ tests }: Told, build: string): SharedTest[] {
  return tests.map(({ test }) => test).filter((test) => test.build === build);
}

function edgeCellsOf({ workers }: Told, build: string): number {
  const ofBuild = [...workers.values()].filter(({ manifest }) => manifest.build === build);
  return Math.max(0, ...ofBuild.map(({ edgeCells }) => edgeCells ?? 0)) || Infinity;
}

/** Counts, for each worker, the features of a build that it was the first to send. */
function broughtTo({ tests }: Told, build: string): BroughtBy {
  const [brought, reached] = [new BroughtBy(), new FeatureSet()];
  for (const { arrival, test } of tests)
    if (test.build === build) brought.note(arrival.from, reached.add(featuresIn(test.news)).fresh.length);
  return brought;
}

/** Returns the number of tests that could not be read. */
async function addTests(tests: readonly ToldTest[], corpus: Corpus, signal: AbortSignal): Promise<number> {
  let lost = 0;
  for (const told of tests) {
    signal.throwIfAborted();
    if (!(await addTest(told, corpus)) && !isPruned(told.arrival)) lost++;
  }
  return lost;
}

/** Says whether the corpus has the test now; the test's files may be missing or damaged. */
export async function addTest({ arrival, test }: ToldTest, corpus: Corpus): Promise<boolean> {
  const { id, build, source, costMs, choices, programBytes, featureCount, arm } = test;
  if (corpus.info(id)?.build === build) return true;
  const [sequence, features] = [await arrival.read('sequence'), await arrival.read('features')];
  if (sequence === undefined || features === undefined || sequenceId(sequence) !== id) return false;
  const about = { source, build, costMs, choices, programBytes, featureCount };
  const freshCount = featuresIn(test.news).length;
  corpus.add({ ...about, freshCount, origin: { test: 0, arm }, sequence, features });
  return true;
}

/** For each failure, keeps the finding that is reduced furthest; returns the number of findings. */
async function addFindings(
  findings: Told['findings'],
  folder: CampaignFolder,
  render: Render,
): Promise<number> {
  const here = new Findings(folder.findings, render);
  for (const ofAll of findings.values()) {
    const told = [...ofAll.values()];
    const [best] = told.toSorted((a, b) => bytesOf(a.record) - bytesOf(b.record));
    const files = await filesOf(best!.arrival);
    if (files === undefined) continue;
    const count = told.reduce((sum, { record }) => sum + record.count, 0);
    here.adopt({ ...best!.record, count }, files);
  }
  return here.size;
}

/** The size of a finding's program, as reduced so far. */
export function bytesOf({ reduction, textReduction }: FindingRecord): number {
  return textReduction?.bytes.to ?? reduction?.bytes.to ?? Infinity;
}

/** Keeps only the chosen tests in the corpus; returns their number. */
async function distil(corpus: Corpus, folder: CampaignFolder, signal: AbortSignal): Promise<number> {
  const { chosen } = await distillCorpus(corpus, signal);
  const aside = `${folder.corpus}.distilled`;
  rmSync(aside, { recursive: true, force: true });
  const into = Corpus.open(aside);
  for (const info of chosen) copyEntry(into, corpus, info);
  into.close();
  rmSync(folder.corpus, { recursive: true });
  renameSync(aside, folder.corpus);
  return chosen.length;
}
