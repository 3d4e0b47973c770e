import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import {
  applyEdits,
  type Choice,
  type ChoiceSequence,
  type Draw,
  makeRandom,
  replay,
} from '../../../src/choice/index.ts';
import { type ArbitraryLike, fromFastCheck, inProcessSource } from '../../../src/source/index.ts';
import { ChoiceRandom } from '../../../src/source/fast-check/choice-random.ts';
import { DrawSession } from '../../../src/source/fast-check/session.ts';
import { drawWide } from '../../../src/source/fast-check/wide.ts';

function made<T>(arbitrary: ArbitraryLike<T>, seed: number = 1): { value: T; record: ChoiceSequence } {
  const result = inProcessSource(fromFastCheck(arbitrary), { timeoutMs: Infinity }).runNow({ seed });
  if (result.outcome !== 'ok') throw new Error(result.outcome, { cause: result });
  return result;
}

function choicesOf(record: ChoiceSequence): Choice[] {
  return [...record.ops.keys()].filter((op) => record.isChoice(op)).map((op) => record.choiceAt(op));
}

function labelsOf(record: ChoiceSequence): string[] {
  return [...record.ops.keys()]
    .filter((op) => record.isScope(op))
    .map((op) => record.alphabet.labelOf(record.ops[op]!));
}

/** The result of `body` with a fresh random, and its record. */
function withRandom<T>(body: (random: ChoiceRandom<DrawSession>, draw: Draw) => T): {
  value: T;
  record: ChoiceSequence;
} {
  const result = inProcessSource((draw) => body(new ChoiceRandom(new DrawSession(draw)), draw)).runNow({});
  if (result.outcome !== 'ok') throw new Error(result.outcome, { cause: result });
  return result;
}

describe('choices from an arbitrary', () => {
  it('have the exact bounds that were asked for', () => {
    const { value, record } = made(fc.tuple(fc.integer({ min: -7, max: 12 }), fc.bigInt(3n, 2n ** 63n)));
    expect(choicesOf(record)).toEqual([
      { kind: 'integer', min: -7n, max: 12n, value: BigInt(value[0]) },
      { kind: 'integer', min: 3n, max: 2n ** 63n, value: value[1] },
    ]);
  });

  it('are structural where a shape is decided', () => {
    expect(choicesOf(made(fc.constantFrom(1, 2, 3)).record)).toMatchObject([{ kind: 'pick', max: 2n }]);
    expect(choicesOf(made(fc.oneof(fc.constant(1), fc.constant(2))).record)).toMatchObject([
      { kind: 'weighted', max: 1n },
    ]);
    expect(choicesOf(made(fc.array(fc.constant(1), { maxLength: 1 })).record)[0]).toMatchObject({
      kind: 'weighted',
    });
  });

  it('are made of parts in a scope of their own beyond 64 bits, and reach both ends', () => {
    const arbitrary = fc.bigInt({ min: -(2n ** 150n), max: 2n ** 150n });
    const { record } = made(arbitrary);
    expect(labelsOf(record)).toEqual(['wide integer']);
    expect(choicesOf(record)).toHaveLength(4);
    const generator = fromFastCheck(arbitrary);
    const valueOf = (answer: number, sign: number): unknown => {
      const end = replay(generator, {
        alphabet: record.alphabet,
        filler: ({ count }) => (count === 2 ? sign : answer),
      });
      return end.outcome === 'ok' && end.value;
    };
    expect([valueOf(2 ** 70, 1), valueOf(2 ** 70, 0), valueOf(0, 0)]).toEqual([
      -(2n ** 150n),
      2n ** 150n,
      0n,
    ]);
  });

  it('never exceed the bounds of a wide integer', () => {
    const ends = fc.bigInt(-(2n ** 300n), 2n ** 300n);
    fc.assert(
      fc.property(ends, ends, fc.array(fc.bigInt(0n, 2n ** 64n)), (a, b, answers) => {
        const [min, max] = a < b ? [a, b] : [b, a];
        let next = 0;
        const ask = (top: bigint): bigint => {
          const answer = answers[next++ % Math.max(1, answers.length)] ?? top;
          return answer > top ? top : answer;
        };
        const value = drawWide(min, max, ask, () => min);
        expect(value >= min && value <= max).toBe(true);
      }),
    );
  });

  it('of a wide integer give any number that is drawn fresh', () => {
    const ends = fc.bigInt(-(2n ** 140n), 2n ** 140n);
    const rng = makeRandom(1);
    fc.assert(
      fc.property(ends, ends, ends, (...numbers) => {
        const [min, whole, max] = numbers.toSorted((a, b) => (a < b ? -1 : Number(a > b))) as [
          bigint,
          bigint,
          bigint,
        ];
        expect(
          drawWide(
            min,
            max,
            (_, fresh) => fresh(rng),
            () => whole,
          ),
        ).toBe(whole);
      }),
    );
  });

  it('are few where there is only one answer', () => {
    expect(made(fc.tuple(fc.constant(1), fc.integer({ min: 4, max: 4 }))).record.choiceCount).toBe(0);
  });
});

