import { makeRandom } from '../../src/choice/index.ts';
import { describe, expect, it } from 'vitest';
import { programOf } from '../../src/program/index.ts';
import { encodeExecute, runsPayload } from '../../src/serve/protocol.ts';
import { Server } from '../../src/serve/server.ts';
import { serve } from '../faults/hostile-servers.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const program = programOf('1', 'text');
const limits = { cpuMs: 0, wallMs: 100, memoryBytes: 0 };
const request = encodeExecute({ program, configurations: [] }, limits, runsPayload(program, [['x']]));
const patience = { answers: 1, wallMs: 100 };
/** A hello of 10 edges and 10 cells, as octal for printf. */
const hello = String.raw`\013\0\0\0\0\3\0\012\0\0\0\012\0\0\0`;
/** An answer without anything else, the last one. */
const answer = String.raw`\070\0\0\0\1\1\0\1${String.raw`\0`.repeat(52)}`;
const sh = (script: string, waits = { startMs: 5_000, overMs: 300 }): Server =>
  new Server({ file: '/bin/sh', args: ['-c', script], env: { PATH: '/usr/bin:/bin' }, waits });
const bytes = request.reduce((sum, part) => sum + part.length, 0);

describe('a server', () => {
  it('that stops itself after an answer gives up the request, and the next one is asked of a new process', async () => {
    const server = sh(
      `printf '${hello}'; head -c ${bytes} >/dev/null; printf '${answer}'; head -c 1 >/dev/null; kill -STOP $$`,
    );
    const first = await server.execute(request, true, patience);
    const late = await server.execute(request, true, patience);
    const again = await server.execute(request, true, patience);
    await server.close();
    expect(first).toMatchObject([{ outcome: 'ok' }]);
    expect(late).toMatchObject([
      { outcome: 'hang', text: expect.stringContaining('no answer after') as string },
    ]);
    expect(again).toMatchObject([{ outcome: 'ok' }]);
  });

  it('that never begins to serve is told in a line', async () => {
    const server = sh('sleep 100', { startMs: 100, overMs: 100 });
    await expect(server.hello()).rejects.toThrow('/bin/sh does not serve');
    await server.close();
  });

  it('that never says anything sensible is told in a line', async () => {
    const server = sh(`printf '${hello}'; head -c ${bytes} >/dev/null; echo Usage: x`);
    await expect(server.execute(request, true, patience)).rejects.toThrow('/bin/sh does not serve');
    await server.close();
  });

  it('ends by itself what it sends to its process group', async () => {
    const server = sh('kill -9 0');
    await expect(server.hello()).rejects.toThrow('/bin/sh does not serve');
    await server.close();
  });

  it('gives an answer or a clear end to each request, whatever it says', async () => {
    const complaints: string[] = [];
    const cases = Array.from({ length: 40 }, (_, seed) => seed + 1);
    for (const seed of cases) complaints.push(...(await serve(temporaryFolder(), makeRandom(seed))));
    expect(complaints).toEqual([]);
  }, 120_000);
});
