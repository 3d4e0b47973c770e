import { spawnSync } from 'node:child_process';
import { existsSync, linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { CAMPAIGN_FORMAT, CampaignFolder, type Manifest, type StatsLine } from '../../src/campaign/index.ts';
import { growingLines } from '../report/stats-lines.ts';
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

  it('is free after a process of the same number was killed while it took it, as in containers', () => {
    const path = temporaryFolder();
    const [lock, own] = [join(path, 'lock'), join(path, `lock.${process.pid}.tmp`)];
    writeFileSync(own, `${process.pid} 1\n`);
    linkSync(own, lock);
    new CampaignFolder(path).lock();
    expect(readFileSync(own, 'utf8')).toBe(`${process.pid} 1\n`);
    expect(readFileSync(lock, 'utf8')).toMatch(new RegExp(`^${process.pid} \\d{2,} `));
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
    const [one, two, three] = growingLines(3) as [StatsLine, StatsLine, StatsLine];
    folder.appendStats(one);
    folder.appendStats(two);
    writeFileSync(folder.stats, `${readFileSync(folder.stats, 'utf8')}{"a":`);
    expect(folder.readStats()).toEqual([one, two]);
    expect(folder.warnings).toEqual([]);
    folder.mendStats();
    folder.appendStats(three);
    expect(folder.readStats()).toEqual([one, two, three]);
  });

  it('says how many lines of its statistics are none, and which files that can be lost are damaged', () => {
    const path = temporaryFolder();
    const folder = new CampaignFolder(path);
    const [line] = growingLines(1) as [StatsLine];
    const text = JSON.stringify(line);
    const damaged = ['{', '5', 'null', text.replace('"arms":{}', '"arms":7'), text.replace(':', ' ')];
    writeFileSync(folder.stats, [text, ...damaged, text, ''].join('\n'));
    expect(folder.readStats()).toEqual([line, line]);
    expect(folder.warnings).toEqual([`${folder.stats}: 5 lines are damaged; left out`]);
    rmSync(folder.stats);
    folder.writeState({ tests: 3 });
    folder.writeLearnt({ accounts: {} });
    folder.noteEdgeCells('one', 7);
    expect(folder.warnings).toEqual([]);
    for (const name of ['state.json', 'learnt.json', 'features.json']) {
      const whole = readFileSync(join(path, name), 'utf8');
      writeFileSync(join(path, name), whole.replace(/[37]|\{\}/, '4'));
      expect(folder.warnings).toEqual([expect.stringContaining(`${name} is damaged`)]);
      writeFileSync(join(path, name), whole);
    }
  });

  it('names the field of a damaged campaign.json', () => {
    const path = temporaryFolder();
    const folder = new CampaignFolder(path);
    for (const [field, value] of Object.entries({ args: undefined, sources: 'csmith', seed: 'one' })) {
      writeFileSync(join(path, 'campaign.json'), JSON.stringify({ ...manifest, [field]: value }));
      expect(() => folder.readManifest()).toThrow(`campaign.json is damaged: it.${field} is not`);
    }
  });
});
