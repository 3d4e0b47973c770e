/** All exchanges, each over a fleet of its own: what the suite of laws runs over. */
import type { Exchange, FleetView, Note, Parcel } from '../../src/fuzz/index.ts';
import { FleetFolder, FolderView } from '../../src/fleet/folder/fleet-folder.ts';
import { FolderExchange } from '../../src/fleet/folder/folder-exchange.ts';
import { NatsExchange, NatsView, openLink } from '../../src/fleet/nats/index.ts';
import { packFeatures } from '../../src/target/index.ts';
import { onTestFinished } from 'vitest';
import { temporaryFolder } from '../temporary-folder.ts';
import { startNats } from './nats-server.ts';

export interface TestFleet {
  readonly open: (worker: string) => Promise<Exchange>;
  readonly view: () => Promise<FleetView>;
}

const { signal } = new AbortController();

export const exchanges: Readonly<Record<string, () => Promise<TestFleet>>> = {
  folder: async () => {
    const path = temporaryFolder();
    const options = { patienceMs: 500, signal, say: () => undefined };
    return {
      open: (worker) => FolderExchange.open(path, worker, options),
      view: async () => new FolderView(new FleetFolder(path), () => Date.now()),
    };
  },
  nats: async () => {
    const { port } = await startNats(onTestFinished);
    const place = `nats://127.0.0.1:${port}/tests`;
    const options = { patienceMs: 1_200, signal, say: () => undefined };
    let opened = 0;
    return {
      // Workers of a test are in one process, and have to be told apart.
      open: async (worker) =>
        NatsExchange.open(await openLink(place, undefined), worker, options, `process${++opened}`),
      view: async () => new NatsView(await openLink(place, undefined), async () => Date.now()),
    };
  },
};

/** A note of a test with some features, and its files. */
export function parcelOf(number: number, features: readonly number[] = [number]): Parcel {
  const news = packFeatures(Uint32Array.from(features));
  const about = { id: `id-${number}`, source: 'test', build: 'build', arm: 'fresh', costMs: 1, choices: 2 };
  const test = { ...about, programBytes: 3, featureCount: 4, atMs: number, news };
  const files = [
    { path: 'sequence', bytes: new TextEncoder().encode(`sequence ${number}`) },
    { path: 'features', bytes: news },
  ];
  return { note: { kind: 'test', test }, files };
}

export function idOfNote(note: Note): string {
  return note.kind === 'test' ? note.test.id : note.kind;
}

/** All that there is to be read now. */
export async function receiveAll(view: FleetView, mostBytes: number = 2 ** 20): Promise<string[]> {
  const ids: string[] = [];
  for (;;) {
    const arrivals = await view.receive(mostBytes);
    if (arrivals.length === 0) return ids;
    ids.push(...arrivals.map(({ from, note }) => `${from}: ${idOfNote(note)}`));
  }
}
