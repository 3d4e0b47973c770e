/** Hearers of each outcome of a test. The outcomes are of a real generator and a real target. */
import { expect, it } from 'vitest';
import type { CampaignEvent } from '../../src/campaign/index.ts';
import { Loop, type LoopParts } from '../../src/fuzz/loop.ts';
import type { Plan } from '../../src/fuzz/plan.ts';
import { FeatureSet } from '../../src/serve/index.ts';
import { type Bench, compiledTarget, openBench, planOf } from './bench-worker.ts';

/** Crashes on a brace, and refuses a bracket. */
const picky = `#include <stdio.h>
#include <stdlib.h>
int main(void) {
  int first = getchar();
  if (first == '{') abort();
  return first == '[';
}
`;

interface Heard {
  readonly heard: string[];
  readonly events: CampaignEvent[];
}

/** Runs these plans, and writes down who heard what in order. */
async function looped(bench: Bench, plans: readonly Plan[]): Promise<Heard> {
  const heard: string[] = [];
  const events: CampaignEvent[] = [];
  const note =
    (text: string) =>
    (...about: readonly unknown[]): void =>
      void heard.push(about.some((each) => typeof each === 'string') ? `${text} ${about.join(' ')}` : text);
  const parts = {
    plans: {
      async *rounds() {
        yield plans;
      },
    },
    runner: bench.runner,
    collection: {
      coverage: { add: () => ({ features: [1, 2], edges: 1 }), seen: new FeatureSet() },
      keep: async () => {
        heard.push('kept');
        return {};
      },
    },
    failures: {
      take: async () => {
        heard.push('failure');
        return true;
      },
    },
    intake: { expel: note('expelled') },
    checks: [{ check: async () => void heard.push('checked') }],
    usefulness: {
      prove: note('proved'),
      complainOf: () => void heard.push('complained'),
      complainOfRefusal: () => void heard.push('refusal'),
    },
    unused: { hear: () => undefined },
    refused: { hear: () => undefined },
    programs: { repeat: () => void heard.push('repeat') },
    strategy: { learn: () => void heard.push('learnt') },
    account: { end: () => undefined },
    care: { offer: () => void heard.push('offered') },
    avoidance: { passed: () => void heard.push('no sighting') },
    definitions: bench.definitions,
    tell: (event: CampaignEvent) => events.push(event),
    // The loop asks for nothing else of its parts.
  } as unknown as LoopParts;
  await new Loop(parts).run(bench.worker);
  return { heard, events };
}

const seeds = Array.from({ length: 40 }, (_, index) => index + 1);

it('hands each outcome to whom it concerns, and the strategy hears of each proposal once', async () => {
  const bench = await openBench('json', await compiledTarget(picky));
  const { heard, events } = await looped(
    bench,
    seeds.map((seed) => planOf(bench, seed)),
  );
  // The same tests once more: their programs are known.
  const again = await looped(
    bench,
    seeds.slice(0, 3).map((seed) => planOf(bench, seed)),
  );
  await bench.worker.close();
  const count = (what: string): number => heard.filter((each) => each === what).length;
  const fates = events.flatMap((event) => (event.type === 'tested' ? [event.fate] : []));
  const of = (fate: string): number => fates.filter((each) => each === fate).length;
  expect(fates).toHaveLength(seeds.length);
  expect(count('learnt')).toBe(seeds.length);
  expect(of('passed')).toBeGreaterThan(0);
  for (const told of ['proved', 'kept', 'checked', 'offered', 'no sighting'])
    expect(count(told)).toBe(of('passed'));
  expect(count('failure')).toBe(of('target-failed') + of('rejected'));
  expect(count('refusal')).toBe(of('rejected'));
  expect(count('repeat')).toBe(of('known-program'));
  expect(again.heard).toEqual(['repeat', 'learnt', 'repeat', 'learnt', 'repeat', 'learnt']);
}, 60_000);

it('lets an entry that makes the target fail leave the corpus, and the strategy hears nothing of it', async () => {
  const bench = await openBench(
    'json',
    await compiledTarget('#include <stdlib.h>\nint main(void) { abort(); }\n'),
  );
  const { heard } = await looped(bench, [planOf(bench, 1, { kind: 'relearn', id: 'entry' })]);
  await bench.worker.close();
  expect(heard).toEqual(['failure', 'expelled entry']);
}, 60_000);
