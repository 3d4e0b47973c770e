/**
 * A session: one run of a campaign, opened from settings, until its budget is used or it is told to end.
 *
 * Invariant: a session knows no flag and no terminal. Commands, tests and workers of other engines run
 * campaigns through it.
 */
import type { ProgressSoFar } from '../util/progress-text.ts';
import { resolve } from 'node:path';
import {
  CampaignFolder,
  type CampaignSettings,
  KeptModules,
  KeptOptions,
  type Manifest,
  type StatsLine,
  campaignSettings,
  isNotice,
} from '../campaign/index.ts';
import { KnownBugs } from '../finding/index.ts';
import { type CampaignOptions, clockMeter, countingMeter, PassedTests, runCampaign } from '../fuzz/index.ts';
import { prepareAnalyser } from '../facts/index.ts';
import { seekingCrashes } from '../generators/index.ts';
import { checkMachines } from '../options/index.ts';
import { findingFiles } from '../report/index.ts';
import type { FocusPlace } from '../search/index.ts';
import { type SourceDefinition, preparedSource, preparedStages } from '../source/index.ts';
import {
  type FoundTarget,
  type Target,
  type TargetWorld,
  findTarget,
  isExecutableText,
} from '../target/index.ts';
import type { CareOptions } from '../triage/index.ts';
import { configurationFor } from './arguments.ts';
import { campaignSources, sourceWords } from './campaign-sources.ts';
import { careOptionsOf } from './care.ts';
import { jobsOf, MOST_JOBS } from './cores.ts';
import { cpuClock, cpuMsSoFar } from './cpu-clock.ts';
import {
  careForExecutable,
  isExecutable,
  optionsForExecutable,
  refuseCompilerSettings,
  refuseDefaultSource,
} from './executable-campaign.ts';
import { adopt, buildText, manifestOf, otherSources, tierOf } from './manifest.ts';
import { enlist, type Enlisted, noteFleet, seedOfWorker } from './fleet.ts';
import type { SessionEvent } from './session-event.ts';
import { focusFor } from './focus.ts';
import { tooManyForWorker } from './processes/processes-for.ts';
import { runSplit } from './processes/run-processes.ts';
import { makeStrategy, missingSeeds } from './strategies.ts';
import { Trust } from './trust.ts';
import { tryArgs } from './try-args.ts';
import { runFollowing, withRegressions } from './follow/follow.ts';
import { followed } from './follow/followed.ts';
import { runInLegs } from './upgrade/run-in-legs.ts';
import { UserError } from '../util/user-error.ts';
import { checkIntegers, checkLanguage, checkRounding, withOptions } from './with-options.ts';
import { type SessionContext, worldOf } from './world.ts';

/** Messages of a session; none of them needs an answer. */
export interface SessionListener {
  /** A sentence about the campaign's state at opening. */
  readonly say: (text: string) => void;
  /** The step of a preparation that may take minutes; undefined at its end. */
  readonly onPreparing: (step: string | undefined, count?: Pick<ProgressSoFar, 'done' | 'total'>) => void;
  /** The campaign is about to make tests. */
  readonly onBegin: (folder: CampaignFolder, manifest: Manifest) => void;
  readonly onEvent: (event: SessionEvent) => void;
}

export async function runSession(
  asked: CampaignSettings,
  context: SessionContext,
  listener: SessionListener,
): Promise<StatsLine> {
  const enlisted = await enlist(asked, context, listener.say);
  try {
    return await runEnlisted(enlisted, context, listener);
  } finally {
    await enlisted.exchange?.close();
  }
}

async function runEnlisted(
  { settings, exchange }: Enlisted,
  context: SessionContext,
  listener: SessionListener,
): Promise<StatsLine> {
  const { cwd } = context;
  const world = worldOf(context);
  // Refused before anything is made; contradictory settings are noticed even without the compiler.
  const ofCompiler = isExecutableText(settings.target)
    ? undefined
    : await careOptionsOf(cwd, settings, world);
  const known = KnownBugs.read(resolve(cwd, settings.known));
  const folder = new CampaignFolder(resolve(cwd, settings.dir));
  const trust = new Trust(world.cache, context.isTrusted ?? false);
  const isNew = !folder.exists;
  const words = sourceWords(settings, folder, { cwd, say: listener.say, trust });
  const sources = await campaignSources(words, cwd);
  // A missing name is refused before anything is made.
  const found = await lookedUp(settings, world);
  const { target } = found;
  const care = ofCompiler ?? careForProgram(settings, target, world);
  const { signal } = context;
  const follow = { world, context, sources, onNotice: listener.onEvent };
  const follows = settings.follow ? await followed(target, follow) : undefined;
  const isRun = await checkTogether(settings, { sources, target, care, world, isNew });
  const manifest = manifestOf(settings, sources, target, context.dateMs());
  for (const text of missingSeeds(settings, manifest.sources)) listener.say(text);
  await folder.lockPatiently(listener.say, signal);
  try {
    for (const text of otherSources(folder, manifest)) listener.say(text);
    adopt(folder, manifest);
    trust.add(folder.path, manifest.modules, isNew);
    new KeptModules(folder.path).keep(manifest.modules ?? {});
    const used = isRun ? sources : sources.map(seekingCrashes);
    const ready = await readySources(settings, context, used, { folder, listener, care });
    listener.onBegin(folder, manifest);
    if (!settings.follow) for (const text of target.notes ?? []) listener.onEvent({ type: 'note', text });
    const { onEvent } = listener;
    const tooMany = exchange && tooManyForWorker(jobsOf(settings, true), context.env);
    if (tooMany !== undefined) onEvent({ type: 'note', text: tooMany });
    const inLegs = legsOf({
      settings,
      exchange,
      context,
      words,
      found,
      care,
      folder,
      manifest,
      known,
      ready,
      onEvent,
    });
    if (follows === undefined) return await inLegs(signal);
    const { name } = target;
    return await runFollowing(
      { path: folder.path, name, target: follows, signal, onNotice: onEvent },
      inLegs,
    );
  } catch (error) {
    if (isNew && error instanceof UserError) folder.forgetIfUnused();
    throw error;
  } finally {
    folder.unlock();
  }
}

