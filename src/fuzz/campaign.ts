/**
 * Campaign: makes the parts of a campaign, joins them, and closes everything at the end.
 *
 * The caller gives time and randomness, so that with counted costs and one job equal seeds give equal
 * corpora.
 */
import { Alphabet } from '../choice/index.ts';
import type { CampaignEvent, StatsLine, Tell } from '../campaign/index.ts';
import type { Corpus } from '../corpus/index.ts';
import { Findings, knownNote } from '../finding/index.ts';
import type { Strategy } from '../search/index.ts';
import { RefusedConstructs, type SourceDefinition } from '../source/index.ts';
import { Avoidance, AvoidedBugs, Care } from '../triage/index.ts';
import type { Target } from '../target/index.ts';
import { Interruption } from '../util/interruption.ts';
import { counted } from '../util/text.ts';
import { Account } from './account.ts';
import type { CampaignOptions } from './campaign-options.ts';
import { Collection } from './collection.ts';
import { Control } from './control.ts';
import { Determinism } from './determinism.ts';
import { Failures } from './failures.ts';
import { type WaitForRoom, whenThereIsRoomAgain } from './full-disk.ts';
import { Intake } from './intake.ts';
import { type CampaignState, Journal } from './journal.ts';
import { KnownPrograms } from './known-programs.ts';
import { LimitsOfTime } from './limits-of-time.ts';
import { Loop } from './loop.ts';
import { Plans } from './plans.ts';
import { TestRunner } from './run-test.ts';
import { Sharing, type SharingParts } from './sharing/sharing.ts';
import { Stability } from './stability.ts';
import { Unused } from './unused.ts';
import { Usefulness } from './usefulness.ts';
import { Worker } from './worker.ts';

export async function runCampaign(options: CampaignOptions): Promise<StatsLine> {
  const workers: Worker[] = [];
  const opened: Opened = {};
  try {
    const alphabets = new Map(options.sources.map(({ name }) => [name, new Alphabet()]));
    const interruption = new Interruption(options.signal);
    const account = new Account(options);
    const tell = (event: CampaignEvent): void => {
      account.hear(event);
      opened.sharing?.hear(event);
      options.onEvent(event);
      if (event.type !== 'finding') return;
      const known = options.known?.find(event.finding.signature);
      if (known !== undefined) options.onEvent({ type: 'note', text: knownNote(known, event.finding) });
    };
    const wait = { signal: options.signal, isOver: () => account.isOutOfTime, tell };
    // All workers may send the same note.
    const noted = new Set<string>();
    const note = (text: string): void => {
      if (!noted.has(text)) tell({ type: 'note', text });
      noted.add(text);
    };
    for (let job = 0; job < options.jobs; job++) {
      const target = await openUnlessInterrupted(options, interruption);
      if (target === undefined) return lineSoFar(options, account);
      const control = await options.openControl?.();
      workers.push(new Worker(target, options.sources, alphabets, interruption, note, control));
    }
    const space = workers[0]!.target.coverage?.space;
    if (space !== undefined) options.folder.noteEdgeCells(options.build, space.edgeCells);
    const collection = (opened.collection = new Collection(options, space, alphabets, wait));
    const ground = { options, workers, account, collection, interruption, wait, tell };
    const prepared = await unlessInterrupted(prepare(ground, opened), options.signal);
    if (prepared === undefined) return lineSoFar(options, account);
    const { loop, journal } = prepared;
    await Promise.all(workers.map((worker) => unlessInterrupted(loop.run(worker), options.signal)));
    await opened.care?.close();
    await opened.sharing?.close();
    return journal.write(true);
  } finally {
    // The campaign failed, and its error says more than an error of closing; after success everything is
    // already closed.
    await opened.care?.close().catch(() => undefined);
    await Promise.all(workers.map((worker) => worker.close()));
    opened.collection?.close();
  }
}

