/**
 * A service: keeps workers of a fleet running for months, collects what they find, and shows how they are.
 *
 * Invariant: the service loses nothing if it is killed. Workers are processes of their own with their own
 * campaigns, and a collection adds to the folder that is there.
 */
import { createServer, type Server } from 'node:http';
import { readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { execa } from 'execa';
import { CampaignFolder } from '../../campaign/index.ts';
import type { FindingRecord, Render } from '../../finding/index.ts';
import type { FleetMember, FleetView } from '../../fuzz/index.ts';
import { counted } from '../../util/text.ts';
import { UserError } from '../../util/user-error.ts';
import { Collecting } from './collecting.ts';
import { type AskedFinding, metricsOf, servicePage, type ServiceState } from './page.ts';
import { KeptWorker, type WorkerOrder } from './workers.ts';

/** The target of the workers, whose version may change. */
export interface FollowedTarget {
  /** Calls when another version can take over. The returned function ends the watch. */
  watch(onChange: () => void): () => Promise<void>;
  /** Asks the present version about the findings of a campaign. */
  ask(path: string): Promise<readonly AskedFinding[]>;
}

export interface ServiceOptions {
  /** A new view of the fleet. */
  readonly openView: () => Promise<FleetView>;
  readonly orders: readonly WorkerOrder[];
  /** The collected campaign. */
  readonly out: string;
  readonly everyMs: number;
  /** A port of this machine, or the path of a socket. */
  readonly listen: string;
  /** A command that gets the kind and the text of an alarm; empty for none. */
  readonly alarm: string;
  /** The folder of the fleet, whose size is bounded; undefined for a server, which has bounds of its own. */
  readonly folder: string | undefined;
  readonly mostBytes: number;
  /** Memory of one worker, above which it starts again. */
  readonly mostMemoryBytes: number;
  /** Undefined if the target stays as it is. */
  readonly followed: FollowedTarget | undefined;
  readonly renderFinding: Render;
  readonly signal: AbortSignal;
  readonly say: (text: string) => void;
}

/** A worker tells its fleet for 10 s; a busy machine needs some more. */
const ENDING_MS = 20_000;
/** A fleet is pruned when it has this share of the allowed size, and grew by this much since the last time. */
const PRUNED_FROM = 0.7;
const PRUNED_AGAIN = 1.1;

type Alarm = (kind: string, text: string) => void;

export async function runService(options: ServiceOptions): Promise<void> {
  const { signal, say } = options;
  const alarm = (kind: string, text: string): void => {
    say(`${kind}: ${text}`);
    if (options.alarm === '') return;
    void execa(options.alarm, [kind, text], { reject: false, timeout: 60_000, stdio: 'ignore' });
  };
  // A folder that another process collects into is refused at once.
  const folder = new CampaignFolder(options.out);
  folder.lock();
  folder.unlock();
  const service = new Service(options, alarm);
  const server = await serveState(options.listen, () => service.state);
  const page = /^\d+$/.test(options.listen) ? `http://127.0.0.1:${options.listen}/` : options.listen;
  say(`${counted(options.orders.length, 'worker')}; the page and /metrics are at ${page}`);
  try {
    await service.run(signal);
    const { tests, findings } = service.state;
    say(`ended in order; ${options.out} has ${counted(tests, 'test')} and ${counted(findings, 'finding')}`);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

class Service {
  state: ServiceState = {
    members: [],
    kept: [],
    collections: 0,
    tests: 0,
    findings: 0,
    bytes: undefined,
    pruned: 0,
    verdicts: [],
  };
  readonly #options: ServiceOptions;
  readonly #alarm: Alarm;
  readonly #collecting: Collecting;
  /** Size of the fleet after the last pruning. */
  #prunedTo = 0;
  #hasChanged = false;

  constructor(options: ServiceOptions, alarm: Alarm) {
    this.#options = options;
    this.#alarm = alarm;
    const { openView, out, renderFinding } = options;
    const onFinding = ({ id, title }: FindingRecord): void => {
      if (this.state.collections > 0) alarm('finding', `${id}: ${title}, in ${out}`);
    };
    const folder = new CampaignFolder(out);
    // Its end is orderly also after Ctrl-C: the last words of the workers are to be collected.
    const { signal } = new AbortController();
    this.#collecting = new Collecting({ openView, out: folder, renderFinding, onFinding, signal });
  }

  async run(signal: AbortSignal): Promise<void> {
    const { orders, everyMs, followed } = this.#options;
    const kept = orders.map((order) => new KeptWorker(order, this.#alarm));
    this.state = { ...this.state, kept };
    const unwatch = followed?.watch(() => (this.#hasChanged = true));
    try {
      while (!signal.aborted) {
        await this.#look();
        await this.#bound();
        if (this.#hasChanged) await this.#rollOver();
        await sleep(everyMs, undefined, { signal }).catch(() => undefined);
      }
    } finally {
      await unwatch?.();
      await Promise.all(kept.map((worker) => worker.end(ENDING_MS)));
      // The last words of the workers are there now.
      await this.#look();
      await this.#collecting.close();
    }
  }

  /** Collects once, and says what changed. Trouble is an alarm: the next look tries again. */
  async #look(): Promise<void> {
    try {
      const members = await this.#collecting.take();
      for (const { name } of membersLost(this.state.members, members))
        this.#alarm('worker-silent', `worker ${name} gives no sign of life`);
      const collections = this.state.collections + 1;
      this.state = { ...this.state, ...this.#collecting.size, members, collections };
    } catch (error) {
      if (!isTooEarly(error)) this.#alarm('trouble', (error as Error).message);
    }
  }

  /** Keeps the memory of workers and the size of the fleet within their bounds. */
  async #bound(): Promise<void> {
    const { folder, mostBytes, mostMemoryBytes } = this.#options;
    for (const worker of this.state.kept) {
      if (worker.memoryBytes <= mostMemoryBytes) continue;
      this.#alarm(
        'memory',
        `worker ${worker.name} has ${megabytes(worker.memoryBytes)} MB, and starts again`,
      );
      await worker.restart(ENDING_MS);
    }
    if (folder === undefined) return;
    let bytes = bytesIn(folder);
    if (bytes > PRUNED_FROM * mostBytes && bytes > PRUNED_AGAIN * this.#prunedTo) {
      await this.#prune(folder);
      bytes = this.#prunedTo = bytesIn(folder);
      if (bytes > mostBytes)
        this.#alarm('disk', `the fleet in ${folder} has ${megabytes(bytes)} MB, and nothing more to prune`);
    }
    this.state = { ...this.state, bytes };
  }

  async #prune(folder: string): Promise<void> {
    const { signal } = this.#options;
    try {
      const pruned = this.state.pruned + (await this.#collecting.prune(folder, signal));
      this.state = { ...this.state, pruned };
    } catch (error) {
      if (!signal.aborted) this.#alarm('trouble', (error as Error).message);
    }
  }

  /** All workers end in order and start again, on the new version; then the findings are asked again. */
  async #rollOver(): Promise<void> {
    const { followed, out } = this.#options;
    this.#hasChanged = false;
    this.#alarm('version', 'the target is another version: all workers end, and start again on it');
    await Promise.all(this.state.kept.map((worker) => worker.restart(ENDING_MS)));
    await this.#look();
    try {
      const verdicts = (await followed?.ask(out)) ?? [];
      for (const { id, title, verdict } of verdicts) this.#alarm('verdict', `${id} ${verdict}: ${title}`);
      this.state = { ...this.state, verdicts };
    } catch (error) {
      this.#alarm('trouble', (error as Error).message);
    }
  }
}

function isTooEarly(error: unknown): boolean {
  return error instanceof UserError && /has told anything yet/.test(error.message);
}

function megabytes(bytes: number): number {
  return Math.round(bytes / 2 ** 20);
}

function membersLost(before: readonly FleetMember[], now: readonly FleetMember[]): readonly FleetMember[] {
  const wasAlive = new Set(before.filter(({ isAlive }) => isAlive).map(({ name }) => name));
  return now.filter(
    ({ name, isAlive, silentMs }) => !isAlive && silentMs !== undefined && wasAlive.has(name),
  );
}

function bytesIn(folder: string): number {
  let bytes = 0;
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true }))
    if (entry.isFile())
      bytes += statSync(join(entry.parentPath, entry.name), { throwIfNoEntry: false })?.size ?? 0;
  return bytes;
}

/** Serves only reads, and only to this machine. */
async function serveState(listen: string, state: () => ServiceState): Promise<Server> {
  const server = createServer((request, response) => {
    const isKnown = request.url === '/' || request.url === '/metrics';
    if (request.method !== 'GET' || !isKnown) return void response.writeHead(isKnown ? 405 : 404).end();
    const isPage = request.url === '/';
    const type = isPage ? 'text/html; charset=utf-8' : 'text/plain; version=0.0.4; charset=utf-8';
    const headers = { 'Content-Type': type, 'Content-Security-Policy': "default-src 'none'" };
    response.writeHead(200, headers).end(isPage ? servicePage(state()) : metricsOf(state()));
  });
  const isPort = /^\d+$/.test(listen);
  // A socket of a service that was killed.
  if (!isPort) rmSync(listen, { force: true });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    if (isPort) server.listen(Number(listen), '127.0.0.1', resolve);
    else server.listen(listen, resolve);
  });
  return server;
}
