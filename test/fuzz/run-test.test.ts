import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { countingMeter } from '../../src/fuzz/index.ts';
import { Determinism } from '../../src/fuzz/determinism.ts';
import { Failures, isClear } from '../../src/fuzz/failures.ts';
import type { TestOutcome } from '../../src/fuzz/run-test.ts';
import { Stability } from '../../src/fuzz/stability.ts';
import { Unused } from '../../src/fuzz/unused.ts';
import { readUnusedTests } from '../../src/campaign/index.ts';
import { Findings } from '../../src/finding/index.ts';
import { noAvoidance } from '../triage/no-avoidance.ts';
import { temporaryFolder, world } from '../target/world.ts';
import { type Bench, compiledTarget, notesOf, openBench, planOf, ran, spentOn } from './bench-worker.ts';

/** Crashes if the input begins with a brace, refuses what begins with a bracket, and takes the rest. */
const picky = `#include <stdio.h>
#include <stdlib.h>
int main(void) {
  int first = getchar();
  if (first == '{') abort();
  return first == '[';
}
`;

/** Takes another way each time: a byte is added to the file of turns. */
const moody = (turns: string): string => `#include <stdio.h>
static volatile int sum;
int main(void) {
  FILE *turns = fopen("${turns}", "a");
  fputc('.', turns);
  if (ftell(turns) & 1) for (int i = 0; i < 3; i++) sum += i; else sum = getchar();
  return fclose(turns);
}
`;

describe('a test of a target that is picky', { timeout: 60_000 }, () => {
  let bench: Bench;
  const place = mkdtempSync(join(tmpdir(), 'cgfuzz-test-'));
  const outcomes = new Map<number, TestOutcome>();

  beforeAll(async () => {
    bench = await openBench('json', await compiledTarget(picky, place));
    for (let seed = 1; seed <= 60; seed++) outcomes.set(seed, await ran(bench, planOf(bench, seed)));
  }, 60_000);
  afterAll(async () => {
    await bench.worker.close();
    rmSync(place, { recursive: true, force: true });
  });

  /** The first that ended so, by the first letter of its text. */
  const first = (letter: string): readonly [number, TestOutcome] => {
    const found = [...outcomes].find(([, { made }]) => {
      const text = made.outcome === 'ok' ? Buffer.from(made.program.files[0]!.bytes).toString() : '';
      return text.startsWith(letter);
    });
    if (found === undefined) throw new Error(`no test begins with ${letter}`);
    return found;
  };

  it('ends as the target ended', () => {
    expect(first('{')[1]).toMatchObject({ kind: 'failed', bad: { outcome: 'signal' } });
    expect(first('[')[1]).toMatchObject({ kind: 'failed', bad: { outcome: 'rejected' } });
    const others = [...outcomes.values()].filter(({ kind }) => kind === 'passed');
    expect(others.length).toBeGreaterThan(0);
  });

  it('passes with what it reached if refused inputs are kept, since a parser’s error paths are code, too', async () => {
    const [seed] = first('[');
    const keeping = await openBench('json', join(place, 'target'), { keepsRefused: true });
    const outcome = await ran(keeping, planOf(keeping, seed));
    await keeping.worker.close();
    if (outcome.kind !== 'passed') throw new Error(`it ${outcome.kind}`);
    expect(outcome.reached.fresh.length).toBeGreaterThan(0);
  });

  it('is not executed again if its program is known, unless an entry is to be learnt anew', async () => {
    const [seed] = first('{');
    const again = await ran(bench, planOf(bench, seed));
    expect(again.kind).toBe('known-program');
    const relearn = planOf(bench, seed, { kind: 'relearn', id: 'x' });
    expect((await ran(bench, relearn)).kind).toBe('failed');
  });

  it('has every millisecond that it costs told once', async () => {
    const before = spentOn(bench, 'generate') + spentOn(bench, 'compile');
    const outcome = await ran(bench, planOf(bench, 1_000));
    const spent = spentOn(bench, 'generate') + spentOn(bench, 'compile') - before;
    // The engine's own cost counts for the arm, and no other account holds it.
    expect(outcome.costMs - spent).toBeCloseTo(5);
  });

  it('is a finding if it made the target crash, once for each signature, and none if it was refused', async () => {
    const findings = new Findings(temporaryFolder(), () => []);
    const failures = new Failures({
      options: {
        configurations: () => [{ args: [], emit: 'nothing' }],
        searchPath: world.searchPath,
        build: 'target',
      },
      findings,
      care: undefined,
      avoidance: noAvoidance(),
      wait: { signal: new AbortController().signal, isOver: () => true, tell: () => undefined },
    });
    const take = ([seed, outcome]: readonly [number, TestOutcome]): Promise<boolean> => {
      if (outcome.kind !== 'failed') throw new Error('it did not fail');
      return failures.take(bench.worker, planOf(bench, seed), outcome);
    };
    expect(await take(first('['))).toBe(false);
    expect(await take(first('{'))).toBe(true);
    expect(await take(first('{'))).toBe(true);
    expect(findings.size).toBe(1);
    expect(findings.all()[0]!.record.count).toBe(2);
  });

  it('is clear to have failed only if no limit and no refusal explains it', () => {
    const [, crashed] = first('{');
    const [, refused] = first('[');
    if (crashed.kind !== 'failed' || refused.kind !== 'failed') throw new Error('they did not fail');
    expect([isClear(crashed), isClear(refused)]).toEqual([true, false]);
    expect(isClear({ bad: { ...crashed.bad, outcome: 'hang' } })).toBe(false);
  });

  it('is kept as an example if it was of no use, the first of its kind alone', () => {
    const folder = temporaryFolder();
    const unused = new Unused({ folder, cpuMs: () => 0 });
    const [seed, outcome] = first('[');
    unused.hear(planOf(bench, seed), outcome, 'rejected');
    unused.hear(planOf(bench, seed), outcome, 'rejected');
    const [used, passed] = [...outcomes].find(([, { kind }]) => kind === 'passed')!;
    unused.hear(planOf(bench, used), passed, 'passed');
    expect(readUnusedTests(folder).map(({ fate, source }) => [fate, source])).toEqual([['rejected', 'json']]);
  });

  it('makes the same program again, and nothing is told of it', async () => {
    const { definitions } = bench;
    const determinism = new Determinism({
      definitions,
      meter: countingMeter,
      generateMs: () => 1e9,
      tell: (event) => bench.events.push(event),
    });
    const [seed, passed] = [...outcomes].find(([, { kind }]) => kind === 'passed')!;
    if (passed.kind !== 'passed') throw new Error('it did not pass');
    const before = spentOn(bench, 'generate');
    await determinism.check(bench.worker, planOf(bench, seed), passed);
    expect(spentOn(bench, 'generate')).toBeGreaterThan(before);
    expect(notesOf(bench).join()).not.toContain('not deterministic');
  });
});

