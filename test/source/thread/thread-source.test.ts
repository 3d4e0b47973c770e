/** Generators in worker threads: what they make, and what becomes of those that misbehave. */
import { setTimeout } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import smallC from '../../../src/generators/small-c.ts';
import { smallC as generate } from '../../../src/generators/index.ts';
import { inProcessSource, type Made, openSource, type Source } from '../../../src/source/index.ts';
import { textOf } from '../text-of.ts';
import { defined } from './scripted-module.ts';

let source: Source;
afterEach(() => source.close());

const open = (...about: Parameters<typeof defined>): Source => (source = openSource(defined(...about)));
const limits = { limits: { timeMs: 300 } };

describe('a generator in a thread', () => {
  it('makes what it makes in this thread, from the same choices', async () => {
    source = openSource(smallC);
    const here = inProcessSource(generate, { alphabet: source.alphabet });
    for (let seed = 0; seed < 20; seed++) {
      const there = await source.run({ seed });
      const own = here.runNow({ seed });
      expect(there.record.equals(own.record)).toBe(true);
      if (own.outcome !== 'ok' || there.outcome !== 'ok') throw new Error(there.outcome);
      expect(there.program).toEqual({ ...own.value, promises: 'defined' });
    }
  });

  it('makes a round as it makes one test after the other, also if some of them never end', async () => {
    open(
      'const way = draw.pick(5); if (way === 0) for (;;) draw.pick(2); if (way === 1) for (;;); return `${way}`;',
      limits,
    );
    const seeds = Array.from({ length: 8 }, (_, seed) => ({ seed, limits: { maxChoices: 1e9 } }));
    const round = await source.runAll!(seeds);
    const alone: Made[] = [];
    for (const request of seeds) alone.push(await source.run(request));
    const told = (made: Made): unknown => (made.outcome === 'ok' ? textOf(made) : made.outcome);
    expect(round.map(told)).toEqual(alone.map(told));
    expect(new Set(round.map(({ outcome }) => outcome))).toEqual(new Set(['ok', 'overrun']));
    expect(round.every(({ cost }) => cost.cpuUs < 1_500_000)).toBe(true);
  });

  it('makes the same again from a record, in another thread with another table of symbols', async () => {
    source = openSource(smallC);
    const first = await source.run({ seed: 5 });
    source.alphabet.label('something that no generator says');
    await source.close();
    const again = await source.run({ seed: 6, sequence: first.record });
    expect(again).toMatchObject({ outcome: 'ok', freshCount: 0 });
    expect(again.record.equals(first.record)).toBe(true);
    expect(textOf(again)).toBe(textOf(first));
  });

  it('tells files, the main one, promises and the truth', async () => {
    open(`return {
      files: { 'test.c': 'int main(void) {}', 'include/a.h': new Uint8Array([10]) },
      main: 'test.c', promises: 'valid', truth: { kind: 'output', stdout: 'é', exitCode: 3 } };`);
    expect(await source.run({})).toMatchObject({
      program: {
        main: 'test.c',
        files: [{ path: 'test.c' }, { path: 'include/a.h', bytes: new Uint8Array([10]) }],
        promises: 'valid',
        truth: { kind: 'output', stdout: new TextEncoder().encode('é'), exitCode: 3 },
      },
    });
  });

  it('costs CPU time, which is counted', async () => {
    open(
      'let sum = draw.pick(9); for (let i = 0; i < 3e7; i++) sum = (sum * 31 + i) % 1000003; return `${sum}`;',
    );
    const [one, two] = [await source.run({}), await source.run({})];
    expect(one.cost.cpuUs + two.cost.cpuUs).toBeGreaterThan(1_000);
  });

  it('ends a question that it is closed in, and starts anew', async () => {
    open('if (draw.pick(2) === 0) for (;;); return "done";', { limits: { timeMs: 60_000 } });
    const endings: Made[] = [];
    for (let seed = 0; seed < 4; seed++) {
      const asked = source.run({ seed });
      await Promise.race([asked, setTimeout(4_000)]);
      await source.close();
      endings.push(await asked);
    }
    const said = endings.map((made) => (made.outcome === 'ok' ? 'ok' : messageOf(made)));
    expect([...new Set(said)].toSorted()).toEqual(['GeneratorFailure: the source was closed', 'ok']);
  });

  it('prints nothing into the output of the command', async () => {
    open('console.log("noise"); return `text ${draw.pick(2)}`;');
    expect((await source.run({})).outcome).toBe('ok');
  });
});

const messageOf = (made: Made): string => (made.outcome === 'failed' ? String(made.error) : made.outcome);

