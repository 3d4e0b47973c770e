/**
 * A campaign in several processes: each feeds some of the jobs, as a worker of a fleet in the campaign's
 * folder. This process makes no tests, and gathers the results of all.
 *
 * Invariants: the campaign's folder has the same form as after one process. After this function returns, no
 * process of the campaign runs. Every test that a process reported as kept is in the folder, or will be after
 * the next start.
 */
import type { CampaignFolder, CampaignSettings, StatsLine } from '../../campaign/index.ts';
import { Findings, type KnownBugs, knownNote } from '../../finding/index.ts';
import { findingFiles } from '../../report/index.ts';
import type { SessionEvent } from '../session-event.ts';
import type { SessionContext } from '../world.ts';
import { CampaignProcess } from './campaign-process.ts';
import { processesFor } from './processes-for.ts';
import { ProcessFolders } from './process-folders.ts';
import { Together } from './together.ts';

interface ProcessesOptions {
  readonly settings: CampaignSettings;
  readonly context: SessionContext;
  /** The caller has locked the folder and written its manifest. */
  readonly folder: CampaignFolder;
  readonly build: string;
  readonly known: KnownBugs;
  /** The jobs of each process. */
  readonly jobs: readonly number[];
  readonly onEvent: (event: SessionEvent) => void;
}

/** Undefined if one process can feed this number of jobs: then the campaign runs in this process. */
export async function runSplit(
  jobs: number,
  ground: Omit<ProcessesOptions, 'jobs'>,
): Promise<StatsLine | undefined> {
  const { settings, folder, context } = ground;
  const shares = processesFor(settings, folder, jobs, context.env);
  return shares === undefined ? undefined : runProcesses({ ...ground, jobs: shares });
}

async function runProcesses(options: ProcessesOptions): Promise<StatsLine> {
  const { folder, context } = options;
  const folders = new ProcessFolders(folder.path);
  const names = options.jobs.map((_, index) => `p${index + 1}`);
  folder.mendStats();
  folders.make(names[0]!);
  folders.shareAvoided(names);
  const { openView, Gathering } = await import('../../fleet/index.ts');
  const view = await openView({ place: folders.fleet, keyFile: undefined }, context);
  const { known, onEvent } = options;
  const findings = new Findings(folder.findings, findingFiles, known);
  for (const text of [...folder.warnings, ...findings.warnings]) onEvent({ type: 'note', text });
  const onFinding: ConstructorParameters<typeof Gathering>[0]['onFinding'] = (finding) => {
    onEvent({ type: 'finding', finding });
    const bug = known.find(finding.signature);
    if (bug !== undefined) onEvent({ type: 'note', text: knownNote(bug, finding) });
  };
  const gathering = new Gathering({ view, folder, build: options.build, findings, onFinding });
  try {
    await gathering.take();
    folders.give(names[0]!, gathering.corpus, (id) => !gathering.hasTold(id));
    const earlier = new Map<string, StatsLine>();
    for (const name of names) {
      const line = laterOf(folders.of(name), gathering.lineOf(name));
      if (line !== undefined) earlier.set(name, line);
    }
    const processes = processesOf(options, folders, names, earlier);
    const together = new Together(options, { gathering, processes, earlier, members: () => view.members() });
    await together.run();
    folders.gatherUnused(names);
    return await together.end();
  } finally {
    gathering.close();
    await view.close();
  }
}

/** The line of a process that does not run: it may have been killed before its last report. */
function laterOf(folder: CampaignFolder, told: StatsLine | undefined): StatsLine | undefined {
  const own = folder.readStats().at(-1);
  return own === undefined || (told !== undefined && told.cpuMs > own.cpuMs) ? told : own;
}

/** The processes, each with its share of the remaining executions. */
function processesOf(
  { settings, context, jobs, onEvent, folder }: ProcessesOptions,
  folders: ProcessFolders,
  names: readonly string[],
  earlier: ReadonlyMap<string, StatsLine>,
): CampaignProcess[] {
  const executions = folder.readStats().at(-1)?.executions ?? 0;
  const share =
    settings.execs === undefined
      ? undefined
      : Math.ceil(Math.max(0, settings.execs - executions) / jobs.length);
  const noted = new Set<string>();
  const onNote = (text: string): void => {
    if (!noted.has(text)) onEvent({ type: 'note', text });
    noted.add(text);
  };
  return names.map((name, index) => {
    const own: CampaignSettings = {
      ...settings,
      dir: folders.of(name).path,
      fleet: folders.fleet,
      worker: name,
      // The parent follows the compiler.
      follow: false,
      jobs: jobs[index],
      execs: share === undefined ? undefined : (earlier.get(name)?.executions ?? 0) + share,
      time: undefined,
      cpuTime: undefined,
      upgrade: 'none',
    };
    const order = { settings: own, cwd: context.cwd, isTrusted: context.isTrusted ?? false };
    return new CampaignProcess({ name, order, env: context.env, onNote, onDisk: (event) => onEvent(event) });
  });
}