/** Everything that settings name about compilers. */
interface LookedUp {
  readonly target: FoundTarget;
  readonly focus: FocusPlace | undefined;
  readonly openControl: (() => Promise<Target>) | undefined;
}

async function lookedUp(settings: CampaignSettings, world: TargetWorld): Promise<LookedUp> {
  const target = await findTarget(settings.target, world);
  const focus = await focusFor(settings, target, world);
  return { target, focus, openControl: await controlFor(settings, world) };
}

interface Legs extends Enlisted {
  /** For the first leg. A later leg may have another build of the target. */
  readonly found: LookedUp;
  readonly context: SessionContext;
  /** Words of the sources. */
  readonly words: readonly string[];
  readonly care: CareOptions;
  readonly folder: CampaignFolder;
  readonly manifest: Manifest;
  readonly known: KnownBugs;
  readonly ready: readonly SourceDefinition[];
  readonly onEvent: (event: SessionEvent) => void;
}

/** Runs the campaign until the signal, leg by leg: a better build may become ready between two legs. */
function legsOf(legs: Legs): (ending: AbortSignal, since?: string) => Promise<StatsLine> {
  const { settings, exchange, context, words, care, folder, manifest, known, ready, onEvent: tell } = legs;
  const world = worldOf(context);
  let found: LookedUp | undefined = legs.found;
  return (ending, since) => {
    const onEvent = withRegressions(tell, since);
    const following = settings.follow ? { passed: new PassedTests(folder.passed), since } : undefined;
    return runInLegs({
      context: { ...context, signal: ending },
      target: settings.target,
      profile: settings.upgrade,
      onNotice: onEvent,
      run: async (signal, isAlone) => {
        const { target: now, ...aims } = found ?? (await lookedUp(settings, world));
        found = undefined;
        const build = buildText(now, settings);
        adopt(folder, { ...manifest, build });
        const jobs = jobsOf(settings, isAlone);
        const split = { settings: { ...settings, source: words }, context: { ...context, signal } };
        const ground = { ...split, folder, build, known, onEvent };
        const line = exchange === undefined ? await runSplit(jobs, ground) : undefined;
        if (line !== undefined) return line;
        return runCampaign({
          ...optionsOf(settings, context, care),
          jobs: Math.min(jobs, settings.jobs ?? MOST_JOBS),
          seed: seedOfWorker(settings.seed, exchange),
          exchange,
          following,
          ...(isExecutable(now) ? optionsForExecutable : {}),
          known,
          ...aims,
          folder,
          sources: ready,
          openTarget: () => now.open(),
          build,
          signal,
          onEvent: (event) => {
            if (event.type === 'fleet') noteFleet(folder, event.fleet, context.dateMs());
            if (isNotice(event)) onEvent(event);
          },
        });
      },
    });
  };
}

interface Chosen {
  readonly sources: readonly SourceDefinition[];
  readonly target: FoundTarget;
  readonly care: CareOptions;
  readonly world: TargetWorld;
  readonly isNew: boolean;
}

/** Refuses settings that contradict each other. Says whether programs run. */
async function checkTogether(
  settings: CampaignSettings,
  { sources, target, care, world, isNew }: Chosen,
): Promise<boolean> {
  if (isExecutable(target)) refuseDefaultSource(settings.source, target.name, !isNew);
  await checkMachines(settings.target, settings.machines, world);
  const { shares } = care;
  const isRun = care.comparesNothing !== true && (shares.compare ?? 0) + (shares.truth ?? 0) > 0;
  if (isRun) {
    checkLanguage(settings.target, sources);
    checkIntegers(settings, sources);
    checkRounding([settings, ...care.references], sources);
  }
  const { args } = settings;
  if (args !== campaignSettings.args.default) await tryArgs({ args, sources, target });
  return isRun;
}