describe('a generator in a thread that misbehaves', () => {
  it('is a failure when it throws, with the record until then and the scopes around', async () => {
    open(
      "draw.pick(7); return draw.scope('part', () => { draw.pick(3); throw new RangeError('too much'); });",
    );
    const made = await source.run({ seed: 1 });
    expect(made).toMatchObject({ outcome: 'failed', scopePath: ['part'] });
    expect(messageOf(made)).toBe('RangeError: too much');
    expect(made.record.choiceCount).toBe(2);
    expect(messageOf(await source.run({ seed: 1 }))).toBe('RangeError: too much');
  });

  it.each([
    ['return undefined;', 'returned undefined'],
    ['return [draw.pick(3)];', 'returned a list'],
    ["return '';", 'empty text'],
    ["return { files: { a: 'x', b: 'y' } };", 'does not say which is compiled'],
    ["return { files: { '../a': 'x' } };", '../a'],
    ["return { files: { a: 'x' }, truth: { stdout: 'x' } };", 'a truth of an object'],
    ["return { files: { a: 'x' }, truth: { kind: 'output', stdout: 7 } };", 'returned 7 where a text'],
    ["return { files: { a: 'x' }, promises: 'much' };", 'promises of "much"'],
    ["return { files: { a: 'x' }, language: 'd' };", 'a language of "d"; allowed: c, c++'],
    ["return { files: { a: 'x' }, compilerArgs: '-O2' };", 'compilerArgs of "-O2"'],
    ["return Promise.resolve('x');", 'generators must be synchronous'],
    ['return draw.pick([]);', 'pick from an empty list'],
    ['process.exit(3);', 'exit code 3'],
    ["return 'x'.repeat(2000);", 'wrote 2000 bytes'],
  ])('is told what was expected: %s', async (body, message) => {
    open(body, { limits: { outputBytes: 1_000 } });
    const made = await source.run({});
    expect(made.outcome).toBe('failed');
    expect(messageOf(made)).toContain(message);
  });

  it('is an overrun of time when it draws without end, with the record, and the thread goes on', async () => {
    open("if (draw.pick(2) === 0) for (;;) draw.integer(0, 9); return 'done';", limits);
    const outcomes = new Set<string>();
    for (let seed = 0; seed < 6; seed++) {
      const made = await source.run({ seed, limits: { maxChoices: 1e9 } });
      if (made.outcome === 'overrun') expect(made.limit).toBe('time');
      outcomes.add(made.outcome);
      expect(made.record.choiceCount).toBeGreaterThan(0);
    }
    expect([...outcomes].toSorted()).toEqual(['ok', 'overrun']);
  });

  it('is stopped when it loops without drawing, with the record until then, every time', async () => {
    open("if (draw.pick(2) === 0) for (;;); return draw.scope('a', () => `${draw.pick(9)}`);", limits);
    const outcomes: string[] = [];
    for (let seed = 0; seed < 6; seed++) {
      const made = await source.run({ seed });
      expect(made.record.choiceCount).toBe(made.outcome === 'ok' ? 2 : 1);
      outcomes.push(made.outcome === 'overrun' ? made.limit : made.outcome);
    }
    expect(new Set(outcomes)).toEqual(new Set(['time', 'ok']));
  });

  it('is an overrun of choices, scopes or depth at its limits, as everywhere', async () => {
    open(`const kind = draw.pick(3);
      if (kind === 0) for (;;) draw.pick(2);
      if (kind === 1) for (;;) draw.scope('s', () => 0);
      const deeper = () => draw.scope('d', deeper);
      return deeper();`);
    const seen = new Set<string>();
    for (let seed = 0; seed < 12; seed++) {
      const made = await source.run({ seed, limits: { maxChoices: 500, maxScopes: 2_000, maxDepth: 100 } });
      seen.add(made.outcome === 'overrun' ? made.limit : made.outcome);
    }
    expect(seen).toEqual(new Set(['choices', 'scopes', 'depth']));
  });

  it('has a limit of memory, and the next test is made all the same', async () => {
    open(
      "if (draw.pick(2) === 0) { const all = []; for (;;) all.push({ a: [all.length] }); } return 'small';",
      { limits: { memoryBytes: 32 * 2 ** 20 } },
    );
    const said = new Set<string>();
    for (let seed = 0; seed < 6; seed++) {
      const made = await source.run({ seed });
      said.add(made.outcome === 'ok' ? 'ok' : messageOf(made));
    }
    expect([...said].toSorted()).toEqual([
      'GeneratorFailure: the generator needed more than 32 MiB of memory',
      'ok',
    ]);
  });

  it('cannot be loaded: the person is told why', async () => {
    open('return 1', {}, ['throw new Error("not today");']);
    await expect(source.run({})).rejects.toThrow('cannot load the source mine: Error: not today');
  });
});
