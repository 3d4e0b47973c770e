/** A harness runs input after input in one process; its answers are those of a process for each input. */
import { existsSync, readFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { uniformInt } from 'pure-rand/distribution/uniformInt';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';
import { afterAll, describe, expect, it } from 'vitest';
import type { Execution } from '../../../src/serve/index.ts';
import { openProgram } from '../../../src/target/executable/executable-target.ts';
import { judgeProgram } from '../../../src/target/executable/judge-program.ts';
import type { ServerTarget } from '../../../src/target/index.ts';
import { descendantsOf } from '../../../src/util/descendants.ts';
import { temporaryFolder } from '../../temporary-folder.ts';
import { ask } from '../world.ts';
import { buildHarness, type HarnessAsked } from './build.ts';

const folder = temporaryFolder(afterAll);
const addressSanitizer = ['-fsanitize=address'];

async function opened(asked: Omit<HarnessAsked, 'folder'>, env = {}): Promise<ServerTarget> {
  const target = await openProgram({
    name: asked.source,
    file: await buildHarness({ ...asked, folder }),
    env,
  });
  afterAll(async () => target.close());
  return target;
}

/** Lists with brackets, some of which brackets.c refuses or fails on. */
function lists(count: number): string[] {
  const rng = xoroshiro128plus(66);
  const upTo = (most: number): number => uniformInt(rng, 0, most);
  const list = (depth: number): string => {
    const items = Array.from({ length: upTo(depth > 5 ? 1 : 3) }, () =>
      upTo(2) === 0 ? `${upTo(3)}` : list(depth + 1),
    );
    return `[${items.join(',')}${upTo(30) === 0 ? '' : ']'}`;
  };
  return Array.from({ length: count }, () => list(0));
}

/** False for a dead process that nobody has waited for yet. */
function runs(pid: number): boolean {
  const stat = `/proc/${pid}/stat`;
  return existsSync(stat) && !/\) Z /.test(readFileSync(stat, 'latin1'));
}

const told = ({ outcome, exitCode, signal, features, text }: Execution): unknown => ({
  outcome,
  // Addresses and process numbers differ.
  text: text.replaceAll(/0x[0-9a-f]+|==\d+==/g, 'N'),
  exitCode,
  signal,
  fresh: [...features!.fresh],
  hash: features!.hash,
});

it.each([[], addressSanitizer])('answers as a fork for each input does (%s)', async (...flags) => {
  const [loop, forks] = [
    await opened({ source: 'brackets.c', flags }),
    await opened({ source: 'brackets.c', flags }, { CGFUZZ_FORKS: '1' }),
  ];
  const ends = new Set<string>();
  for (const source of lists(flags.length === 0 ? 400 : 60)) {
    const asked = { source, language: 'text' } as const;
    const answer = await ask(loop, asked, { wholeSet: 'if-new' });
    expect(told(answer)).toEqual(told(await ask(forks, asked, { wholeSet: 'if-new' })));
    expect(answer.leaked).toBeUndefined();
    ends.add(answer.outcome);
  }
  expect(ends).toContain('rejected');
  expect(ends).toContain('signal');
});

it.each([{}, { CGFUZZ_FORKS: '1' }])('remembers nothing of an input that it refuses (%s)', async (env) => {
  const target = await opened({ source: 'brackets.c' }, env);
  const [refused, accepted] = [
    await ask(target, { source: '[1', language: 'text' }),
    await ask(target, { source: '[1]', language: 'text' }),
  ];
  expect([refused.outcome, accepted.outcome]).toEqual(['rejected', 'ok']);
  expect(refused.features!.hitCount).toBeGreaterThan(0);
  expect([...refused.features!.fresh]).toEqual([]);
  expect(accepted.features!.fresh).toHaveLength(accepted.features!.hitCount);
});

it('tells what did something else alone, and answers what it did alone', async () => {
  const target = await opened({ source: 'stateful.c' });
  const all: Execution[] = [];
  for (const source of ['recall', 'remember', 'recall', 'trip', 'recall'])
    all.push(await ask(target, { source, language: 'text' }));
  expect(all.map(({ outcome }) => outcome)).toEqual(['ok', 'ok', 'ok', 'ok', 'ok']);
  expect(all.map(({ leaked }) => leaked === true)).toEqual([false, false, true, true, false]);
  expect(all[2]!.features!.fresh).toHaveLength(0);
});

it('goes on after an input that closes every descriptor, and after one that ends the process', async () => {
  const target = await opened({ source: 'stateful.c' });
  const ends = [];
  for (const source of ['a', 'close', 'b', 'leave', 'xyz', 'close', 'leave', 'a'])
    ends.push((await ask(target, { source, language: 'text' })).outcome);
  expect(ends).toEqual(['ok', 'ok', 'ok', 'ok', 'rejected', 'ok', 'ok', 'ok']);
});

describe.each([
  ['in one process', {}],
  ['with a fork for each input', { CGFUZZ_FORKS: '1' }],
])('a harness %s', (_, env) => {
  it('ends no process but its own, and a code of exit is no signal', async () => {
    const target = await opened({ source: 'stateful.c' }, env);
    const { pid } = target.server;
    const ends: unknown[] = [];
    for (const source of [
      'kill parent',
      'kill group',
      'kill all',
      'kill itself',
      'ask parent',
      'exit 139',
      'a',
    ]) {
      const { outcome, signal, exitCode } = judgeProgram(await ask(target, { source, language: 'text' }));
      ends.push(signal ?? (exitCode === 0 ? outcome : exitCode));
    }
    expect(ends).toEqual(['SIGSYS', 'SIGSYS', 'SIGSYS', 'SIGTERM', 'ok', 139, 'ok']);
    expect(target.server.pid).toBe(pid);
  });

  it('leaves no process, whatever sessions its processes have', async () => {
    const target = await opened({ source: 'stateful.c' }, env);
    const server = target.server.pid!;
    const asked = { source: 'hide a child', language: 'text' } as const;
    expect(await ask(target, asked)).toMatchObject({ outcome: 'ok' });
    const looper = 'CGFUZZ_FORKS' in env ? 0 : 1;
    // The server starts the next looper in its own time.
    await expect.poll(() => descendantsOf(server), { timeout: 10_000 }).toHaveLength(looper);
    // The server is ended while a test has a hidden process.
    const cut = ask(target, { source: 'hide and wait', language: 'text' }).catch(() => undefined);
    let hidden: readonly number[] = [];
    for (let tries = 0; tries < 1_000 && hidden.length < looper + 2; tries++) {
      await setTimeout(10);
      hidden = descendantsOf(server);
    }
    await target.close();
    await cut;
    expect(hidden.length).toBeGreaterThan(looper);
    for (const pid of hidden) await expect.poll(() => runs(pid), { timeout: 10_000 }).toBe(false);
  });
});
