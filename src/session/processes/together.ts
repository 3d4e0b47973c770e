/** The processes of a campaign together, as one: its statistics, its budget and its end. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { CampaignFolder, CampaignSettings, FleetState, StatsLine } from '../../campaign/index.ts';
import type { Gathering } from '../../fleet/index.ts';
import type { FleetMember } from '../../fuzz/index.ts';
import { isDiskFull } from '../../util/circumstance.ts';
import { cpuClock, cpuMsSoFar } from '../cpu-clock.ts';
import { noteFleet } from '../fleet.ts';
import type { SessionEvent } from '../session-event.ts';
import { sessionTuning } from '../tuning.ts';
import type { SessionContext } from '../world.ts';
import type { CampaignProcess } from './campaign-process.ts';

/** Time between two checks whether a process that should end is gone. */
const LOOK_MS = 10;

export interface TogetherOptions {
  readonly settings: Pick<CampaignSettings, 'cpuTime' | 'time'>;
  readonly context: SessionContext;
  readonly folder: CampaignFolder;
  readonly onEvent: (event: SessionEvent) => void;
}

interface TogetherParts {
  readonly gathering: Gathering;
  readonly processes: readonly CampaignProcess[];
  /** By name, the statistics of processes from earlier runs. */
  readonly earlier: ReadonlyMap<string, StatsLine>;
  readonly members: () => Promise<readonly FleetMember[]>;
}

export class Together {
  readonly #options: TogetherOptions;
  readonly #parts: TogetherParts;
  readonly #before: StatsLine | undefined;
  readonly #cpuMs: () => number;
  readonly #startMs: number;
  #statsCpuMs = -Infinity;
  #last: StatsLine | undefined;

  constructor(options: TogetherOptions, parts: TogetherParts) {
    const { context, folder } = options;
    this.#options = options;
    this.#parts = parts;
    this.#before = folder.readStats().at(-1);
    this.#cpuMs = cpuClock(context.monotonicMs, cpuMsSoFar());
    this.#startMs = context.monotonicMs();
  }

  async run(): Promise<void> {
    const { processes } = this.#parts;
    const { signal } = this.#options.context;
    const over = new AbortController();
    const end = (): void => {
      for (const process of processes) process.end();
    };
    const all = Promise.all(processes.map((process) => process.run()))
      // If one process fails, the campaign ends: the others would not replace its part.
      .finally(end)
      .finally(() => over.abort());
    all.catch(() => undefined);
    signal.addEventListener('abort', end, { once: true });
    if (signal.aborted) end();
    while (!over.signal.aborted) {
      await Promise.race([all.catch(() => undefined), sleep(sessionTuning.gatherMs.value)]);
      if (this.#isOutOfBudget()) end();
      if (!signal.aborted) await this.#look();
    }
    signal.removeEventListener('abort', end);
    while (processes.some(({ isRunning }) => isRunning)) await sleep(LOOK_MS);
    await all.catch(async (error: unknown) => {
      await this.#look(true);
      throw error;
    });
  }

  /** The campaign's final statistics. */
  async end(): Promise<StatsLine> {
    await this.#look(true);
    return this.#last ?? this.#before ?? this.#lineOfNothing();
  }

  #isOutOfBudget(): boolean {
    const { cpuTime, time } = this.#options.settings;
    return (
      (cpuTime !== undefined && this.#totalCpuMs() >= cpuTime) ||
      (time !== undefined && this.#wallMs() >= time)
    );
  }

  #totalCpuMs(): number {
    return (this.#before?.cpuMs ?? 0) + this.#cpuMs();
  }

  #wallMs(): number {
    return (this.#before?.wallMs ?? 0) + this.#options.context.monotonicMs() - this.#startMs;
  }

  async #look(isLast = false): Promise<void> {
    const { folder, onEvent, context } = this.#options;
    const { gathering } = this.#parts;
    try {
      await gathering.take();
      const line = this.#lineNow();
      if (line === undefined) return;
      const members = await this.#membersNow();
      const workers = gathering.workers(members);
      this.#last = line;
      if (isLast || line.cpuMs >= this.#statsCpuMs * sessionTuning.statsStep.value) {
        folder.appendStats(line);
        this.#statsCpuMs = line.cpuMs;
      }
      onEvent({ type: 'progress', line, rates: new Map() });
      const fleet = stateOf(line, workers);
      noteFleet(folder, fleet, context.dateMs());
      onEvent({ type: 'fleet', fleet });
    } catch (error) {
      if (!isDiskFull(error)) throw error;
    }
  }

  /** Members by their processes' own reports, which are fresher than their reports to the fleet. */
  async #membersNow(): Promise<readonly FleetMember[]> {
    const lines = this.#fresh();
    return (await this.#parts.members()).map((each) => ({
      ...each,
      line: lines.get(each.name) ?? each.line,
    }));
  }

  #fresh(): Map<string, StatsLine> {
    const told = this.#parts.processes.flatMap(({ name, line }): [string, StatsLine][] => {
      const known = line ?? this.#parts.earlier.get(name);
      return known === undefined ? [] : [[name, known]];
    });
    return new Map(told);
  }

  #lineNow(): StatsLine | undefined {
    const line = this.#parts.gathering.line(this.#fresh());
    if (line === undefined) return undefined;
    const { engine: _, ...others } = line.cpu;
    const cpuMs = Math.max(this.#totalCpuMs(), sumOf(others));
    const before = this.#last ?? this.#before;
    return {
      ...line,
      atMs: this.#options.context.dateMs(),
      wallMs: this.#wallMs(),
      cpuMs,
      cpu: { ...line.cpu, engine: cpuMs - sumOf(others) },
      features: Math.max(line.features, this.#last?.features ?? 0),
      edges: Math.max(line.edges, this.#last?.edges ?? 0),
      lastNewCpuMs: before !== undefined && line.features <= before.features ? before.lastNewCpuMs : cpuMs,
    };
  }

  /** The line of a campaign that ended before any report. */
  #lineOfNothing(): StatsLine {
    const counts = { tests: 0, executions: 0, duplicates: 0, overruns: 0, failures: 0, rejected: 0, slow: 0 };
    const reached = { features: 0, edges: 0, corpus: 0, findings: 0, unstable: 0, lastNewCpuMs: 0 };
    const cpuMs = this.#totalCpuMs();
    return {
      atMs: this.#options.context.dateMs(),
      wallMs: this.#wallMs(),
      cpuMs,
      cpu: { generate: 0, compile: 0, minimise: 0, compare: 0, reduce: 0, engine: cpuMs },
      ...counts,
      ...reached,
      arms: {},
      operators: {},
    };
  }
}

function sumOf(values: object): number {
  return Object.values(values).reduce((sum: number, value: number) => sum + value, 0);
}

function stateOf(line: StatsLine, members: FleetState['members']): FleetState {
  return {
    worker: undefined,
    members,
    workers: members.length,
    living: members.filter(({ isAlive }) => isAlive).length,
    executions: line.executions,
    cpuMs: line.cpuMs,
    findingsElsewhere: 0,
    heard: members.reduce((sum, { tests }) => sum + tests, 0),
    taken: 0,
    struckOut: 0,
    waiting: 0,
    trouble: undefined,
  };
}
