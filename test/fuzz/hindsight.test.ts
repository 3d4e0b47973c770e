/** What tests earned is known with hindsight: what others reach soon after anyway was worth little. */
import { describe, expect, it } from 'vitest';
import { Alphabet, type ChoiceSequence, makeRandom, replay } from '../../src/choice/index.ts';
import type { Arm } from '../../src/fuzz/arm.ts';
import { CoverageMap } from '../../src/fuzz/coverage-map.ts';
import { Parents } from '../../src/fuzz/parents.ts';
import { Guided } from '../../src/fuzz/strategies/guided.ts';
import { entryOf } from '../corpus/entries.ts';

const FEATURES = 100_000;
const record: ChoiceSequence = replay((draw) => draw.integer(0, 9), {
  seed: 1,
  alphabet: new Alphabet(),
}).record;

const armOf = (name: string): Arm => ({ name, propose: ({ seed }) => ({ request: { seed } }) });

/** Tests that reach features which are told, each kept. */
class Run {
  readonly coverage = new CoverageMap(FEATURES);
  readonly parents = new Parents(this.coverage);
  readonly guided = new Guided({
    sources: ['test'],
    arms: [armOf('common'), armOf('rare')],
    parents: this.parents,
    sequenceOf: () => record,
  });
  #count = 0;

  keep(arm: string, features: readonly number[]): void {
    const reached = Uint32Array.from(features);
    const news = this.coverage.add(reached);
    this.coverage.hold(reached);
    const { sequence: _, features: __, ...info } = entryOf(this.#count, { costMs: 20 });
    const kept = this.parents.add({ ...info, id: `entry ${this.#count++}` }, news.features, 1n);
    this.guided.learn({
      proposal: { request: { seed: 1 }, source: 'test', arm },
      record,
      ending: 'ok',
      spentMs: 20,
      freshFeatures: news.features.length,
      kept,
    });
  }

  /** Both arms reach ten new features a test; those of one are reached by the next nine tests as well. */
  alternate(tests: number): void {
    for (let i = 0; i < tests; i++) {
      const later = Array.from({ length: 10 }, (_, back) => 10 * Math.max(0, i - back));
      this.keep(
        'common',
        later.flatMap((at) => Array.from({ length: 10 }, (_, k) => at + k)),
      );
      this.keep(
        'rare',
        Array.from({ length: 10 }, (_, k) => 50_000 + 10 * i + k),
      );
    }
  }
}

describe('with hindsight', () => {
  it('an arm earns several times as much by what stays rare as by what others reach soon after', () => {
    const run = new Run();
    run.alternate(200);
    const rates = run.guided.rates();
    expect(rates.get('test/common')).toBeGreaterThan(0);
    expect(rates.get('test/rare')).toBeGreaterThan(4 * rates.get('test/common')!);
  });

  it('a test is judged when there are a quarter more of them, and one that is kept for nothing new earns nothing', () => {
    const run = new Run();
    run.alternate(50);
    const [first] = run.parents.of('test');
    expect(first).toMatchObject({ children: 0 });
    const judged = run.parents.of('test').filter(({ spentMs }) => spentMs > 0);
    expect(judged).toHaveLength(75);
    run.keep('rare', [50_000]);
    for (let i = 0; i < 60; i++) run.keep('rare', [60_000 + i]);
    const again = run.parents.of('test')[100]!;
    expect(again.spentMs).toBeGreaterThan(0);
    expect(again.earned).toBe(0);
  });

  it('what waits to be judged is remembered between runs', () => {
    const [whole, cut] = [new Run(), new Run()];
    for (const run of [whole, cut]) run.alternate(40);
    const state: unknown = JSON.parse(JSON.stringify(cut.guided.state));
    const resumed = new Guided({
      sources: ['test'],
      arms: [armOf('common'), armOf('rare')],
      parents: cut.parents,
      sequenceOf: () => record,
    });
    resumed.restore(state);
    Object.assign(cut, { guided: resumed });
    for (const run of [whole, cut]) for (let i = 0; i < 30; i++) run.keep('rare', [70_000 + i]);
    expect([...cut.guided.rates()]).toEqual([...whole.guided.rates()]);
    expect(cut.guided.next(makeRandom(1), 1)).toEqual(whole.guided.next(makeRandom(1), 1));
  });
});
