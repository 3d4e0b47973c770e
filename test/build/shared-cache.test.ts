/** A cache that several containers share: one makes a thing, the others wait, and nothing that lives is swept away. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { partPathOf, sweepParts } from '../../src/build/index.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const compiled = join(import.meta.dirname, '../../dist/build/index.js');
const container = [
  '--pid',
  '--fork',
  '--kill-child',
  '--mount-proc',
  process.execPath,
  '--input-type=module',
];
const canUnshare = spawnSync('unshare', ['--pid', '--fork', '--mount-proc', 'true']).status === 0;

const making = `
  import { appendFileSync, writeFileSync } from 'node:fs';
  import { setTimeout as sleep } from 'node:timers/promises';
  const { makeWhole } = await import(process.argv[1]);
  const [cache, ms] = process.argv.slice(2);
  await makeWhole(cache + '/things/thing', async (part, tell) => {
    tell('half of it');
    appendFileSync(cache + '/made', process.pid + '\\n');
    console.log('making');
    await sleep(Number(ms));
    writeFileSync(part + '/content', 'whole');
  }, { say: (text) => console.log(text) });
`;

/** Processes that each are number 1 in their container. */
function start(
  cache: string,
  ms: number,
): { readonly said: () => string; readonly end: Promise<unknown>; readonly kill: () => void } {
  const child = spawn('unshare', [...container, '--eval', making, compiled, cache, String(ms)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let text = '';
  child.stdout.on('data', (bytes: Buffer) => (text += bytes.toString()));
  return { said: () => text, end: once(child, 'exit'), kill: () => void child.kill('SIGKILL') };
}

describe.runIf(canUnshare)('a cache that containers share', { timeout: 120_000 }, () => {
  it('has one build for ten of them, and the others wait and see how far it is', async () => {
    const cache = temporaryFolder();
    const all = Array.from({ length: 10 }, () => start(cache, 8_000));
    for (const { end } of all) expect(await end).toEqual([0, null]);
    expect(readFileSync(join(cache, 'made'), 'utf8').trim().split('\n')).toHaveLength(1);
    expect(readFileSync(join(cache, 'things/thing/content'), 'utf8')).toBe('whole');
    expect(readdirSync(join(cache, 'things'))).toEqual(['thing']);
    const waited = all.filter(({ said }) => /waiting for process 1 .*: half of it/.test(said()));
    expect(waited.length).toBeGreaterThan(0);
  });

  it('sweeps away nothing that a container still makes, and what it left when it is dead', async () => {
    const cache = temporaryFolder();
    const maker = start(cache, 600_000);
    while (!maker.said().includes('making')) await new Promise((resolve) => void setTimeout(resolve, 50));
    const things = join(cache, 'things');
    const parts = (): string[] => readdirSync(things).filter((name) => /^thing\.part-\d/.test(name));
    sweepParts(things);
    expect(parts()).toHaveLength(1);
    maker.kill();
    await maker.end;
    const [sign = ''] = readdirSync(things).filter(
      (name) => name.endsWith('-beat') && !name.includes(`-${process.pid}-`),
    );
    utimesSync(join(things, sign), 1, 1);
    sweepParts(things);
    expect(parts()).toEqual([]);
  });
});

it('a part of a process of this machine stays while it lives, and a part of an ended one goes', () => {
  const folder = temporaryFolder();
  const part = partPathOf(join(folder, 'thing'));
  mkdirSync(part);
  const ended = part.replace(`part-${process.pid}-`, `part-${spawnSync('true').pid}-`);
  writeFileSync(ended, '');
  writeFileSync(`${ended}.tmp`, 'what a compiler wrote before it was killed');
  // A part of an earlier cgfuzz: that version may run in another container.
  const old = join(folder, `thing.part-${spawnSync('true').pid}-0`);
  writeFileSync(old, '');
  sweepParts(folder);
  expect(readdirSync(folder).filter((name) => name.startsWith('thing'))).toEqual(
    [part, old].map((path) => basename(path)).toSorted(),
  );
  utimesSync(old, 1, 1);
  sweepParts(folder);
  expect(existsSync(old)).toBe(false);
});
