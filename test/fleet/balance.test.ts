/**
 * A balance: workers are killed, stopped, replaced, and left without a disk or a server. They lose nothing that they had
 * told as kept, and have nothing twice.
 *
 * To try it harder: `EVENTS=80 SEED=2 npx vitest run test/fleet/balance.test.ts`, with so many events for
 * each worker. `MINUTES=12` ends the events after so long, `WORKERS=6` has more workers, and `DISK=256m` a larger
 * disk. `FLEET=/mnt/nfs` puts the shared folder there.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { makeRandom, uniformBelow } from '../../src/choice/index.ts';
import type { FleetMember } from '../../src/fuzz/index.ts';
import { reachedFeatures } from '../../src/report/campaign-data.ts';
import { Corpus } from '../../src/corpus/index.ts';
import { CampaignFolder } from '../../src/campaign/index.ts';
import { beginFolder } from '../../src/fleet/index.ts';
import { cgfuzz } from '../cli/cgfuzz.ts';
import { canMount, smallDisk } from '../small-disk.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { Crew, keptBy, lostOf } from './balance/crew.ts';
import { startNats } from './nats-server.ts';

const EVENTS = Number(process.env['EVENTS'] ?? 1);
const MINUTES = Number(process.env['MINUTES'] ?? Infinity);
const SEED = Number(process.env['SEED'] ?? 1);
/** The first event of each worker over each exchange; further workers have none. */
const crews = {
  folder: ['kill', 'replace', 'full'],
  nats: ['kill', 'no server', 'pause'],
};

function featuresOf(path: string): Uint32Array {
  const folder = new CampaignFolder(path);
  const corpus = Corpus.read(folder.corpus);
  const features = reachedFeatures(corpus, folder.readManifest().build);
  corpus.close();
  return features;
}

describe.runIf(canMount)('the balance of a fleet', { timeout: 300_000 + EVENTS * 60_000 }, () => {
  const folder = temporaryFolder(afterAll);
  it.each(['folder', 'nats'] as const)('over a %s has everything that was told, once', async (exchange) => {
    const disk = await smallDisk(process.env['DISK'] ?? '32m');
    const rng = makeRandom(SEED);
    const server = exchange === 'nats' ? await startNats(onTestFinished) : undefined;
    const shared = join(process.env['FLEET'] ?? disk, 'fleet');
    const place = server === undefined ? shared : `nats://127.0.0.1:${server.port}`;
    if (server === undefined) {
      mkdirSync(shared, { recursive: true });
      beginFolder(shared);
    }
    const below = (limit: number): number => uniformBelow(rng, limit);
    const count = Number(process.env['WORKERS'] ?? 3);
    const first = Array.from(
      { length: count },
      (_, index) => [`w${index + 1}`, crews[exchange][index]] as const,
    );
    const untilMs = Date.now() + MINUTES * 60_000;
    const crew = new Crew({ disk, place, first: new Map(first), below, server, mayFill: true, untilMs });
    onTestFinished(() => crew.kill());
    const { names } = crew;
    await Promise.all(names.map((name) => crew.start(name)));
    // A second campaign in a folder is refused, from another container.
    expect(() => crew.campaign('w1').lock()).toThrow(/running already, as process 1 on .* container/);
    await crew.suffer(Math.ceil(EVENTS / 2), 2);
    await crew.loseStorage();
    await crew.suffer(Math.floor(EVENTS / 2), 1);
    await crew.end();
    console.error(exchange, JSON.stringify(crew.events));
    expect(crew.surprises).toEqual([]);

    const all = join(folder, `all-${exchange}`);
    const collected = await cgfuzz(folder, 'fleet', 'collect', place, all);
    expect([collected.stderr, collected.code]).toEqual(['', 0]);
    const together = new Set(featuresOf(all));
    const here = keptBy(new CampaignFolder(all));
    expect(new Set(here).size).toBe(here.length);
    for (const name of names) {
      const told = [...crew.told.get(name)!];
      expect(told.length, name).toBeGreaterThan(10);
      expect(lostOf(told, crew.campaign(name)), name).toEqual([]);
      const missing = [...featuresOf(crew.campaign(name).path)].filter((one) => !together.has(one));
      expect(missing, name).toEqual([]);
      // A finding has a signature, which is no id of a test.
      const findings = told.filter((one) => one.includes(' | '));
      expect(
        findings.filter((one) => !here.includes(one)),
        name,
      ).toEqual([]);
    }
    const { stdout } = await cgfuzz(folder, 'fleet', 'status', place, '--balance', '--json');
    const members = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as FleetMember & { readonly there: number });
    expect(members.map(({ name, line }) => [name, line?.shared])).toEqual(
      members.map(({ name, there }) => [name, { sent: there, waiting: 0, leftOut: 0 }]),
    );
    expect(members.map(({ name }) => name)).toEqual(names);
    expect(members.every(({ there }) => there > 5)).toBe(true);
  });
});
