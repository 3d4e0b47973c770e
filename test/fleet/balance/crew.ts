/**
 * A crew: workers of one fleet, each in a PID namespace of its own. They are killed, stopped for longer than their lease,
 * replaced meanwhile, and left without room on their disk. The server of a fleet goes away and loses its storage.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, existsSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { CampaignFolder } from '../../../src/campaign/index.ts';
import { Corpus } from '../../../src/corpus/index.ts';
import { Findings } from '../../../src/finding/index.ts';
import type { NatsServer } from '../nats-server.ts';

const dist = join(import.meta.dirname, '../../../dist');
const worker = join(import.meta.dirname, 'worker.mjs');
const container = ['--pid', '--fork', '--kill-child', '--mount-proc', process.execPath, worker, dist];
const LEASE_MS = 3_000;
/** Tests and findings that each worker keeps before its end, however slow the machine is. */
const LEAST_TOLD = 20;
/** Words of a worker that ended since its disk was full. */
const FULL = /room|disk|ENOSPC/;

export interface CrewOptions {
  /** The disk of the campaigns. */
  readonly disk: string;
  /** A folder or an address. */
  readonly place: string;
  /** The workers, each with its first event, if any: so each kind comes, also if there are few events. */
  readonly first: ReadonlyMap<string, string | undefined>;
  /** A date after which there are no more events. */
  readonly untilMs: number;
  readonly below: (limit: number) => number;
  readonly server?: NatsServer | undefined;
  /** True if the disk is a small one that may be filled. */
  readonly mayFill: boolean;
}

interface Running {
  readonly child: ChildProcess;
  /** Its messages so far. */
  readonly said: () => string;
  /** It is about to make tests. */
  readonly begun: Promise<void>;
  readonly ended: Promise<unknown>;
}

type Event = (name: string) => Promise<void>;

export class Crew {
  readonly #options: CrewOptions;
  readonly #running = new Map<string, Running>();
  /** For each worker, ids of tests and signatures of findings that it told as kept. */
  readonly told: Map<string, Set<string>> = new Map();
  /** How often each kind of event was. */
  readonly events: Record<string, number> = {};
  /** Ends of workers that nobody asked for. */
  readonly surprises: string[] = [];
  /** The disk is full, or the server is away. */
  #isBusy = false;
  readonly #all: ChildProcess[] = [];

  readonly #first: Map<string, string | undefined>;
  readonly names: readonly string[];

  constructor(options: CrewOptions) {
    this.#options = options;
    this.#first = new Map(options.first);
    this.names = [...options.first.keys()];
  }

