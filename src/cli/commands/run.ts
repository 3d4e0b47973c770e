/** `cgfuzz run`: a campaign, until it is told to stop. */
import { hasContract } from '../../oracle/index.ts';
import { type CareOptions, mayHaveTruth } from '../../triage/index.ts';
import { readFileSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import {
  CAMPAIGN_FORMAT,
  CampaignFolder,
  isNotice,
  KeptModules,
  KeptOptions,
  type Manifest,
  readUnusedTests,
  type StatsLine,
} from '../../campaign/index.ts';
import { modulesOf, seekingCrashes } from '../../generators/chains.ts';
import { Findings, KnownBugs } from '../../finding/index.ts';
import { type CampaignOptions, countingMeter, clockMeter, runCampaign } from '../../fuzz/index.ts';
import { findingFiles } from '../../report/index.ts';
import { compilerArgsFor, preparedSource, type SourceDefinition } from '../../source/index.ts';
import {
  careForExecutable,
  isExecutable,
  refuseCompilerSettings,
  refuseDefaultSource,
} from '../../session/executable-campaign.ts';
import { type BuildSettings, findTarget, type FoundTarget } from '../../target/index.ts';
import { UserError } from '../../util/user-error.ts';
import { type Command, type Context, defineCommand, exitCodes } from '../command.ts';
import { campaignFlags } from '../flags/campaign-flags.ts';
import { careOptionsOf } from '../flags/care-flags.ts';
import { usableCores, usualJobs } from '../cores.ts';
import { cpuClock, cpuMsSoFar } from '../cpu-clock.ts';
import type { Flags } from '../flags/flags.ts';
import { checkMachines, machinesNamed } from '../../options/index.ts';
import { checkIntegers, withOptions, withoutLevel } from '../with-options.ts';
import { summaryText, unusedText } from '../campaign-text.ts';
import { campaignSources } from '../campaign-sources.ts';
import { type CampaignView, liveScreen, type ViewEvent } from '../progress/live-screen.ts';
import { plainProgress } from '../progress/plain-progress.ts';
import {
  checkStrategy,
  makeStrategy,
  strategyDocs,
  type StrategyFlags,
  type StrategyName,
} from '../strategies.ts';
import { runInLegs } from '../upgrade/run-in-legs.ts';
import { worldOf } from '../world.ts';

export const runCommand: Command = defineCommand({
  name: 'run',
  summary: 'Fuzz: make programs, compile them, keep what reaches something new, report what fails',
  details: [
    'Everything is kept in one folder: the corpus, the findings, the statistics. The same command again goes on where',
    'the last one stopped; Ctrl-C saves and ends. Time and executions are totals of the campaign, over all its runs.',
    'What is not said here is taken from cgfuzz.config.ts or cgfuzz.config.json in this folder: docs/campaigns.md.',
    '',
    'Strategies:',
    ...strategyDocs(),
  ].join('\n'),
  flags: campaignFlags,
  isConfigurable: true,
  examples: [
    ['run', 'fuzz the best instrumented clang that is built, until Ctrl-C'],
    ['run --dir weekend --jobs 8 --time 2d', 'for two days on eight cores'],
    ['run --source csmith,./mine.mjs --args "-O3 -march=x86-64-v3"', 'two sources, other flags'],
    ['run --source ./mine.mjs --strategy enumerate --max-choices 12', 'all tests of at most twelve choices'],
  ],
  check(flags) {
    checkStrategy(strategyOf(flags));
    machinesNamed(flags.machines);
  },
  async run(context, flags) {
    const world = worldOf(context);
    // Refused before anything is made.
    const found = await findTarget(flags.target, world);
    const { compareShare, truthShare, comparesNothing = false } = careOf(context, flags, found);
    KnownBugs.read(resolve(context.cwd, flags.known));
    const folder = new CampaignFolder(resolve(context.cwd, flags.dir));
    if (isExecutable(found)) refuseDefaultSource(flags.source, found.name, folder.exists);
    const comparesCode = !comparesNothing && compareShare + truthShare > 0;
    const sources = await campaignSources(flags.source, folder, context);
    await checkMachines(flags.target, flags.machines, world);
    if (comparesCode) checkIntegers(flags, sources);
    const manifest = manifestOf(context, flags, found, sources);
    folder.lock();
    try {
      adopt(folder, manifest);
      new KeptModules(folder.path).keep(manifest.modules ?? {});
      const sought = comparesCode ? sources : sources.map(seekingCrashes);
      const made = await prepared(sought, flags.json ? undefined : context);
      const ready = await optioned(context, flags, made, folder);
      const view = flags.json ? undefined : viewOf(context, folder, manifest);
      const notes: string[] = [];
      const onNotice = (event: ViewEvent): void => {
        if (event.type === 'note') notes.push(event.text);
        view?.show(event);
      };
      for (const text of found.notes ?? []) onNotice({ type: 'note', text });
      const line = await runInLegs({
        context,
        target: flags.target,
        profile: flags.upgrade,
        onNotice,
        run: async (signal, isAlone) => {
          // Another build may have become ready between two legs.
          const now = await findTarget(flags.target, world);
          const leg = { ...manifest, build: now.build.under(settingsOf(flags, now)) };
          adopt(folder, leg);
          return runCampaign({
            ...whatItDoes(context, flags, found, isAlone),
            folder,
            sources: ready,
            openTarget: () => now.open(),
            build: leg.build,
            signal,
            onEvent: (event) => {
              if (isNotice(event)) onNotice(event);
            },
          });
        },
      }).finally(() => view?.end());
      context.stdout(
        flags.json
          ? `${JSON.stringify({ ...line, notes, unused: readUnusedTests(folder.unused) })}\n`
          : `${lastWords(line, context, flags.execs !== undefined)}${unusedText(folder, context.cwd)}${keptIn(flags.dir)}`,
      );
      return exitCode(line, context);
    } finally {
      folder.unlock();
    }
  },
});

function manifestOf(
  context: Context,
  flags: Flags<typeof campaignFlags>,
  found: FoundTarget,
  sources: readonly SourceDefinition[],
): Manifest {
  const settings = settingsOf(flags, found);
  return {
    format: CAMPAIGN_FORMAT,
    cgfuzz: version(),
    startedAt: new Date(context.dateMs()).toISOString(),
    sources: sources.map(({ name }) => name),
    modules: Object.assign({}, ...sources.map(modulesOf)) as Record<string, string>,
    target: found.name,
    build: found.build.under(settings),
    seed: flags.seed,
    strategy: flags.strategy,
    args: settings.args,
    ...(settings.tier === 'none' ? {} : { options: settings.tier }),
  };
}

/** The flags under which one build of the target shows other features. */
function settingsOf(flags: Flags<typeof campaignFlags>, found: FoundTarget): BuildSettings {
  return { args: argsOf(flags, found), machines: flags.machines, tier: tierOf(flags) };
}

/** Those options of the campaign that follow from flags alone. */
function whatItDoes(
  context: Context,
  given: Flags<typeof campaignFlags>,
  found: FoundTarget,
  isAlone: boolean,
): Omit<CampaignOptions, 'folder' | 'sources' | 'openTarget' | 'build' | 'signal' | 'onEvent'> {
  const world = worldOf(context);
  const { execs, 'test-time': testMs, 'test-memory': testMegabytes } = given;
  const args = argsOf(given, found);
  const care = careOf(context, given, found);
  const chosen = {
    ...(testMs === undefined ? {} : { cpuMs: testMs }),
    ...(testMegabytes === undefined ? {} : { memoryBytes: testMegabytes * 2 ** 20 }),
  };
  return {
    ...(Object.keys(chosen).length === 0 ? {} : { testLimits: chosen }),
    keepsRefused: isExecutable(found),
    configurations: (source, program) => {
      if (isExecutable(found)) return [{ args: [], emit: 'nothing' }];
      const drawn = program?.options?.args;
      const all = [
        ...(drawn === undefined ? args : withoutLevel(args)),
        ...compilerArgsFor(source, program),
        ...(drawn ?? []),
      ];
      const isJudged = program !== undefined && hasContract(program);
      const isRun = care.truthShare > 0 && program !== undefined && mayHaveTruth(program);
      return [{ args: all, emit: isJudged ? 'assembly' : isRun ? 'object' : 'discarded-object' }];
    },
    makeStrategy: (knowledge) => makeStrategy(strategyOf(given), knowledge),
    meter: execs === undefined ? clockMeter : countingMeter,
    fixedTimeouts: execs !== undefined,
    clock: {
      dateMs: context.dateMs,
      monotonicMs: context.monotonicMs,
      cpuMs: cpuClock(context.monotonicMs, cpuMsSoFar()),
    },
    seed: given.seed,
    jobs: given.jobs ?? usualJobs(isAlone ? usableCores() : 1, { isRepeatable: execs !== undefined }),
    budget: { executions: execs, cpuMs: given['cpu-time'], wallMs: given.time },
    care,
    renderFinding: findingFiles,
    known: KnownBugs.read(resolve(context.cwd, given.known)),
    searchPath: world.searchPath,
  };
}

function strategyOf(flags: {
  readonly strategy: StrategyName;
  readonly without: readonly string[];
  readonly 'max-choices': number | undefined;
  readonly 'no-seeds': boolean;
}): StrategyFlags {
  return {
    name: flags.strategy,
    without: flags.without,
    maxChoices: flags['max-choices'],
    noSeeds: flags['no-seeds'],
  };
}

/** Builds the generators, which happens once on a machine. */
async function prepared(
  sources: readonly SourceDefinition[],
  context: Context | undefined,
): Promise<SourceDefinition[]> {
  const ready: SourceDefinition[] = [];
  for (const source of sources)
    ready.push(await preparedSource(source, (text) => context?.stderr(`${source.name}: ${text}\n`)));
  return ready;
}

async function optioned(
  context: Context,
  flags: Flags<typeof campaignFlags>,
  sources: readonly SourceDefinition[],
  { path }: CampaignFolder,
): Promise<readonly SourceDefinition[]> {
  const { target, machines, json } = flags;
  const tier = tierOf(flags);
  if (tier === 'none') return sources;
  const { sources: ready, list } = await withOptions(context, sources, target, { tier, machines }, json);
  new KeptOptions(path).keep(list.name, list.text);
  return ready;
}

/** Other machines are drawn as options are, and with documented ones. */
function tierOf({
  options,
  machines,
}: Pick<Flags<typeof campaignFlags>, 'options' | 'machines'>): typeof options {
  return options === 'none' && machines.length > 0 ? 'documented' : options;
}

function exitCode(line: StatsLine, { signal }: Context): number {
  if (line.findings > 0) return exitCodes.found;
  return signal.aborted ? exitCodes.interrupted : exitCodes.ok;
}

/** Creates the campaign, or sees that what is asked for goes with what is there. */
function adopt(folder: CampaignFolder, wanted: Manifest): void {
  if (!folder.exists) {
    folder.writeManifest(wanted);
    return;
  }
  const there = folder.readManifest();
  for (const field of ['target', 'strategy', 'seed'] as const) {
    if (String(there[field]) === String(wanted[field])) continue;
    throw new UserError(
      `the campaign in ${folder.path} was started with ${field} ${String(there[field])}, not ${String(wanted[field])}`,
      [`go on with it: --${field} ${String(there[field])}`, 'or start another campaign: --dir FOLDER'],
    );
  }
  const modules = { ...there.modules, ...wanted.modules };
  folder.writeManifest({ ...wanted, modules, startedAt: there.startedAt });
}

/** A program of a person's has its words in its name. */
function argsOf({ args }: Pick<Flags<typeof campaignFlags>, 'args'>, found: FoundTarget): readonly string[] {
  return isExecutable(found) ? [] : args;
}

/** The work of a campaign besides searching; for a person's program, settings for compilers are refused. */
function careOf(context: Context, flags: Flags<typeof campaignFlags>, found: FoundTarget): CareOptions {
  const world = worldOf(context);
  if (!isExecutable(found)) return careOptionsOf(context, flags, world);
  refuseCompilerSettings(found.name, flags);
  return careForExecutable(flags, world);
}

function viewOf(context: Context, folder: CampaignFolder, { target, sources, args }: Manifest): CampaignView {
  const { terminal } = context;
  if (terminal === undefined) return plainProgress(context);
  return liveScreen(terminal, {
    title: `cgfuzz: ${sources.join(', ')} on ${[target, ...args].join(' ')}, kept in ${relative(context.cwd, folder.path) || '.'}`,
    stats: folder.readStats(),
    findings: new Findings(folder.findings, findingFiles).all().map(({ record }) => record),
  });
}

/** In a terminal the last screen has said the rest. */
function lastWords(line: StatsLine, { terminal }: Context, isCounted: boolean): string {
  return terminal === undefined ? `${summaryText(line, { isCounted })}\n` : '\n';
}

function keptIn(folder: string): string {
  return `kept in ${folder}; the same command goes on from here\n`;
}

function version(): string {
  const manifest: { version: string } = JSON.parse(
    readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'),
  );
  return manifest.version;
}
