/** The way that docs/targets.md describes for any program, from its source to a finding. */
import { cellOf } from '../../src/serve/index.ts';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { Alphabet, replay, type ChoiceSequence, type Draw } from '../../src/choice/index.ts';
import { nameEdges, openProgram } from '../../src/target/index.ts';
import { ask, linkWithRuntime, temporaryFolder, world } from './world.ts';

const expression = (draw: Draw): string =>
  draw.scope('expression', () => {
    switch (
      draw.weighted([
        [5, 'number'],
        [2, 'sum'],
        [2, 'product'],
        [2, 'brackets'],
        [1, 'minus'],
      ] as const)
    ) {
      case 'number':
        return String(draw.integer(0, 99));
      case 'sum':
        return `${expression(draw)}${draw.pick(['+', '-'])}${expression(draw)}`;
      case 'product':
        return `(${expression(draw)})${draw.pick(['*', '/'])}${expression(draw)}`;
      case 'brackets':
        return `(${expression(draw)})`;
      case 'minus':
        return `-${expression(draw)}`;
    }
  });

it('a small C parser, linked with the runtime, is fuzzed from an in-process source until its assertion fails', async () => {
  const folder = temporaryFolder();
  const file = join(folder, 'calculator');
  const coverage = '-fsanitize-coverage=inline-8bit-counters,pc-table';
  const calculator = join(import.meta.dirname, 'calculator.c');
  await linkWithRuntime(calculator, file, '-O1', '-g', '-fno-inline', coverage);
  const target = await openProgram({ name: 'calculator', file });
  try {
    const alphabet = new Alphabet();
    const corpus: ChoiceSequence[] = [];
    const edges = new Set<number>();
    let crash: Awaited<ReturnType<typeof ask>> | undefined;
    for (let seed = 1; seed <= 20_000 && !crash; seed++) {
      const parent = corpus[seed % (corpus.length + 1)];
      const replayed = replay(expression, {
        alphabet,
        seed,
        limits: { maxDepth: 60 },
        ...(parent && seed % 2 === 0 ? { sequence: parent } : {}),
      });
      if (replayed.outcome !== 'ok') continue;
      const answer = await ask(target, { source: replayed.value, language: 'text' });
      for (const feature of answer.features?.fresh ?? []) edges.add(cellOf(feature));
      if (answer.outcome === 'assertion') crash = answer;
      else if ((answer.features?.fresh.length ?? 0) > 0) corpus.push(replayed.record);
    }
    expect(crash?.text).toMatch(/Assertion `right != 0' failed/);
    expect(corpus.length).toBeGreaterThan(3);

    const frames = await target.nameStack(crash?.stack ?? [], world.searchPath);
    expect(frames[0]).toMatchObject({ function: 'product', file: calculator });
    const names = await nameEdges(await target.pcs(), { ...world, cache: join(folder, 'cache') });
    const reached = new Set([...edges].map((edge) => names.place(edge).function));
    expect(reached).toEqual(new Set(['main', 'sum', 'product', 'atom']));
  } finally {
    await target.close();
  }
}, 120_000);

it('gives a small program few cells of comparisons, and features of them', async () => {
  const file = join(temporaryFolder(), 'calculator');
  const coverage = '-fsanitize-coverage=inline-8bit-counters,pc-table,trace-cmp';
  await linkWithRuntime(join(import.meta.dirname, 'calculator.c'), file, '-O1', coverage);
  const target = await openProgram({ name: 'calculator', file }, true);
  try {
    const { space } = target.coverage;
    // The smallest table has room for four times the edges.
    expect(space.featureLimit / 8 - space.edgeCells).toBe(2 ** 12);
    const { features } = await ask(target, { source: '1+2', language: 'text' });
    const domains = new Set([...features!.fresh].map((feature) => space.domainOf(feature)?.name));
    expect(domains).toEqual(new Set(['edges', 'comparisons']));
  } finally {
    await target.close();
  }
});
