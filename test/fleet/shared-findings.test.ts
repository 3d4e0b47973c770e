/** Findings of a fleet, over all exchanges: known to all, reduced by one, once in the campaign of all. */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { CampaignFolder } from '../../src/campaign/index.ts';
import { type FindingRecord, Findings } from '../../src/finding/index.ts';
import { Gathering } from '../../src/fleet/index.ts';
import { SharedFindings } from '../../src/fuzz/sharing/shared-findings.ts';
import type { Exchange, FleetView } from '../../src/fuzz/index.ts';
import { programOf } from '../../src/program/index.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { exchanges } from './exchanges.ts';

const KEY = 'signal | x';
const LONG = 'int a;\nint b;\nint c;\n';

class FindingWorker {
  readonly exchange: Exchange;
  readonly findings: Findings;
  readonly shared: SharedFindings;
  readonly toReduce: FindingRecord[] = [];

  constructor(exchange: Exchange) {
    this.exchange = exchange;
    this.findings = new Findings(temporaryFolder(), () => []);
    const reduceLater = (record: FindingRecord): void => void this.toReduce.push(record);
    const manifest = { target: 'clang-19', args: [] };
    this.shared = new SharedFindings({ exchange, findings: this.findings, reduceLater, manifest });
  }

  find(): void {
    if (this.findings.countAgain(KEY)) return;
    this.findings.add({
      signature: { kind: 'crash', key: KEY, message: 'SIGSEGV', frames: ['x'], pass: undefined },
      program: programOf(LONG),
      sequence: () => new Uint8Array([1, 2, 3]),
      text: 'boom\n',
      compiler: 'clang-19',
      args: ['-O2'],
      build: 'b',
      origin: { source: 'test' },
    });
  }

  reduce(bytes: number): void {
    const { folder } = this.findings.update(KEY, {
      reduction: {
        state: 'minimal',
        choices: { from: 3, to: 1 },
        bytes: { from: LONG.length, to: bytes },
        evaluations: 1,
        cpuMs: 1,
      },
    });
    folder.saveProgram('reduced', programOf('int a;\n'.slice(0, bytes)), new Uint8Array([1]));
  }

  async tell(): Promise<void> {
    for (const parcel of this.shared.due())
      if (await this.exchange.send([parcel])) this.shared.acknowledge([parcel]);
  }

  async hear(): Promise<void> {
    for (;;) {
      const arrivals = await this.exchange.receive(2 ** 20);
      if (arrivals.length === 0) return;
      for (const arrival of arrivals)
        if (arrival.note.kind === 'finding')
          this.shared.hear(arrival, arrival.note.record, arrival.note.state);
    }
  }
}

/** Everything that a view brings, in the campaign of all. */
async function gathered(view: FleetView, path: string): Promise<Findings> {
  const folder = new CampaignFolder(path);
  const findings = new Findings(folder.findings, () => []);
  const gathering = new Gathering({ view, folder, build: 'b', findings, onFinding: () => undefined });
  await gathering.take();
  gathering.close();
  return findings;
}

describe.each(Object.entries(exchanges))('findings shared by the exchange %s', (_, makeFleet) => {
  it('that two workers have are reduced by one, and are one in the campaign of all, as small as it got', async () => {
    const { open, view } = await makeFleet();
    const [a, b] = [new FindingWorker(await open('a')), new FindingWorker(await open('b'))];
    for (const worker of [a, b]) worker.find();
    for (const worker of [a, b]) await worker.tell();
    for (const worker of [a, b]) await worker.hear();
    const may = [await a.shared.mayReduce(KEY), await b.shared.mayReduce(KEY)];
    expect(may.filter(Boolean)).toHaveLength(1);
    const [reducer, other] = may[0] ? [a, b] : [b, a];
    reducer.reduce(7);
    await reducer.tell();
    await other.hear();
    const path = temporaryFolder();
    const look = await view();
    const all = (await gathered(look, path)).all();
    expect(all).toHaveLength(1);
    expect(all[0]!.record.reduction?.bytes.to).toBe(7);
    expect(existsSync(join(all[0]!.folder.path, 'reduced.c'))).toBe(true);
    // Gathered once more from the beginning, nothing changes.
    const again = await view();
    expect((await gathered(again, path)).all().map(({ record }) => record)).toEqual(
      all.map(({ record }) => record),
    );
    for (const each of [a.exchange, b.exchange, look, again]) await each.close();
  });

  it('are no findings of a worker that hears of them first', async () => {
    const { open } = await makeFleet();
    const [a, b] = [new FindingWorker(await open('a')), new FindingWorker(await open('b'))];
    a.find();
    await a.tell();
    await b.hear();
    b.find();
    expect(b.findings.size).toBe(0);
    expect(b.shared.elsewhere).toBe(1);
    for (const { exchange } of [a, b]) await exchange.close();
  });

  it('are taken over by another worker, once, if the one that has them is gone', async () => {
    const { open } = await makeFleet();
    const [a, b] = [new FindingWorker(await open('a')), new FindingWorker(await open('b'))];
    const c = new FindingWorker(await open('c'));
    a.find();
    await a.tell();
    expect(await a.shared.mayReduce(KEY)).toBe(true);
    await a.exchange.close();
    for (const worker of [b, c]) await worker.hear();
    for (const worker of [b, c]) await worker.shared.takeOver(new Set(['b', 'c']));
    expect([...b.toReduce, ...c.toReduce].map(({ signature }) => signature)).toEqual([KEY]);
    for (const { exchange } of [b, c]) await exchange.close();
  });

  it('from somebody who may write to the fleet make no worker run a command of theirs', async () => {
    const { open } = await makeFleet();
    const [a, b] = [new FindingWorker(await open('a')), new FindingWorker(await open('b'))];
    const commands: readonly Partial<FindingRecord>[] = [
      { args: ['-wrapper', 'sh,-c,true'] },
      { compiler: './evil' },
      { references: [{ compiler: 'gcc-12', args: ['-fplugin=./evil.so'] }] },
      { references: [{ compiler: '/tmp/evil', args: [] }] },
    ];
    a.find();
    const [parcel] = a.shared.due();
    for (const [index, about] of commands.entries()) {
      const { record, state } = parcel!.note as { record: FindingRecord; state: string };
      const evil = { ...record, ...about, signature: `evil ${index}` };
      await a.exchange.send([{ ...parcel!, note: { kind: 'finding', record: evil, state } }]);
    }
    await a.exchange.close();
    await b.hear();
    await b.shared.takeOver(new Set(['b']));
    expect(b.toReduce).toEqual([]);
    await b.exchange.close();
  });

  it('lie in the folder of findings, whatever the id says', async () => {
    const { open, view } = await makeFleet();
    const a = new FindingWorker(await open('a'));
    a.find();
    const [parcel] = a.shared.due();
    const { record, state } = parcel!.note as { record: FindingRecord; state: string };
    const outside = temporaryFolder();
    const path = join(outside, 'campaign');
    mkdirSync(join(outside, 'precious'));
    writeFileSync(join(outside, 'precious/file'), 'kept');
    const evil = { ...record, id: '../../precious' };
    await a.exchange.send([{ ...parcel!, note: { kind: 'finding', record: evil, state } }]);
    const look = await view();
    const [finding] = (await gathered(look, path)).all();
    expect(existsSync(join(outside, 'precious/file'))).toBe(true);
    expect(finding!.folder.path.startsWith(join(path, 'findings'))).toBe(true);
    for (const each of [a.exchange, look]) await each.close();
  });
});