describe('special values', () => {
  const counts = (values: readonly number[]): number[] =>
    [NaN, Infinity, -Infinity, 0, -0].map(
      (special) => values.filter((value) => Object.is(value, special)).length,
    );
  const drawn = <T>(arbitrary: fc.Arbitrary<T>, runs: number): T[] => {
    const source = inProcessSource(fromFastCheck(arbitrary), { timeoutMs: Infinity });
    return Array.from({ length: runs }, (_, seed) => {
      const result = source.runNow({ seed });
      if (result.outcome !== 'ok') throw new Error(result.outcome, { cause: result });
      return result.value;
    });
  };

  it('are drawn about as often as fast-check draws them', () => {
    const theirs = counts([1, 2, 3].flatMap((seed) => fc.sample(fc.double(), { seed, numRuns: 20_000 })));
    const ours = counts(drawn(fc.double(), 20_000));
    for (const [i, count] of ours.entries()) {
      expect(3 * count).toBeGreaterThan(theirs[i]! / 2);
      expect(3 * count).toBeLessThan(theirs[i]! * 2);
    }
  });

  it('stand together in some lists, and in few', () => {
    const lists = drawn(fc.array(fc.nat(), { minLength: 8, maxLength: 20 }), 2_000);
    const small = lists.map((list) => list.filter((n) => n < 32).length);
    const some = small.filter((n) => n > 0).length;
    expect(some).toBeGreaterThan(200);
    expect(some).toBeLessThan(600);
    expect(small.filter((n) => n > 1).length).toBeGreaterThan(some / 3);
  });

  it('are left out by an arbitrary without bias', () => {
    expect(counts(drawn(fc.noBias(fc.double()), 2_000))).toEqual([0, 0, 0, 0, 0]);
  });

  it('reach the ends of integers beyond 64 bits', () => {
    const ends = drawn(fc.bigInt(-(2n ** 100n), 2n ** 100n), 1_000).map((n) => n * (n < 0n ? -1n : 1n));
    expect(ends.filter((n) => n < 100n).length).toBeGreaterThan(50);
    expect(ends.filter((n) => n > 2n ** 100n - 100n).length).toBeGreaterThan(20);
  });
});