/** The campaign's options that follow from its settings alone. */
function optionsOf(
  settings: CampaignSettings,
  context: SessionContext,
  care: CareOptions,
): Omit<
  CampaignOptions,
  'folder' | 'sources' | 'openTarget' | 'build' | 'seed' | 'jobs' | 'signal' | 'onEvent'
> {
  const { execs } = settings;
  const { dateMs, monotonicMs } = context;
  return {
    configurations: configurationFor(settings.args, (care.shares.truth ?? 0) > 0),
    makeStrategy: (knowledge) => makeStrategy(settings, knowledge),
    meter: execs === undefined ? clockMeter : countingMeter,
    fixedTimeouts: execs !== undefined,
    clock: { dateMs, monotonicMs, cpuMs: cpuClock(monotonicMs, cpuMsSoFar()) },
    budget: { executions: execs, cpuMs: settings.cpuTime, wallMs: settings.time },
    care,
    ...limitsOf(settings),
    renderFinding: findingFiles,
    searchPath: worldOf(context).searchPath,
  };
}

/** The compiler before a change, if the settings name one. */
async function controlFor(
  { control }: CampaignSettings,
  world: TargetWorld,
): Promise<(() => Promise<Target>) | undefined> {
  if (control === undefined) return undefined;
  const found = await findTarget(control, world);
  return () => found.open();
}

/** The limits for one test that a person chose. */
function limitsOf({ testTime, testMemory }: CampaignSettings): Pick<CampaignOptions, 'testLimits'> {
  const testLimits = {
    ...(testTime === undefined ? {} : { cpuMs: testTime }),
    ...(testMemory === undefined ? {} : { memoryBytes: testMemory * 2 ** 20 }),
  };
  return Object.keys(testLimits).length === 0 ? {} : { testLimits };
}

/** The work besides the search for a person's program: settings for compilers are refused. */
function careForProgram(settings: CampaignSettings, target: FoundTarget, world: TargetWorld): CareOptions {
  refuseCompilerSettings(target.name, settings);
  return careForExecutable(settings, world);
}

/** The sources, after building and learning everything that they need. */
async function readySources(
  settings: CampaignSettings,
  context: SessionContext,
  sources: readonly SourceDefinition[],
  { folder, listener, care }: Readying & { readonly care: CareOptions },
): Promise<readonly SourceDefinition[]> {
  const made = await prepared(sources, listener.say);
  const ready = await optioned(settings, context, made, { folder, listener });
  await preparedFacts(ready, care, worldOf(context), listener);
  return ready;
}

interface Readying {
  readonly folder: CampaignFolder;
  readonly listener: SessionListener;
}

/** Builds the generators, which happens once on a machine. */
async function prepared(
  sources: readonly SourceDefinition[],
  say: (text: string) => void,
): Promise<SourceDefinition[]> {
  const ready: SourceDefinition[] = [];
  for (const source of sources) {
    const tell = (text: string): void => say(`${source.name}: ${text}`);
    const { stages } = source;
    const whole = stages === undefined ? source : { ...source, stages: await preparedStages(stages, tell) };
    ready.push(await preparedSource(whole, tell));
  }
  return ready;
}

/** Builds the tools for facts before the campaign's clock starts, if the campaign will need facts. */
async function preparedFacts(
  sources: readonly SourceDefinition[],
  { shares }: CareOptions,
  world: TargetWorld,
  { onPreparing }: SessionListener,
): Promise<void> {
  const isAsked = sources.some(
    ({ language, stages = [] }) => stages.length > 0 || ((shares.truth ?? 0) > 0 && language === 'c'),
  );
  if (!isAsked) return;
  try {
    await prepareAnalyser(world, onPreparing);
  } catch (error) {
    // Stages and checks that need the analyser report later what they lack.
    if (!(error instanceof UserError)) throw error;
  } finally {
    onPreparing(undefined);
  }
}

/**
 * Makes the sources draw compiler options too, if the settings ask for options; keeps the list of options in
 * the folder.
 */
async function optioned(
  settings: CampaignSettings,
  context: SessionContext,
  sources: readonly SourceDefinition[],
  { folder, listener }: Readying,
): Promise<readonly SourceDefinition[]> {
  const tier = tierOf(settings);
  if (tier === 'none') return sources;
  const { target, machines, learn = Infinity } = settings;
  const endMs = context.monotonicMs() + learn;
  try {
    const wanted = { tier, machines };
    const isLate = (): boolean => context.monotonicMs() > endMs;
    const optioning = withOptions(context, sources, target, wanted, listener.onPreparing, isLate);
    const { sources: ready, list } = await optioning;
    new KeptOptions(folder.path).keep(list.name, list.text);
    return ready;
  } finally {
    listener.onPreparing(undefined);
  }
}
