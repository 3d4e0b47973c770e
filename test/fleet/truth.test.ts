/** The truth of a fleet's words: sent means that readers can have it, and a fleet says what cannot be sent. */
import { mkdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { FleetFolder, FolderView } from '../../src/fleet/folder/fleet-folder.ts';
import { FolderExchange } from '../../src/fleet/folder/folder-exchange.ts';
import { beginFolder, openExchange } from '../../src/fleet/index.ts';
import { NatsExchange, NatsView, openLink } from '../../src/fleet/nats/index.ts';
import { MOST_WHOLE_BYTES } from '../../src/fleet/pieces.ts';
import type { Exchange, Parcel } from '../../src/fuzz/index.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { exchanges, parcelOf, receiveAll } from './exchanges.ts';
import { emptyLine } from './lines.ts';
import { freePort, startNats } from './nats-server.ts';

const { signal } = new AbortController();
const taking = { patienceMs: 1_200, signal, say: () => undefined };
const context = { cwd: '/', signal, dateMs: () => Date.now(), say: () => undefined };

function largeParcel(number: number, megabytes: number): Parcel {
  const { note } = parcelOf(number);
  const bytes = Buffer.alloc(megabytes * 2 ** 20, number);
  return {
    note,
    files: [
      { path: 'sequence', bytes },
      { path: 'features', bytes: new Uint8Array([1]) },
    ],
  };
}

describe.each(Object.entries(exchanges))('the exchange %s', (_, makeFleet) => {
  it('brings a large file whole, and counts what no reader would take', async () => {
    const { open } = await makeFleet();
    const [a, b] = [await open('a'), await open('b')];
    expect(await a.send([largeParcel(1, 20), parcelOf(2)])).toBe(true);
    expect(a.leftOut).toBe(0);
    const arrivals = await receiveSome(b, 2);
    const large = arrivals.find(({ note }) => note.kind === 'test' && note.test.id === 'id-1')!;
    expect(large.paths).toEqual(['sequence', 'features']);
    expect(Buffer.alloc(20 * 2 ** 20, 1).equals((await large.read('sequence'))!)).toBe(true);
    expect(await a.send([largeParcel(3, MOST_WHOLE_BYTES / 2 ** 20 + 1)])).toBe(true);
    expect([a.leftOut, a.trouble]).toEqual([1, expect.stringMatching(/^1 notes were too large .* a test$/)]);
    for (const each of [a, b]) await each.close();
  }, 60_000);
});

async function receiveSome(
  exchange: Exchange,
  count: number,
): Promise<Awaited<ReturnType<Exchange['receive']>>> {
  const all = [];
  while (all.length < count) {
    await setTimeout(20);
    all.push(...(await exchange.receive(2 ** 24)));
  }
  return all;
}

describe('the folder of a fleet', () => {
  it('hears a worker whatever lies in its folder', async () => {
    const path = temporaryFolder();
    mkdirSync(join(path, 'workers/a'), { recursive: true });
    for (const name of ['20261128-backup.tar', '999999', '7.notes', 'x.files'])
      writeFileSync(join(path, 'workers/a', name), '');
    const a = await FolderExchange.open(path, 'a', taking);
    expect(await a.send([parcelOf(1)])).toBe(true);
    expect(await receiveAll(new FolderView(new FleetFolder(path), () => 0))).toEqual(['a: id-1']);
    await a.close();
  });

  it('that somebody emptied gets what is sent, and the worker learns that it may lack the rest', async () => {
    const path = temporaryFolder();
    const a = await FolderExchange.open(path, 'a', taking);
    await a.send([parcelOf(1)]);
    const before = a.generation;
    rmSync(join(path, 'workers'), { recursive: true });
    while (!(await a.send([parcelOf(2)]))) await setTimeout(20);
    expect(a.generation).toBe(before + 1);
    expect(await receiveAll(new FolderView(new FleetFolder(path), () => 0))).toEqual(['a: id-2']);
    await a.close();
  });

  it('must be there: the place of a disk that is not mounted is refused', async () => {
    const place = temporaryFolder();
    await expect(openExchange({ place, keyFile: undefined }, 'a', context)).rejects.toThrow(
      `there is no fleet in ${place}`,
    );
    beginFolder(place);
    const { exchange } = await openExchange({ place, keyFile: undefined }, 'a', context);
    await exchange.close();
  });

  it('does not believe a sign of life from the future, and gives the claims of its worker away', async () => {
    const path = temporaryFolder();
    const [a, b] = [
      await FolderExchange.open(path, 'a', taking),
      await FolderExchange.open(path, 'b', taking),
    ];
    expect(await a.claim('key')).toBe(true);
    expect(await b.claim('key')).toBe(false);
    await a.close();
    const beat = join(path, 'workers/a/beat');
    writeFileSync(beat, '1 1\n');
    const inThreeDays = Date.now() / 1_000 + 259_200;
    utimesSync(beat, inThreeDays, inThreeDays);
    expect((await b.members()).map(({ name, isAlive }) => [name, isAlive])).toEqual([
      ['a', false],
      ['b', true],
    ]);
    expect(await b.claim('key')).toBe(true);
    await b.close();
  });
});

describe('a server', () => {
  it('that lost its storage has its streams again, and its workers learn of it', async () => {
    const server = await startNats(onTestFinished);
    const place = `nats://127.0.0.1:${server.port}`;
    const a = await NatsExchange.open(await openLink(place, undefined), 'a', taking, 'one');
    const b = await NatsExchange.open(await openLink(place, undefined), 'b', taking, 'two');
    await a.send([parcelOf(1)]);
    expect(await receiveAll(b)).toEqual(['a: id-1']);
    const before = [a, b].map(({ generation }) => generation);
    await server.kill();
    server.lose();
    await server.start();
    while (!(await a.send([parcelOf(2)]))) await setTimeout(50);
    await a.receive(2 ** 20);
    let heard: string[] = [];
    // Without a pause nothing of the network is ever heard, and no timer ends the test.
    while (heard.length === 0) {
      await setTimeout(50);
      heard = await receiveAll(b);
    }
    expect(heard).toEqual(['a: id-2']);
    expect([a, b].map(({ generation }, index) => generation - before[index]!)).toEqual([1, 1]);
    await a.report({ ...emptyLine, executions: 3 });
    while ((await a.members()).length < 2) await setTimeout(100);
    for (const each of [a, b]) await each.close();
  }, 60_000);

  it('that cannot be reached at the start leaves a worker alone, which joins when the server answers', async () => {
    const said: string[] = [];
    const port = await freePort();
    const place = `nats://127.0.0.1:${port}/main`;
    const opening = openExchange({ place, keyFile: undefined }, 'a', {
      ...context,
      say: (text) => void said.push(text),
    });
    const { exchange } = await opening;
    expect(said[0]).toMatch(/cannot be reached.*goes on alone/);
    expect(await exchange.send([parcelOf(1)])).toBe(false);
    expect([exchange.generation, await exchange.receive(100)]).toEqual([0, []]);
    const server = await startNats(onTestFinished, undefined, port);
    while (!(await exchange.send([parcelOf(1)]))) await setTimeout(100);
    expect(exchange.generation).toBe(1);
    const view = new NatsView(
      await openLink(`nats://127.0.0.1:${server.port}/main`, undefined),
      async () => 0,
    );
    expect(await receiveAll(view)).toEqual(['a: id-1']);
    for (const each of [exchange, view]) await each.close();
  }, 60_000);
});