describe('a list from an arbitrary', () => {
  const lengths = (arbitrary: fc.Arbitrary<unknown[]>): number[] => {
    const counts: number[] = [];
    const source = inProcessSource(fromFastCheck(arbitrary), { timeoutMs: Infinity });
    for (let seed = 0; seed < 6_000; seed++) {
      const result = source.runNow({ seed });
      const length = result.outcome === 'ok' ? result.value.length : -1;
      counts[length] = (counts[length] ?? 0) + 1;
    }
    return counts;
  };

  it('has every length equally often, as from fast-check itself', () => {
    const counts = lengths(fc.array(fc.nat(), { minLength: 2, maxLength: 7 }));
    expect(Object.keys(counts)).toEqual(['2', '3', '4', '5', '6', '7']);
    // Six standard deviations of a count of 6,000 / 6.
    for (const count of Object.values(counts)) expect(Math.abs(count - 1_000)).toBeLessThan(175);
  });

  it('loses an element, and nothing else, when one scope is deleted', () => {
    const source = inProcessSource(
      fromFastCheck(fc.array(fc.tuple(fc.nat(), fc.string()), { size: 'large' })),
    );
    const { alphabet } = source;
    let tried = 0;
    for (let seed = 0; seed < 20; seed++) {
      const first = source.runNow({ seed });
      if (first.outcome !== 'ok' || first.value.length < 3) continue;
      const label = alphabet.label('tuple[]');
      const at = first.record.ops.indexOf(label, first.record.outline.match[first.record.ops.indexOf(label)]);
      const end = first.record.outline.match[at]! + 1;
      const ops = Uint16Array.from([...first.record.ops.slice(0, at), ...first.record.ops.slice(end)]);
      const { word } = first.record.outline;
      const words = Uint32Array.from([
        ...first.record.words.slice(0, word[at]),
        ...first.record.words.slice(word[end]),
      ]);
      const sequence = new (first.record.constructor as typeof ChoiceSequence)(alphabet, ops, words);
      const shorter = source.runNow({ sequence, seed: seed + 1 });
      expect(shorter.outcome === 'ok' && shorter.value).toEqual(first.value.toSpliced(1, 1));
      expect(shorter.freshCount).toBe(0);
      tried++;
    }
    expect(tried).toBeGreaterThan(10);
  });

  it('fills the place of a rejected element, which can then be deleted without a trace', () => {
    const source = inProcessSource(fromFastCheck(fc.uniqueArray(fc.nat(20), { maxLength: 10 })));
    let tried = 0;
    for (let seed = 0; seed < 200; seed++) {
      const first = source.runNow({ seed });
      if (first.outcome !== 'ok') throw new Error(`seed ${seed}: ${first.outcome}`);
      const { record } = first;
      const { match } = record.outline;
      const label = record.alphabet.label('integer[]');
      // An element holds the answer to "one more?" and a number; the end of the list only an answer.
      const elements = [...record.ops.keys()].filter(
        (op) => record.ops[op] === label && match[op] === op + 3,
      );
      const values = elements.map((op) => record.choiceAt(op + 2).value);
      const rejected = elements.find((_, i) => values.indexOf(values[i]!) < i);
      if (rejected === undefined) continue;
      const without = source.runNow({
        sequence: applyEdits(record, [{ from: rejected, to: rejected + 4 }]),
        seed: seed + 1,
      });
      expect(without.outcome === 'ok' && without.value).toEqual(first.value);
      expect(without.freshCount).toBe(0);
      expect(without.record.choiceCount).toBe(record.choiceCount - 2);
      tried++;
    }
    expect(tried).toBeGreaterThan(10);
  });
});

describe('labels', () => {
  it('name the kind of arbitrary, number several of one kind, and take the names of letrec', () => {
    const { tree } = fc.letrec((tie) => ({
      tree: fc.oneof(
        { maxDepth: 2 },
        fc.array(fc.nat(), { minLength: 1 }),
        fc.tuple(tie('tree'), tie('tree')),
      ),
    }));
    const source = inProcessSource(fromFastCheck(fc.tuple(tree, fc.set(fc.string()))));
    const labels = new Set<string>();
    for (let seed = 0; seed < 50; seed++)
      for (const label of labelsOf(source.runNow({ seed }).record)) labels.add(label);
    expect([...labels].toSorted()).toEqual([
      'array',
      'array 2',
      'array 3[]',
      'integer 2[]',
      'integer[]',
      'tree',
      'tuple',
      'tuple 2',
    ]);
  });

  it('stay few however deep chains nest', () => {
    const nested = (depth: number): fc.Arbitrary<unknown> =>
      fc
        .nat(3)
        .chain((n): fc.Arbitrary<unknown> =>
          n === 0 || depth > 40 ? fc.constant(n) : fc.tuple(nested(depth + 1), fc.nat()),
        );
    const source = inProcessSource(fromFastCheck(nested(0)));
    for (let seed = 0; seed < 200; seed++) source.runNow({ seed });
    expect(source.alphabet.size).toBeLessThan(20);
  });
});

describe('a clone of the random', () => {
  it('gives what its original gives, and draws nothing for it', () => {
    const { value, record } = withRandom((random) => {
      random.nextInt(0, 9);
      const clone = random.clone();
      const ask = (r: ChoiceRandom<DrawSession>): unknown[] => [
        r.nextInt(0, 1_000),
        r.nextBigInt(-5n, 2n ** 80n),
        r.nextBoolean(),
        r.nextDouble(),
        r.next(7),
        r.nextInt(),
      ];
      expect(clone.getState()).toEqual(random.getState());
      return [ask(random), ask(clone), clone.nextInt(0, 99), random.nextInt(0, 99)];
    });
    expect(value[1]).toEqual(value[0]);
    expect(value[3]).toEqual(value[2]);
    expect(record.choiceCount).toBe(1 + 8 + 1);
  });

  it('brings an answer into its own bounds when it asks for others', () => {
    const { value, record } = withRandom((random) => {
      const clone = random.clone();
      const first = random.nextInt(100, 109);
      return [first, clone.nextInt(0, 9), random.clone().nextInt(0, 9)];
    });
    expect(value[1]).toBe(value[0]! % 10);
    expect(record.choiceCount).toBe(2);
  });
});