/** Undefined after an interruption: a target that opens later is closed again, without a wait. */
async function openUnlessInterrupted(
  { openTarget, signal }: CampaignOptions,
  interruption: Interruption,
): Promise<Target | undefined> {
  const opening = openTarget();
  try {
    return await interruption.wait(opening);
  } catch (error) {
    if (error !== signal.reason) throw error;
    void opening.then((target) => target.close()).catch(() => undefined);
    return undefined;
  }
}

/** The line for a person about a campaign that was interrupted before it continued. */
function lineSoFar({ folder }: CampaignOptions, account: Account): StatsLine {
  const state = folder.readState() as CampaignState | undefined;
  return state?.line ?? account.line({ features: 0, edges: 0, corpus: 0, findings: 0, unstable: 0 });
}

/** Number of entries with learnt state that neither are in the corpus nor have left it. */
function lostEntries(learnt: unknown, corpus: Corpus): number {
  const { accounts = {} } = (learnt ?? {}) as { readonly accounts?: object };
  return Object.keys(accounts).filter((id) => !corpus.knows(id)).length;
}

/** An interruption is no failure; the interrupted test has no result. */
async function unlessInterrupted<T>(work: Promise<T>, signal: AbortSignal): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    if (error !== signal.reason) throw error;
    return undefined;
  }
}

/** Everything that must be closed at the end, at whatever point the campaign ends. */
interface Opened {
  collection?: Collection;
  care?: Care | undefined;
  sharing?: Sharing | undefined;
}

interface Ground {
  readonly options: CampaignOptions;
  readonly workers: readonly Worker[];
  readonly account: Account;
  readonly collection: Collection;
  readonly interruption: Interruption;
  readonly wait: WaitForRoom;
  readonly tell: Tell;
}

/** Restores the state of earlier runs, and joins the parts. */
async function prepare(ground: Ground, opened: Opened): Promise<{ loop: Loop; journal: Journal }> {
  const { options, workers, account, collection, interruption, wait, tell } = ground;
  const { folder, meter, seed, sources, build } = options;
  const strategy = options.makeStrategy(collection.knowledge);
  const { findings, avoided } = openFindings(ground);
  const stability = new Stability({ workers, meter, compileMs: () => account.spentMs.compile, tell });
  const limits = new LimitsOfTime({
    sources,
    build,
    isFixed: options.fixedTimeouts === true,
    isCompiler: workers[0]?.target.compiler !== undefined,
    testMs: options.testLimits?.cpuMs,
  });
  const isResumed = await restore(ground, { strategy, limits, stability });
  const intake = new Intake(options, collection, tell);
  intake.open();
  restoreLearnt(ground);
  for (const { target } of workers) await target.coverage?.assumeSeen(collection.coverage.seen);
  const definitions = new Map(sources.map((source) => [source.name, source]));
  const unused = new Unused({ folder: folder.unused, cpuMs: () => account.cpuMs });
  const mayReduce = async (signature: string): Promise<boolean> =>
    (await opened.sharing?.mayReduce(signature)) ?? true;
  const avoidance = new Avoidance(avoided, build, tell);
  const careGround = { definitions, unused, avoidance, mayReduce };
  const care = (opened.care = careFor(ground, findings, careGround));
  if (care !== undefined) await interruption.wait(care.prove());
  const refused = new RefusedConstructs();
  const learnt = { intake, stability, strategy, limits, refused };
  const journal = new Journal({ options, account, collection, findings, ...learnt, tell });
  opened.sharing = sharingFor(ground, {
    findings,
    intake,
    strategy,
    reduceLater: (record) => care?.reduceLater(record),
    line: () => journal.line(),
  });
  if (opened.sharing !== undefined) await interruption.wait(opened.sharing.open(isResumed));
  const isOver = (): boolean => account.isOutOfTime;
  const between = async (): Promise<void> => {
    if (care !== undefined) await interruption.wait(care.work(account.searchMs, isOver));
    if (opened.sharing !== undefined) await interruption.wait(opened.sharing.work());
    journal.tick();
  };
  const generateMs = (): number => account.spentMs.generate;
  const determinism = new Determinism({ definitions, meter, generateMs, tell });
  const programs = new KnownPrograms();
  const control = options.openControl && new Control(collection.coverage.focus);
  const runner = new TestRunner({ options, limits, programs, avoidance, control, tell });
  const roundSize = (): number => runner.roundSize;
  const loop = new Loop({
    plans: new Plans({ definitions, intake, strategy, account, seed, roundSize, between }),
    runner,
    failures: new Failures({ options, findings, care, avoidance, wait }),
    usefulness: new Usefulness(definitions),
    unused,
    refused,
    collection,
    intake,
    checks: [stability, determinism],
    programs,
    strategy,
    account,
    care,
    avoidance,
    passed: options.following?.passed,
    tell,
  });
  return { loop, journal };
}

