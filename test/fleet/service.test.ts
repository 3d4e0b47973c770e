/** A service with workers that end, and with a fleet that others write to. */
import { request } from 'node:http';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { CampaignFolder, type Manifest } from '../../src/campaign/index.ts';
import { FolderExchange } from '../../src/fleet/folder/folder-exchange.ts';
import { beginFolder, openView, runService } from '../../src/fleet/index.ts';
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
  const order = (
    name: string,
    script: string,
  ): { name: string; command: string[]; cwd: string; uid: undefined } => ({
    name,
    command: [process.execPath, '-e', script],
    cwd: place,
    uid: undefined,
  });
  const running = runService({
    openView: () => openView({ place, keyFile: undefined }, { cwd: '/', dateMs: () => Date.now() }),
    orders: [
      order('wrong', 'process.exit(2)'),
      order('weak', 'process.exit(3)'),
      order('strong', 'process.on("SIGINT", () => process.exit(130)); setInterval(() => 0, 1000)'),
    ],
    out,
    everyMs: 100,
    listen,
    alarm: '',
    folder: place,
    mostBytes: 1e9,
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
  expect(said.filter((text) => text.startsWith('worker-ended: worker wrong ended with 2'))).toHaveLength(1);
  expect(said.some((text) => text.includes('strong'))).toBe(false);
  expect(new CampaignFolder(out).readManifest().build).toBe('build');
  await a.close();
}, 60_000);
