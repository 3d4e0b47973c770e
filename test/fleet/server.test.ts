/** A fleet on a real server: its faults, and what its keys allow. */
import { cpSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { connect, type NatsConnection, nkeyAuthenticator } from '@nats-io/transport-node';
import { jetstreamManager } from '@nats-io/jetstream';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { initServer, NatsExchange, NatsView, openLink } from '../../src/fleet/nats/index.ts';
import { readKey } from '../../src/fleet/nats/key.ts';
import { cgfuzz } from '../cli/cgfuzz.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { parcelOf, receiveAll } from './exchanges.ts';
import { type NatsServer, startNats } from './nats-server.ts';

const { signal } = new AbortController();
const options = { patienceMs: 1_200, signal, say: () => undefined };

/** The configuration in a folder, for a free port. Its own paths are relative to the folder. */
function withoutPort(dir: string): string {
  const conf = readFileSync(join(dir, 'server.conf'), 'utf8').replaceAll(
    /"(store|server[\w-]*\.pem)"/g,
    `"${dir}/$1"`,
  );
  writeFileSync(join(dir, 'test.conf'), conf.replace(/^listen.*$/m, ''));
  return join(dir, 'test.conf');
}

describe('a server that is killed', () => {
  it('loses nothing that was acknowledged, and workers find it again', async () => {
    const server = await startNats(onTestFinished);
    const place = `nats://127.0.0.1:${server.port}`;
    const a = await NatsExchange.open(await openLink(place, undefined), 'a', options, 'one');
    const b = await NatsExchange.open(await openLink(place, undefined), 'b', options, 'two');
    const acknowledged: string[] = [];
    let failures = 0;
    for (let batch = 0; batch < 30; batch++) {
      const parcels = Array.from({ length: 10 }, (_, index) => parcelOf(10 * batch + index));
      if (batch % 10 === 5) {
        const sending = a.send(parcels);
        await server.kill();
        if (await sending) acknowledged.push(...parcels.map((_, index) => `a: id-${10 * batch + index}`));
        else failures++;
        expect(await b.receive(2 ** 20)).toBeInstanceOf(Array);
        await server.start();
      }
      while (!(await a.send(parcels))) {
        failures++;
        await setTimeout(50);
      }
      acknowledged.push(...parcels.map((_, index) => `a: id-${10 * batch + index}`));
    }
    expect(a.trouble).toBeUndefined();
    const view = new NatsView(await openLink(place, undefined), async () => 0);
    const ids = new Set(await receiveAll(view));
    expect(acknowledged.filter((id) => !ids.has(id))).toEqual([]);
    expect(ids.size).toBe(300);
    expect(failures).toBeGreaterThan(0);
    for (const each of [a, b, view]) await each.close();
  }, 120_000);

  it('is an answer and no exception while it is away', async () => {
    const server = await startNats(onTestFinished);
    const place = `nats://127.0.0.1:${server.port}`;
    const a = await NatsExchange.open(await openLink(place, undefined), 'a', options, 'one');
    await server.kill();
    expect(await a.send([parcelOf(1)])).toBe(false);
    expect(a.trouble).toMatch(/the server does not answer/);
    expect(await a.receive(100)).toEqual([]);
    expect(await a.members()).toEqual([]);
    expect(await a.claim('key')).toBe(false);
    await a.close();
  }, 60_000);

  it('is told in one sentence if it is not there at the start', async () => {
    await expect(openLink('nats://127.0.0.1:1/main', undefined)).rejects.toThrow(/cannot be reached/);
  });
});

describe('a server that cgfuzz fleet init set up', () => {
  const folder = temporaryFolder(afterAll);
  const dir = join(folder, 'server');
  let server: NatsServer;
  let place: string;
  const key = join(dir, 'worker.key');
  const cleanUps: (() => Promise<void>)[] = [];
  afterAll(async () => {
    for (const cleanUp of cleanUps.toReversed()) await cleanUp();
  });

  beforeAll(async () => {
    const said = await cgfuzz(folder, 'fleet', 'init', 'server');
    expect(said.code).toBe(0);
    expect(said.stdout).toContain('--fleet-key server/worker.key');
    server = await startNats((cleanUp) => void cleanUps.push(cleanUp), withoutPort(dir));
    place = `tls://localhost:${server.port}/main`;
  }, 60_000);

  it('keeps its keys to its owner, and is not set up twice', async () => {
    for (const file of ['worker.key', 'server-key.pem'])
      expect(statSync(join(dir, file)).mode & 0o077).toBe(0);
    expect((await cgfuzz(folder, 'fleet', 'init', 'server')).stderr).toContain('has a server.conf already');
  });

  it('lets workers with the key share', async () => {
    const a = await NatsExchange.open(await openLink(place, key), 'a', options, 'one');
    const b = await NatsExchange.open(await openLink(place, key), 'b', options, 'two');
    expect(await a.send([parcelOf(1)])).toBe(true);
    expect(await receiveAll(b)).toEqual(['a: id-1']);
    const view = new NatsView(await openLink(place, key), async () => 0);
    const [arrival] = await view.receive(100);
    expect(Buffer.from((await arrival!.read('sequence'))!).toString()).toBe('sequence 1');
    expect(await a.claim('key')).toBe(true);
    expect(await b.claim('key')).toBe(false);
    expect((await b.members()).map(({ name, isAlive }) => [name, isAlive])).toEqual([
      ['a', true],
      ['b', true],
    ]);
    for (const each of [a, b, view]) await each.close();
  });

  it('refuses whoever has no key, another key, or another authority', async () => {
    await expect(openLink(place, undefined)).rejects.toThrow(/cannot be reached/);
    const other = join(folder, 'other');
    await initServer(other, { hosts: [], signal });
    await expect(openLink(place, join(other, 'worker.key'))).rejects.toThrow(/cannot be reached/);
    const mixed = join(folder, 'mixed.key');
    const [seed] = readFileSync(join(other, 'worker.key'), 'utf8').split('\n');
    const { authority } = readKey(readFileSync(key, 'utf8'), key);
    writeFileSync(mixed, `${seed}\n${authority}`);
    await expect(openLink(place, mixed)).rejects.toThrow(/cannot be reached/);
    cpSync(key, join(folder, 'cut.key'));
    writeFileSync(join(folder, 'cut.key'), 'SU');
    await expect(openLink(place, join(folder, 'cut.key'))).rejects.toThrow(/is no key of a fleet/);
  });

  it('lets no worker delete or empty a stream, nor use the subjects of another fleet', async () => {
    const { seed, authority } = readKey(readFileSync(key, 'utf8'), key);
    const connection: NatsConnection = await connect({
      servers: `localhost:${server.port}`,
      tls: { ca: authority },
      authenticator: nkeyAuthenticator(new TextEncoder().encode(seed)),
    });
    const manager = await jetstreamManager(connection, { timeout: 1_000 });
    await expect(manager.streams.delete('CG_main_NOTES')).rejects.toThrow(/[Pp]ermissions/);
    await expect(manager.streams.purge('CG_main_NOTES')).rejects.toThrow(/[Pp]ermissions/);
    await expect(manager.streams.add({ name: 'MINE', subjects: ['mine'] })).rejects.toThrow(/[Pp]ermissions/);
    await expect(connection.request('cg.other.note.a', '', { timeout: 500 })).rejects.toThrow(
      /[Pp]ermissions/,
    );
    await connection.close();
  });

  it('makes no consumer for a worker, which could send anything to any subject', async () => {
    const link = await openLink(place, key);
    for (const config of [
      { deliver_subject: '$JS.API.STREAM.PURGE.CG_main_NOTES' },
      { durable_name: 'mine' },
    ])
      await expect(
        link.manager.consumers.add('CG_main_NOTES', { ack_policy: 'none', ...config }),
      ).rejects.toThrow(/[Pp]ermissions/);
    await link.connection.close();
  });

  it('lets a reader read, and send nothing', async () => {
    const reader = join(dir, 'reader.key');
    const view = new NatsView(await openLink(place, reader), async () => 0);
    expect(await receiveAll(view)).toContain('a: id-1');
    const link = await openLink(place, reader);
    await expect(link.client.publish('cg.main.note.a.one', 'x', { timeout: 500 })).rejects.toThrow();
    await link.connection.close();
    await view.close();
  });
});

it('lets no worker with a key of its own send under the name of another', async () => {
  const dir = join(temporaryFolder(), 'server');
  await initServer(dir, { hosts: [], names: ['a', 'b'], signal });
  const server = await startNats(onTestFinished, withoutPort(dir));
  const place = `tls://localhost:${server.port}/main`;
  const a = await NatsExchange.open(await openLink(place, join(dir, 'a.key')), 'a', options, 'one');
  const b = await NatsExchange.open(await openLink(place, join(dir, 'b.key')), 'b', options, 'two');
  expect(await a.send([parcelOf(1)])).toBe(true);
  expect(await receiveAll(b)).toEqual(['a: id-1']);
  expect([await a.claim('key'), await b.claim('key')]).toEqual([true, false]);
  const link = await openLink(place, join(dir, 'b.key'));
  for (const subject of ['note.a.two', 'state.beat.a', 'state.name.a', 'state.report.a'])
    await expect(link.client.publish(`cg.main.${subject}`, 'x', { timeout: 500 })).rejects.toThrow();
  await expect(NatsExchange.open(link, 'c', options)).rejects.toThrow('this key is not for a worker');
  await link.connection.close();
  for (const each of [a, b]) await each.close();
}, 60_000);

it('believes no answer of the server that a worker had sent to the subjects of another', async () => {
  const dir = join(temporaryFolder(), 'server');
  await initServer(dir, { hosts: [], names: ['a', 'b'], signal });
  const server = await startNats(onTestFinished, withoutPort(dir));
  const place = `tls://localhost:${server.port}/main`;
  const a = await NatsExchange.open(await openLink(place, join(dir, 'a.key')), 'a', options, 'one');
  const b = await NatsExchange.open(await openLink(place, join(dir, 'b.key')), 'b', options, 'two');
  expect(await b.send([parcelOf(1)])).toBe(true);
  const link = await openLink(place, join(dir, 'b.key'));
  const ask = (api: string, reply: string, words: object = {}): void =>
    link.connection.publish(`$JS.API.${api}`, JSON.stringify(words), { reply });
  for (const kind of ['note.a.one', 'state.name.a', 'state.beat.a']) {
    ask('DIRECT.GET.CG_main_NOTES', `cg.main.${kind}`, { seq: 1 });
    ask('INFO', `cg.main.${kind}`);
  }
  ask('DIRECT.GET.CG_main_NOTES', '$JS.API.STREAM.PURGE.CG_main_NOTES', { seq: 1 });
  ask('INFO', '$JS.API.STREAM.DELETE.CG_main_NOTES');
  await link.connection.flush();
  const view = new NatsView(await openLink(place, join(dir, 'reader.key')), async () => Date.now());
  while (view.damaged < 2) expect((await receiveAll(view)).filter((id) => id !== 'b: id-1')).toEqual([]);
  // The name is still that of its worker, which gives its next sign of life.
  const isAlive = async (): Promise<boolean> =>
    (await view.members()).some((member) => member.name === 'a' && member.isAlive);
  while (!(await isAlive())) await setTimeout(50);
  expect(await a.send([parcelOf(2)])).toBe(true);
  expect(await receiveAll(b)).toEqual(['a: id-2']);
  await link.connection.close();
  for (const each of [a, b, view]) await each.close();
}, 60_000);