/** Opens the findings of earlier runs, and the list of avoided findings. Reports damage. */
function openFindings({ options, tell }: Ground): {
  readonly findings: Findings;
  readonly avoided: AvoidedBugs;
} {
  const { folder, renderFinding, known } = options;
  const findings = new Findings(folder.findings, renderFinding, known);
  const avoided = new AvoidedBugs(folder.path);
  for (const text of [...folder.warnings, ...findings.warnings, ...avoided.warnings])
    tell({ type: 'note', text });
  return { findings, avoided };
}

interface Learnt {
  readonly strategy: Strategy;
  readonly limits: LimitsOfTime;
  readonly stability: Stability;
}

/** Restores the counts and the learnt state of an earlier run. Says whether there was a state. */
async function restore(
  { options: { folder }, account }: Ground,
  { strategy, limits, stability }: Learnt,
): Promise<boolean> {
  folder.mendStats();
  const state = folder.readState() as CampaignState | undefined;
  // The state is lost; the last line of the statistics is not much older.
  const line = state?.line ?? folder.readStats().at(-1);
  if (line !== undefined) account.restore(line);
  if (state === undefined) return false;
  strategy.restore(state.strategy);
  limits.restore(state.limits);
  await stability.mask(state.masked);
  return true;
}

/** Restores learnt state of single tests, and reports lost tests. */
function restoreLearnt({ options: { folder }, collection, tell }: Ground): void {
  const learnt = folder.readLearnt();
  collection.parents.restore(learnt);
  const lost = lostEntries(learnt, collection.corpus);
  if (lost === 0) return;
  const are = lost === 1 ? 'is' : 'are';
  tell({
    type: 'note',
    text: `${counted(lost, 'test')} that learnt.json knows ${are} not in ${folder.corpus}: a segment was emptied, cut or removed`,
  });
}

type SharingGround = Pick<SharingParts, 'findings' | 'intake' | 'strategy' | 'reduceLater' | 'line'>;

function sharingFor(
  { options, workers, collection, tell }: Ground,
  ground: SharingGround,
): Sharing | undefined {
  const { exchange, clock, build, folder } = options;
  if (exchange === undefined) return undefined;
  const targets = workers.map(({ target }) => target);
  const manifest = folder.readManifest();
  return new Sharing({ ...ground, exchange, collection, manifest, build, clock, targets, tell });
}

interface CareGround {
  readonly definitions: ReadonlyMap<string, SourceDefinition>;
  readonly unused: Unused;
  readonly avoidance: Avoidance;
  readonly mayReduce: (signature: string) => Promise<boolean>;
}

function careFor(
  { options, workers, account, wait, tell }: Ground,
  findings: Findings,
  { definitions, unused, avoidance, mayReduce }: CareGround,
): Care | undefined {
  const { care, build, configurations, folder, testLimits } = options;
  if (care === undefined) return undefined;
  return new Care(care, {
    findings,
    testLimits,
    definitions,
    build,
    target: workers[0]!.target.name,
    argumentsOf: (source, program) => configurations(source, program)[0]!,
    owedMs: account.owedMs,
    tell,
    mayReduce,
    avoidance,
    keepMistake: ({ definition: { name }, ...made }, fate, why) => unused.hearMistake(name, made, fate, why),
    roomAgain: async (signal) =>
      (await whenThereIsRoomAgain(() => folder.tryWriting(), { ...wait, signal })) === true,
  });
}
