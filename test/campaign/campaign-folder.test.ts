import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { CAMPAIGN_FORMAT, CampaignFolder, type Manifest } from '../../src/campaign/index.ts';
import { temporaryFolder } from '../target/world.ts';

const manifest: Manifest = {
  format: CAMPAIGN_FORMAT,
  cgfuzz: '0.1.0',
  startedAt: '2026-01-01T00:00:00.000Z',
  sources: ['csmith'],
  target: 'clang-19',
  build: 'x',
  seed: 1,
  strategy: 'guided',
  args: ['-O2'],
};

describe("a campaign's folder", () => {
  it('has one writer at a time', () => {
    const path = temporaryFolder();
    const first = new CampaignFolder(path);
    first.lock();
    expect(() => new CampaignFolder(path).lock()).toThrow(`running already, as process ${process.pid}`);
    first.unlock();
    new CampaignFolder(path).lock();
  });

  it('knows how many cells are edges for each build that noted it, and takes all for edges elsewhere', () => {
    const path = temporaryFolder();
    new CampaignFolder(path).noteEdgeCells('one', 10);
    new CampaignFolder(path).noteEdgeCells('two', 0);
    const folder = new CampaignFolder(path);
    expect(['one', 'two', 'three'].map((build) => folder.edgeCellsOf(build))).toEqual([10, 0, Infinity]);
    writeFileSync(join(path, 'features.json'), '{"one": ');
    expect(folder.edgeCellsOf('one')).toBe(Infinity);
  });

  it('is not held by a process that has ended, nor by another one with its id', () => {
    const path = temporaryFolder();
    const { pid } = spawnSync('true');
    writeFileSync(join(path, 'lock'), `${pid} 12345\n`);
    new CampaignFolder(path).lock();
    writeFileSync(join(path, 'lock'), `${process.pid} 1\n`);
    const folder = new CampaignFolder(path);
    folder.lock();
    folder.unlock();
    expect(existsSync(join(path, 'lock'))).toBe(false);
  });

  it('is refused when another version made it, when it is damaged, and when there is none', () => {
    const path = temporaryFolder();
    const folder = new CampaignFolder(path);
    expect(() => folder.readManifest()).toThrow('there is no campaign');
    folder.writeManifest({ ...manifest, format: 99, cgfuzz: '9.0.0' });
    expect(() => folder.readManifest()).toThrow('made by cgfuzz 9.0.0; its format is 99');
    writeFileSync(join(path, 'campaign.json'), '{');
    expect(() => folder.readManifest()).toThrow('is damaged');
    folder.writeManifest(manifest);
    expect(folder.readManifest()).toEqual(manifest);
  });

  it('gives every whole line of its statistics, and cuts off a torn one', () => {
    const path = temporaryFolder();
    const folder = new CampaignFolder(path);
    folder.appendStats({ a: 1 });
    folder.appendStats({ a: 2 });
    writeFileSync(folder.stats, `${readFileSync(folder.stats, 'utf8')}{"a":`);
    expect(folder.readStats()).toEqual([{ a: 1 }, { a: 2 }]);
    folder.mendStats();
    folder.appendStats({ a: 3 });
    expect(folder.readStats()).toEqual([{ a: 1 }, { a: 2 }, { a: 3 }]);
  });
});