describe('values that go on drawing when used', () => {
  const streams = fc.infiniteStream(fc.nat(1_000));

  it('are recorded where the generator uses them', () => {
    const source = inProcessSource(fromFastCheck(streams, (stream) => [...stream.take(4)]));
    const { record } = source.runNow({ seed: 5 });
    expect(choicesOf(record).map(({ kind }) => kind)).toEqual(['word', ...Array(4).fill('integer')]);
  });

  it('follow from the record when they are used after the generator, and differ from test to test', () => {
    const source = inProcessSource(fromFastCheck(fc.tuple(streams, fc.nat())));
    const seen = new Set<string>();
    for (let seed = 0; seed < 20; seed++) {
      const first = source.runNow({ seed });
      const again = source.runNow({ sequence: first.record, seed: 99 });
      if (first.outcome !== 'ok' || again.outcome !== 'ok') throw new Error('it should have ended well');
      const taken = [...first.value[0].take(5)];
      expect([...again.value[0].take(5)]).toEqual(taken);
      seen.add(String(taken));
    }
    expect(seen.size).toBe(20);
  });

  it('may be schedulers that run a test to its end', async () => {
    const source = inProcessSource(fromFastCheck(fc.scheduler()));
    const orderOf = async (scheduler: fc.Scheduler): Promise<string> => {
      const order: string[] = [];
      for (const name of ['a', 'b', 'c', 'd']) {
        void scheduler.schedule(Promise.resolve(name)).then((done) => order.push(done));
      }
      await scheduler.waitIdle();
      return order.join('');
    };
    const orders = new Set<string>();
    for (let seed = 0; seed < 20; seed++) {
      const first = source.runNow({ seed });
      const again = source.runNow({ sequence: first.record, seed: 99 });
      if (first.outcome !== 'ok' || again.outcome !== 'ok') throw new Error('it should have ended well');
      const order = await orderOf(first.value);
      expect(await orderOf(again.value)).toBe(order);
      orders.add(order);
    }
    expect(orders.size).toBeGreaterThan(10);
  });
});

describe('an arbitrary', () => {
  it('is left as it was, and can be used by fast-check at the same time', () => {
    const arbitrary = fc.array(fc.record({ a: fc.oneof(fc.nat(), fc.string()) }));
    const before = fc.sample(arbitrary, { seed: 7, numRuns: 20 });
    made(arbitrary);
    expect(fc.sample(arbitrary, { seed: 7, numRuns: 20 })).toEqual(before);
  });

  it('may be of a class of the user, with private members', () => {
    class Even extends fc.Arbitrary<number> {
      readonly #half = fc.nat(50);
      generate(random: fc.Random, biasFactor: number | undefined): fc.Value<number> {
        const half = this.#half.generate(random, biasFactor);
        return new fc.Value(half.value * 2, undefined);
      }
      canShrinkWithoutContext(_value: unknown): _value is number {
        return false;
      }
      shrink(): fc.Stream<fc.Value<number>> {
        return fc.Stream.nil();
      }
    }
    const { value, record } = made(fc.array(new Even(), { minLength: 2 }));
    expect(value.every((n) => n % 2 === 0)).toBe(true);
    expect(labelsOf(record)).toContain('even[]');
  });

  it('that can never be made is an overrun, with and without draws', () => {
    const never = [fc.nat().filter(() => false), fc.constant(1).filter(() => false)];
    for (const arbitrary of never) {
      const source = inProcessSource(fromFastCheck(arbitrary), {
        timeoutMs: 50,
        limits: { maxChoices: 1_000 },
      });
      expect(source.runNow({}).outcome).toBe('overrun');
    }
  });

  it('makes the same values after a run that was stopped in its tracks', () => {
    const mood = { isStuck: false };
    const { list } = fc.letrec<{ list: unknown }>((tie) => ({
      list: fc
        .oneof<fc.Arbitrary<unknown>[]>({ depthSize: 'small' }, fc.nat(), fc.tuple(tie('list'), fc.nat()))
        .map((value) => {
          while (mood.isStuck);
          return value;
        }),
    }));
    const source = inProcessSource(fromFastCheck(list), { timeoutMs: 500 });
    const before = source.runNow({ seed: 4 });
    mood.isStuck = true;
    expect(source.runNow({ seed: 4 }).outcome).toBe('overrun');
    mood.isStuck = false;
    expect(source.runNow({ seed: 4 })).toEqual(before);
  });

  it('is told from other things', () => {
    expect(() => fromFastCheck({ generate: 1 } as never)).toThrow(
      'fromFastCheck takes a fast-check arbitrary',
    );
  });
});