  campaign(name: string): CampaignFolder {
    return new CampaignFolder(join(this.#options.disk, `campaign-${name}`));
  }

  async start(name: string): Promise<void> {
    const running = this.#spawn(name);
    this.#running.set(name, running);
    await Promise.race([running.begun, running.ended]);
  }

  #spawn(name: string): Running {
    const { place, below } = this.#options;
    const words = [place, name, this.campaign(name).path, String(below(1e6))];
    const child = spawn('unshare', [...container, ...words], {
      env: { ...process.env, CGFUZZ_LEASE_MS: String(LEASE_MS) },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#all.push(child);
    let errors = '';
    child.stderr.on('data', (bytes: Buffer) => (errors += bytes.toString()));
    const told = this.told.get(name) ?? new Set<string>();
    this.told.set(name, told);
    const lines = createInterface(child.stdout);
    const begun = new Promise<void>((resolve) => {
      lines.on('line', (line) => {
        if (line === 'begun') resolve();
        else told.add(line.replace('kept ', ''));
      });
    });
    return { child, said: () => errors, begun, ended: once(child, 'close') };
  }

  /** So many events for each worker, all workers at once, in one of the parts of the time that is left. */
  async suffer(events: number, parts: number): Promise<void> {
    const untilMs = Date.now() + (this.#options.untilMs - Date.now()) / parts;
    await Promise.all(this.names.map((name) => this.#sufferOne(name, events, untilMs)));
  }

  async #sufferOne(name: string, count: number, untilMs: number): Promise<void> {
    const { below, server, mayFill } = this.#options;
    const kinds: Readonly<Record<string, readonly [weight: number, event: Event]>> = {
      kill: [4, (one) => this.#kill(one)],
      pause: [3, (one) => this.#pause(one)],
      replace: [2, (one) => this.#replace(one)],
      future: [1, async (one) => this.#dateAhead(one)],
      full: [mayFill ? 2 : 0, () => this.#fill()],
      'no server': [server === undefined ? 0 : 1, () => this.#stopServer()],
    };
    const drawn = Object.entries(kinds).flatMap(([kind, [weight]]) => Array<string>(weight).fill(kind));
    for (let number = 0; number < count && Date.now() < untilMs; number++) {
      await sleep(300 + below(1_500));
      if (this.#running.get(name)!.child.exitCode !== null) await this.#again(name);
      const kind = this.#first.get(name) ?? drawn[below(drawn.length)]!;
      this.#first.delete(name);
      if (process.env['TELL'] !== undefined) console.error(Math.round(performance.now()), name, kind);
      await kinds[kind]![1](name);
      this.events[kind] = (this.events[kind] ?? 0) + 1;
    }
  }

  /** A worker ended by itself: only a full disk is a reason for that. */
  async #again(name: string): Promise<void> {
    const { child, said } = this.#running.get(name)!;
    if (!FULL.test(said())) this.surprises.push(`${name} ended with ${child.exitCode}: ${said()}`);
    await this.start(name);
  }

  async #kill(name: string): Promise<void> {
    const { child, ended } = this.#running.get(name)!;
    child.kill('SIGKILL');
    await ended;
    await this.start(name);
  }

  async #pause(name: string): Promise<void> {
    const stopped = this.#stop(name);
    await sleep(stopped ? LEASE_MS * 1.2 : 0);
    this.#goOn(name);
  }

  /** Another machine takes the place of one that is stopped; the stopped one ends when it goes on. */
  async #replace(name: string): Promise<void> {
    if (!this.#stop(name)) return;
    const before = this.#running.get(name)!;
    await this.start(name);
    const after = this.#running.get(name)!;
    const inside = insideOf(before.child);
    if (inside !== undefined) process.kill(inside, 'SIGCONT');
    if (after.child.exitCode !== null) {
      if (!FULL.test(after.said())) this.surprises.push(`no ${name} in its place: ${after.said()}`);
      this.#running.set(name, before);
      return;
    }
    await before.ended;
    if (before.child.exitCode !== 2)
      this.surprises.push(`the stopped ${name} ended with ${before.child.exitCode}: ${before.said()}`);
  }

  #stop(name: string): boolean {
    const inside = insideOf(this.#running.get(name)!.child);
    if (inside === undefined) return false;
    process.kill(inside, 'SIGSTOP');
    return true;
  }

  #goOn(name: string): void {
    const inside = insideOf(this.#running.get(name)!.child);
    if (inside !== undefined) process.kill(inside, 'SIGCONT');
  }

  /** The clock of the disk was wrong for a while, and a person left a file. */
  #dateAhead(name: string): void {
    const inThreeDays = Date.now() / 1_000 + 259_200;
    const { place } = this.#options;
    const files = [join(this.campaign(name).path, 'lock'), join(place, 'workers', name, 'beat')];
    for (const file of files) if (existsSync(file)) utimesSync(file, inThreeDays, inThreeDays);
    if (existsSync(join(place, 'workers', name)))
      writeFileSync(join(place, 'workers', name, '20261128-backup.tar'), '');
  }

  async #fill(): Promise<void> {
    const { disk, below } = this.#options;
    if (this.#isBusy) return;
    this.#isBusy = true;
    const file = join(disk, 'filling');
    try {
      for (const size of [2 ** 22, 2 ** 16, 2 ** 12]) fillIn(file, Buffer.alloc(size));
      await sleep(500 + below(1_500));
    } finally {
      rmSync(file, { force: true });
      this.#isBusy = false;
    }
  }

  async #stopServer(isLost = false): Promise<void> {
    const { server, below } = this.#options;
    if (server === undefined || this.#isBusy) return;
    this.#isBusy = true;
    await server.kill();
    if (isLost) server.lose();
    await sleep(200 + below(1_500));
    await server.start();
    this.#isBusy = false;
  }

  /** The server loses all that it has. */
  loseStorage(): Promise<void> {
    return this.#stopServer(true);
  }

  /** Ends all in order: each tells the fleet what it has. */
  async end(): Promise<void> {
    const { server } = this.#options;
    for (const name of this.names) {
      if (this.#running.get(name)!.child.exitCode !== null) await this.#again(name);
      const { child } = this.#running.get(name)!;
      while (this.told.get(name)!.size < LEAST_TOLD && child.exitCode === null) await sleep(100);
    }
    // A client looks for its server every few seconds.
    await sleep(server === undefined ? 1_000 : 6_000);
    for (const name of this.names) {
      const inside = insideOf(this.#running.get(name)!.child);
      if (inside !== undefined) process.kill(inside, 'SIGINT');
    }
    for (const name of this.names) {
      const { child, said, ended } = this.#running.get(name)!;
      await ended;
      if (child.exitCode !== 130) this.surprises.push(`${name} ended with ${child.exitCode}: ${said()}`);
    }
  }

  /** After a failure nothing may go on. */
  kill(): void {
    for (const child of this.#all) child.kill('SIGKILL');
  }
}

function fillIn(file: string, bytes: Uint8Array): void {
  try {
    for (;;) appendFileSync(file, bytes);
  } catch {
    // The disk has no room for so many bytes.
  }
}

/** The process in a namespace: its number there is 1. */
function insideOf({ pid, exitCode }: ChildProcess): number | undefined {
  if (exitCode !== null) return undefined;
  try {
    const inside = Number(readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim());
    return inside > 0 ? inside : undefined;
  } catch {
    return undefined;
  }
}

/** Ids of the tests and signatures of the findings that a campaign has on its disk. */
export function keptBy(folder: CampaignFolder): string[] {
  if (!existsSync(folder.corpus)) return [];
  const corpus = Corpus.read(folder.corpus);
  const ids = [...corpus.entries()].map(({ id }) => id);
  corpus.close();
  return [...ids, ...new Findings(folder.findings, () => []).all().map(({ record }) => record.signature)];
}

/** Ids and signatures that a campaign does not know any more. An entry that a cheaper one replaced is known. */
export function lostOf(told: Iterable<string>, folder: CampaignFolder): string[] {
  const corpus = Corpus.read(folder.corpus);
  const findings = new Set(
    new Findings(folder.findings, () => []).all().map(({ record }) => record.signature),
  );
  const lost = [...told].filter((one) => !corpus.knows(one) && !findings.has(one));
  corpus.close();
  return lost;
}