describe('a generator that looks at the clock', { timeout: 60_000 }, () => {
  it('is told not to be deterministic, once', async () => {
    const weather = new URL('generators/weather.mjs', import.meta.url).pathname;
    const bench = await openBench(weather, await compiledTarget('int main(void) { return 0; }\n'));
    const determinism = new Determinism({
      definitions: bench.definitions,
      meter: countingMeter,
      generateMs: () => 1e9,
      tell: (event) => bench.events.push(event),
    });
    for (const seed of [1, 2]) {
      const passed = await ran(bench, planOf(bench, seed));
      if (passed.kind !== 'passed') throw new Error(`it is ${passed.kind}`);
      await determinism.check(bench.worker, planOf(bench, seed), passed);
    }
    await bench.worker.close();
    expect(notesOf(bench).filter((text) => text.includes('is not deterministic'))).toHaveLength(1);
  });
});

describe('a target that takes another way each time', { timeout: 60_000 }, () => {
  it('has the edges that came and went left out, at a share of what compiling costs', async () => {
    const turns = join(temporaryFolder(), 'turns');
    const bench = await openBench('json', await compiledTarget(moody(turns)));
    const stabilityAt = (compileMs: number): Stability =>
      new Stability({
        workers: [bench.worker],
        meter: countingMeter,
        compileMs: () => compileMs,
        tell: (event) => bench.events.push(event),
      });
    const [poor, rich] = [stabilityAt(0), stabilityAt(1e9)];
    for (let seed = 1; seed <= 12; seed++) {
      const passed = await ran(bench, planOf(bench, seed));
      if (passed.kind !== 'passed') continue;
      await poor.check(bench.worker, planOf(bench, seed), passed);
      await rich.check(bench.worker, planOf(bench, seed), passed);
    }
    await bench.worker.close();
    expect(poor.masked).toEqual([]);
    expect(rich.masked.length).toBeGreaterThan(0);
    expect(notesOf(bench).join()).toContain('edges are not stable and are left out');
  });
});
