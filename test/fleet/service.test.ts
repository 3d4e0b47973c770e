/** A service with workers that end, and with a fleet that others write to. */
import { existsSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { CampaignFolder, type Manifest } from '../../src/campaign/index.ts';
import { FolderExchange } from '../../src/fleet/folder/folder-exchange.ts';
import { beginFolder, openView, runService } from '../../src/fleet/index.ts';
import type { WorkerOrder } from '../../src/fleet/service/workers.ts';
import { cgfuzz } from '../cli/cgfuzz.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const manifest: Manifest = {
  format: 1,
  cgfuzz: '1',
  startedAt: '2026-01-01',
  sources: ['test'],
  target: 'toy',
  build: 'build',
  seed: 1,
  strategy: 'guided',
  args: [],
};

const WORKING = 'process.on("SIGINT", () => process.exit(130)); setInterval(() => 0, 1000)';

function orderOf(name: string, script: string): WorkerOrder {
  return { name, command: [process.execPath, '-e', script], cwd: '/', uid: undefined };
}

function get(socketPath: string, path: string, method = 'GET'): Promise<{ code: number; text: string }> {
  return new Promise((resolve, reject) => {
    const asked = request({ socketPath, path, method }, (response) => {
      let text = '';
      response.on('data', (bytes: Buffer) => (text += bytes.toString()));
      response.on('end', () => resolve({ code: response.statusCode ?? 0, text }));
    });
    asked.on('error', reject);
    asked.end();
  });
}

it('keeps workers running, but for a wrong flag, collects, and shows how all are', async () => {
  const place = temporaryFolder();
  beginFolder(place);
  const end = new AbortController();
  const taking = { patienceMs: 500, signal: end.signal, say: () => undefined };
  const a = await FolderExchange.open(place, 'a', taking);
  await a.send([{ note: { kind: 'worker', manifest }, files: [] }]);
  const said: string[] = [];
  const [out, listen] = [join(temporaryFolder(), 'all'), join(temporaryFolder(), 'socket')];
  const running = runService({
    openView: () => openView({ place, keyFile: undefined }, { cwd: '/', dateMs: () => Date.now() }),
    orders: [
      orderOf('wrong', 'console.error("error: a wrong flag\\n  did you mean another?"); process.exit(2)'),
      orderOf('weak', 'process.exit(3)'),
      orderOf('strong', WORKING),
    ],
    out,
    everyMs: 100,
    listen,
    alarm: '',
    folder: place,
    mostBytes: 1e9,
    mostMemoryBytes: 4e9,
    followed: undefined,
    renderFinding: () => [],
    signal: end.signal,
    say: (text) => void said.push(text),
  });
  let metrics = '';
  while (!/starts\{worker="weak"\} [2-9]/.test(metrics) || !/collections [1-9]/.test(metrics)) {
    await setTimeout(100);
    metrics = await get(listen, '/metrics').then(
      ({ text }) => text,
      () => '',
    );
  }
  expect(metrics).toContain('cgfuzz_worker_alive{worker="a"} 1\n');
  expect(metrics).toContain('cgfuzz_starts{worker="wrong"} 1\n');
  expect(metrics).toContain('cgfuzz_starts{worker="strong"} 1\n');
  expect((await get(listen, '/')).text).toContain('<td>a</td><td>at work</td>');
  expect([(await get(listen, '/metrics', 'POST')).code, (await get(listen, '/etc/passwd')).code]).toEqual([
    405, 404,
  ]);
  end.abort();
  await running;
  expect(said.filter((text) => text.includes('worker wrong'))).toEqual([
    'worker-ended: worker wrong ended with 2: error: a wrong flag',
  ]);
  expect(said.some((text) => text.includes('strong'))).toBe(false);
  expect(said[0]).toBe(`3 workers; the page and /metrics are at ${listen}`);
  expect(said.at(-1)).toBe(`ended in order; ${out} has 0 tests and 0 findings`);
  expect(new CampaignFolder(out).readManifest().build).toBe('build');
  await a.close();
}, 60_000);

it('changes all workers to another version, asks the findings, and bounds the memory of a worker', async () => {
  const place = temporaryFolder();
  beginFolder(place);
  const end = new AbortController();
  const said: string[] = [];
  const listen = join(temporaryFolder(), 'socket');
  let change = (): void => undefined;
  const verdicts = [
    { id: 'one', title: 'a <b> and \u001B[1m', verdict: 'shows' },
    { id: 'two', title: 'x', verdict: 'mended by 24.1' },
  ];
  const running = runService({
    openView: () => openView({ place, keyFile: undefined }, { cwd: '/', dateMs: () => Date.now() }),
    orders: [orderOf('small', WORKING), orderOf('large', `const a = Buffer.alloc(3e8, 1); ${WORKING}`)],
    out: join(temporaryFolder(), 'all'),
    everyMs: 100,
    listen,
    alarm: '',
    folder: place,
    mostBytes: 1e9,
    mostMemoryBytes: 2e8,
    followed: {
      watch: (onChange) => {
        change = onChange;
        return async () => undefined;
      },
      ask: async () => verdicts,
    },
    renderFinding: () => [],
    signal: end.signal,
    say: (text) => void said.push(text),
  });
  const until = async (text: string): Promise<void> => {
    while (!said.some((each) => each.includes(text))) await setTimeout(50);
  };
  await until('worker large has');
  expect(said.some((text) => text.includes('worker small has'))).toBe(false);
  change();
  await until('verdict: two mended by 24.1: x');
  const metrics = (await get(listen, '/metrics')).text;
  expect(metrics).toContain('cgfuzz_starts{worker="small"} 2\n');
  expect(metrics).toContain('cgfuzz_mended 1\n');
  expect((await get(listen, '/')).text).toContain('<td>one</td><td>shows</td><td>a &lt;b&gt; and');
  end.abort();
  await running;
  expect(said.filter((text) => text.startsWith('worker-ended'))).toEqual([]);
}, 60_000);

it('refuses a command for alarms that cannot be started', async () => {
  const cwd = temporaryFolder();
  beginFolder(join(cwd, 'fleet'));
  const { code, stderr } = await cgfuzz(cwd, 'service', 'fleet', 'all', '--alarm', './tell');
  expect([code, stderr]).toEqual([2, expect.stringContaining(`${join(cwd, 'tell')} is no command`)]);
});

it.runIf(process.getuid?.() === 0)(
  'refuses a user who may not write to the fleet or read cgfuzz',
  async () => {
    const cwd = temporaryFolder();
    beginFolder(join(cwd, 'fleet'));
    const refused = await cgfuzz(cwd, 'service', 'fleet', 'all', '--user', '10001');
    expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining('10001 cannot write to')]);
    expect(refused.stderr).toContain(`chown -R 10001 ${join(cwd, 'fleet')}`);
    expect(existsSync(join(cwd, 'all'))).toBe(false);
  },
);
