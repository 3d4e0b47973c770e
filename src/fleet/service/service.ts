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
import type { Render } from '../../finding/index.ts';
import type { FleetMember, FleetView } from '../../fuzz/index.ts';
import { UserError } from '../../util/user-error.ts';
import { collect } from '../collect.ts';
import { metricsOf, servicePage, type ServiceState } from './page.ts';
import { KeptWorker, type WorkerOrder } from './workers.ts';

export interface ServiceOptions {
  /** A new view of the fleet for each collection. */
  readonly openView: () => Promise<FleetView>;
  readonly orders: readonly WorkerOrder[];
  /** The collected campaign. */
  readonly out: string;
  readonly everyMs: number;
  /** A port of this machine, or the path of a socket. */
  readonly listen: string;
  /** A command that gets the kind and the text of an alarm; empty for none. */
  readonly alarm: string;
  /** The folder of the fleet, whose size is watched; undefined for a server. */
  readonly folder: string | undefined;
  readonly mostBytes: number;
  readonly renderFinding: Render;
  readonly signal: AbortSignal;
  readonly say: (text: string) => void;
}

/** A worker tells its fleet for 10 s; a busy machine needs some more. */
const ENDING_MS = 20_000;

export async function runService(options: ServiceOptions): Promise<void> {
  const { orders, everyMs, signal, say } = options;
  const alarm = (kind: string, text: string): void => {
    say(`${kind}: ${text}`);
    if (options.alarm === '') return;
    void execa(options.alarm, [kind, text], { reject: false, timeout: 60_000, stdio: 'ignore' });
  };
  let state: ServiceState = {
    members: [],
    kept: [],
    collections: 0,
    tests: 0,
    findings: 0,
    bytes: undefined,
  };
  const server = await serveState(options.listen, () => state);
  const kept = orders.map((order) => new KeptWorker(order, alarm));
  try {
    while (!signal.aborted) {
      state = await look(options, { ...state, kept }, alarm);
      await sleep(everyMs, undefined, { signal }).catch(() => undefined);
    }
  } finally {
    await Promise.all(kept.map((worker) => worker.end(ENDING_MS)));
    // The last words of the workers are there now.
    await look({ ...options, signal: new AbortController().signal }, { ...state, kept }, alarm);
    server.closeAllConnections();
    server.close();
  }
}

type Alarm = (kind: string, text: string) => void;

/** Collects once, and says what changed. Trouble is an alarm: the next look tries again. */
async function look(options: ServiceOptions, before: ServiceState, alarm: Alarm): Promise<ServiceState> {
  const { openView, out, renderFinding, signal, folder, mostBytes } = options;
  let state = before;
  try {
    const view = await openView();
    try {
      const members = await view.members();
      for (const { name } of membersLost(before.members, members))
        alarm('worker-silent', `worker ${name} gives no sign of life`);
      state = { ...state, members };
      const collected = await collect(view, out, { renderFinding, isDistilled: false, signal });
      const { tests, findings } = collected;
      if (findings > before.findings && before.collections > 0)
        alarm('finding', `${findings - before.findings} new; ${findings} in all, in ${out}`);
      state = { ...state, tests, findings, collections: before.collections + 1 };
    } finally {
      await view.close();
    }
  } catch (error) {
    if (!signal.aborted && !isTooEarly(error)) alarm('trouble', (error as Error).message);
  }
  if (folder === undefined) return state;
  const bytes = bytesIn(folder);
  if (bytes > mostBytes && before.bytes !== undefined && before.bytes <= mostBytes)
    alarm('disk', `the fleet in ${folder} has ${Math.round(bytes / 2 ** 20)} MB; ${out} has all of it`);
  return { ...state, bytes };
}

function isTooEarly(error: unknown): boolean {
  return error instanceof UserError && /has told anything yet/.test(error.message);
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
