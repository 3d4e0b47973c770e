import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { Alphabet, DrawError } from '../../../src/choice/sequence/alphabet.ts';
import { checkSequence, ChoiceSequence } from '../../../src/choice/sequence/sequence.ts';
import type { Draw, Generator } from '../../../src/choice/engine/draw.ts';
import { replay } from '../../../src/choice/engine/replay.ts';
import type { Replayed, ReplayOptions } from '../../../src/choice/engine/replay-options.ts';

type Options = Partial<ReplayOptions>;

/** The value that a generator gives; fails the test when it gives none. */
function valueOf<T>(generator: Generator<T>, options: Options = {}): T {
  const result = replay(generator, { alphabet: new Alphabet(), ...options });
  if (result.outcome !== 'ok') throw result.outcome === 'failed' ? result.error : new Error(result.limit);
  return result.value;
}

function failureOf(
  generator: Generator<unknown>,
  options: Options = {},
): Replayed<unknown> & { outcome: 'failed' } {
  const result = replay(generator, { alphabet: new Alphabet(), ...options });
  if (result.outcome !== 'failed') throw new Error(`it ended as ${result.outcome}`);
  return result;
}

/** How often each answer came. */
function countsOf<T>(times: number, generator: Generator<T>): Map<T, number> {
  const counts = new Map<T, number>();
  valueOf((draw) => {
    for (let i = 0; i < times; i++) {
      const value = generator(draw);
      counts.set(value, (counts.get(value) ?? 0) + 1);
    }
  });
  return counts;
}

const INT64 = [-(2n ** 63n), 2n ** 63n - 1n] as const;
const UINT64 = [0n, 2n ** 64n - 1n] as const;

describe('integer', () => {
  it.each([INT64, UINT64, [INT64[0], INT64[0]], [UINT64[1], UINT64[1]], [-1n, 2n ** 32n]] as const)(
    'stays between %s and %s, and comes back from a record as it was',
    (min, max) => {
      const draws = (draw: Draw): bigint[] => Array.from({ length: 50 }, () => draw.integer(min, max));
      for (const maxIntegerSites of [0, 10]) {
        const alphabet = new Alphabet({ maxIntegerSites });
        const first = replay(draws, { alphabet, seed: 3 });
        const values = first.outcome === 'ok' ? first.value : [];
        expect(values.every((value) => value >= min && value <= max)).toBe(true);
        expect(values).toHaveLength(50);
        expect(replay(draws, { alphabet, sequence: first.record })).toMatchObject({ value: values });
        const ops = [...first.record.ops.keys()];
        expect(ops.map((op) => first.record.choiceAt(op))).toEqual(
          values.map((value) => ({ kind: 'integer', min, max, value })),
        );
      }
    },
  );

  it('reaches both ends of a small range, and all between, about equally', () => {
    const counts = countsOf(9_000, (draw) => draw.integer(-4, 4));
    expect([...counts.keys()].toSorted((a, b) => a - b)).toEqual([-4, -3, -2, -1, 0, 1, 2, 3, 4]);
    for (const count of counts.values()) expect(Math.abs(count - 1_000)).toBeLessThan(150);
  });

  it('spreads over all of 64 bits', () => {
    for (const [min, max] of [INT64, UINT64]) {
      const counts = countsOf(8_000, (draw) => ((draw.integer(min, max) - min) * 8n) / (max - min));
      for (let eighth = 0n; eighth < 8n; eighth++)
        expect(Math.abs(counts.get(eighth)! - 1_000)).toBeLessThan(150);
    }
  });

  it('gives numbers for numbers, also for ranges wider than 32 bits', () => {
    const { MIN_SAFE_INTEGER: min, MAX_SAFE_INTEGER: max } = Number;
    const values = valueOf((draw) => Array.from({ length: 100 }, () => draw.integer(min, max)));
    expect(values.every((value) => Number.isSafeInteger(value))).toBe(true);
    expect(new Set(values.map(Math.sign)).size).toBe(2);
  });

  it.each([
    [3, 2, /lower bound is above/],
    [0.5, 2, /safe integers/],
    [0, Infinity, /safe integers/],
    [Number.NaN, 1, /safe integers/],
    [3n, 2n, /lower bound is above/],
    [-1n, 2n ** 63n, /int64, or both uint64/],
    [0n, 2n ** 64n, /int64, or both uint64/],
  ])('refuses bounds %s and %s', (min, max, message) => {
    const failure = failureOf((draw) => draw.integer(min as number, max as number));
    expect(failure.error).toBeInstanceOf(DrawError);
    expect(String(failure.error)).toMatch(message);
  });
});

describe('pick', () => {
  it('gives every option about equally often', () => {
    const counts = countsOf(3_000, (draw) => draw.pick(['a', 'b', 'c']));
    for (const option of 'abc') expect(Math.abs(counts.get(option)! - 1_000)).toBeLessThan(150);
  });

  it('gives an index for a number of options, up to 2^32', () => {
    expect(valueOf((draw) => draw.pick(1))).toBe(0);
    const large = valueOf((draw) => Array.from({ length: 40 }, () => draw.pick(2 ** 32)));
    expect(Math.max(...large)).toBeGreaterThan(2 ** 31);
    expect(Math.max(...large)).toBeLessThan(2 ** 32);
  });

  it.each([
    [[], /empty list of options/],
    [0, /empty list of options/],
    [-1, /whole number from 1/],
    [1.5, /whole number from 1/],
    [2 ** 32 + 1, /more than 2\^32/],
  ])('refuses %j', (options, message) => {
    const failure = failureOf((draw) => draw.pick(options as number));
    expect(failure.error).toBeInstanceOf(DrawError);
    expect(String(failure.error)).toMatch(message);
  });

  it('does not depend on the seed being far from another: first answers of neighbouring seeds are spread', () => {
    const firsts = Array.from({ length: 1_000 }, (_, seed) => valueOf((draw) => draw.pick(10), { seed }));
    for (let option = 0; option < 10; option++) {
      expect(Math.abs(firsts.filter((first) => first === option).length - 100)).toBeLessThan(45);
    }
  });
});

describe('weighted', () => {
  const pairs = [
    [0, 'never'],
    [3, 'often'],
    [1, 'seldom'],
    [0, 'last'],
  ] as const;

  it('draws as often as the weights say, and never a weight of 0', () => {
    const counts = countsOf(4_000, (draw) => draw.weighted(pairs));
    expect([...counts.keys()].toSorted()).toEqual(['often', 'seldom']);
    expect(Math.abs(counts.get('often')! - 3_000)).toBeLessThan(150);
  });

  it('never draws a weight of 0 from a record or a filler either', () => {
    const alphabet = new Alphabet();
    for (let word = 0; word < 4; word++) {
      const sequence = new ChoiceSequence(
        alphabet,
        Uint16Array.of(alphabet.weighted(4)),
        Uint32Array.of(word),
      );
      const expected = word === 2 ? 'seldom' : 'often';
      expect(valueOf((draw) => draw.weighted(pairs), { alphabet, sequence })).toBe(expected);
      expect(valueOf((draw) => draw.weighted(pairs), { filler: () => word })).toBe(expected);
    }
  });

  it('gives a boolean with its probability, and keeps to the certain ones from whatever source', () => {
    const counts = countsOf(4_000, (draw) => draw.boolean(0.25));
    expect(Math.abs(counts.get(true)! - 1_000)).toBeLessThan(150);
    for (const filler of [() => 0, () => 1, () => undefined]) {
      expect(valueOf((draw) => [draw.boolean(0), draw.boolean(1)], { filler })).toEqual([false, true]);
    }
  });

  it.each([
    [[], /empty list/],
    [[[0, 'a']], /every weight is 0/],
    [[[-1, 'a']], /not negative/],
    [[[Number.NaN, 'a']], /not negative/],
    [[[Infinity, 'a']], /finite/],
    [
      [
        [1e308, 'a'],
        [1e308, 'b'],
      ],
      /add up/,
    ],
  ])('refuses %j', (weights, message) => {
    const failure = failureOf((draw) => draw.weighted(weights as never));
    expect(failure.error).toBeInstanceOf(DrawError);
    expect(String(failure.error)).toMatch(message);
  });

  it('refuses a probability that is none', () => {
    for (const probability of [-0.1, 1.1, Number.NaN]) {
      expect(String(failureOf((draw) => draw.boolean(probability)).error)).toMatch(/between 0 and 1/);
    }
  });
});

describe('word', () => {
  it('gives as many bits as asked, as a number or a bigint', () => {
    for (const bits of [1, 8, 31, 32]) {
      const words = valueOf((draw) => Array.from({ length: 60 }, () => draw.word(bits)));
      expect(Math.max(...words)).toBeLessThan(2 ** bits);
      expect(Math.max(...words)).toBeGreaterThanOrEqual(2 ** (bits - 1));
    }
    for (const bits of [1n, 32n, 33n, 64n]) {
      const words = valueOf((draw) => Array.from({ length: 60 }, () => draw.word(bits)));
      expect(words.every((word) => word < 2n ** bits)).toBe(true);
      expect(words.some((word) => word >= 2n ** (bits - 1n))).toBe(true);
    }
  });

  it('refuses other numbers of bits', () => {
    for (const bits of [0, 33, 1.5, 0n, 65n]) {
      expect(failureOf((draw) => draw.word(bits as number)).error).toBeInstanceOf(DrawError);
    }
  });
});

describe('a generator that goes wrong', () => {
  it('is reported with what it drew until then, and where', () => {
    const failure = failureOf((draw) => {
      draw.scope('done', () => draw.pick(3));
      draw.scope('function', () => draw.scope('statement', () => fail(draw)));
    });
    expect(failure.scopePath).toEqual(['function', 'statement']);
    expect(String(failure.error)).toContain('no such type');
    expect(failure.record.choiceCount).toBe(2);
    expect(failure.record.scopeCount).toBe(3);
  });

  it('is reported where it threw last, when it throws one and the same error several times', () => {
    const error = new Error('one for all');
    const throwIt = (): never => {
      throw error;
    };
    const inScope = failureOf((draw) => {
      attempt(() => draw.scope('first', throwIt));
      draw.scope('second', throwIt);
    });
    expect(inScope.scopePath).toEqual(['second']);
    const outside = failureOf((draw) => {
      attempt(() => draw.scope('first', throwIt));
      draw.pick(2);
      throwIt();
    });
    expect(outside.scopePath).toEqual([]);
  });

  it('may throw anything', () => {
    for (const error of [undefined, null, 'text', 1]) {
      const failure = failureOf((draw) =>
        draw.scope('here', () => {
          throw error;
        }),
      );
      expect(failure).toMatchObject({ error, scopePath: ['here'] });
    }
  });

  it('may exhaust the stack, in scopes or without: the record is whole', () => {
    const inScopes = (draw: Draw, depth: number): number =>
      depth === 0 ? 0 : 1 + draw.scope('deeper', () => inScopes(draw, depth - 1));
    const plain = (draw: Draw): number => draw.integer(0, 1) + plain(draw);
    for (const generator of [(draw: Draw) => inScopes(draw, Infinity), plain]) {
      const alphabet = new Alphabet();
      const result = replay(generator, { alphabet, limits: { maxDepth: Infinity } });
      expect(result).toMatchObject({ outcome: 'overrun', limit: 'depth' });
      expect(checkSequence(alphabet, result.record.ops, result.record.words)).toBeUndefined();
    }
  });

  it('is refused when it is asynchronous, and what it does later disturbs nobody', async () => {
    let late: unknown;
    const failure = failureOf(async (draw) => {
      draw.pick(2);
      await Promise.resolve();
      try {
        draw.pick(2);
      } catch (error) {
        late = error;
        throw error;
      }
    });
    expect(String(failure.error)).toMatch(/returned a promise; generators must be synchronous/);
    await new Promise((done) => setTimeout(done, 1));
    expect(String(late)).toMatch(/after the generator had ended/);
    expect(failure.record.choiceCount).toBe(1);
  });

  it('cannot draw, open scopes or use the random face after its end', () => {
    let kept: Draw | undefined;
    const { record } = replay((draw) => (kept = draw).pick(5) >= 0, { alphabet: new Alphabet() });
    const later: ((draw: Draw) => unknown)[] = [
      (draw) => draw.pick(2),
      (draw) => draw.integer(0n, 2n ** 64n - 1n),
      (draw) => draw.scope('late', () => 1),
      (draw) => draw.random.next(),
    ];
    for (const draw of later) expect(() => draw(kept!)).toThrow(/after the generator had ended/);
    expect(record.choiceCount).toBe(1);
  });

  it('is told when a sequence of another alphabet is replayed', () => {
    const { record } = replay((draw) => draw.pick(2), { alphabet: new Alphabet() });
    expect(() => replay((draw) => draw.pick(2), { alphabet: new Alphabet(), sequence: record })).toThrow(
      /own alphabet/,
    );
  });

  function fail(draw: Draw): never {
    throw new Error(`no such type: ${draw.pick(4)}`);
  }

  function attempt(body: () => unknown): void {
    try {
      body();
    } catch {
      // The test is about the thrown error.
    }
  }
});

describe('replays within replays', () => {
  it('do not disturb each other', () => {
    const alphabet = new Alphabet();
    const inner: Generator<number[]> = (draw) => Array.from({ length: 500 }, () => draw.pick(7));
    const alone = replay(inner, { alphabet, seed: 8 });
    const outer: Generator<boolean> = (draw) => {
      let isSame = true;
      for (let i = 0; i < 10; i++) {
        draw.pick(3);
        isSame &&= draw.scope('nest', () => replay(inner, { alphabet, seed: 8 }).record.equals(alone.record));
        draw.pick(3);
      }
      return isSame;
    };
    const result = replay(outer, { alphabet });
    expect(result).toMatchObject({ outcome: 'ok', value: true });
    expect(result.record.choiceCount).toBe(20);
  });
});

describe('limits', () => {
  const endless: Generator<void> = (draw) => {
    for (;;) draw.scope('again', () => draw.pick(2));
  };

  it('end a generator that never ends, at exactly so many choices, scopes or open scopes', () => {
    const alphabet = new Alphabet();
    const deeper = (draw: Draw): unknown => draw.scope('deeper', () => deeper(draw));
    for (const limit of [0, 1, 5, 1_023, 1_024, 1_025, 5_000]) {
      const choices = replay(endless, { alphabet, limits: { maxChoices: limit } });
      expect(choices).toMatchObject({ outcome: 'overrun', limit: 'choices' });
      expect(choices.record.choiceCount).toBe(limit);
      expect(choices.freshCount).toBe(limit);
      const scopes = replay(endless, { alphabet, limits: { maxScopes: limit } });
      expect(scopes).toMatchObject({ outcome: 'overrun', limit: 'scopes' });
      expect(scopes.record.scopeCount).toBe(limit);
      const depth = replay(deeper, { alphabet, limits: { maxDepth: Math.min(limit, 1_000) } });
      expect(depth).toMatchObject({ outcome: 'overrun', limit: 'depth' });
      expect(depth.record.scopeCount).toBe(Math.min(limit, 1_000));
    }
  });

  it('end it in time, by the clock that was given', () => {
    let ms = 0;
    const now = (): number => (ms += 10);
    const result = replay(endless, { alphabet: new Alphabet(), limits: { maxTimeMs: 100 }, now });
    expect(result).toMatchObject({ outcome: 'overrun', limit: 'time' });
    expect(result.record.choiceCount).toBeGreaterThan(1_000);
    expect(result.record.choiceCount).toBeLessThan(100_000);
    expect(() => replay(endless, { alphabet: new Alphabet(), limits: { maxTimeMs: 100 } })).toThrow(/clock/);
  });

  it('hold for a generator that swallows the overrun, and it is an overrun all the same', () => {
    const stubborn: Generator<string> = (draw) => {
      for (let i = 0; i < 100; i++) {
        try {
          draw.scope('attempt', () => draw.integer(0n, 2n ** 64n - 1n));
        } catch {
          // It goes on as if nothing had happened.
        }
      }
      return 'done';
    };
    const result = replay(stubborn, { alphabet: new Alphabet(), limits: { maxChoices: 10 } });
    expect(result).toMatchObject({ outcome: 'overrun', limit: 'choices' });
    expect(result.record.choiceCount).toBe(10);
  });
});

describe('a filler', () => {
  it('answers what no record does with a value, brought to the nearest bound', () => {
    fc.assert(
      fc.property(fc.double(), (answer) => {
        const values = valueOf(
          (draw) => [draw.pick(4), draw.integer(-3, 3), draw.integer(...INT64), draw.word(64n)] as const,
          { filler: () => answer },
        );
        expect(values[0]).toBeLessThan(4);
        expect(Math.abs(values[1])).toBeLessThanOrEqual(3);
        if (answer >= 2 ** 64) expect(values).toEqual([3, 3, INT64[1], UINT64[1]]);
        if (answer <= -(2 ** 63)) expect(values).toEqual([0, -3, INT64[0], 0n]);
        if (answer >= 0 && answer < 1) expect(values).toEqual([0, 0, 0n, 0n]);
      }),
    );
  });

  it('is told the label it is asked under', () => {
    const alphabet = new Alphabet();
    const labels: number[] = [];
    const filler = ({ label }: { readonly label: number }): number => labels.push(label);
    valueOf((draw) => [draw.pick(2), draw.scope('inner', () => draw.boolean())], { alphabet, filler });
    expect(labels).toEqual([0, alphabet.label('inner')]);
  });
});

describe('a seed', () => {
  it('gives the same test whether bounds are interned or travel with the choice', () => {
    const generator = (draw: Draw): number[] =>
      Array.from({ length: 50 }, (_, i) => draw.integer(-i, 10 ** (i % 15)));
    for (let seed = 0; seed < 20; seed++) {
      const interned = replay(generator, { alphabet: new Alphabet(), seed });
      const inline = replay(generator, { alphabet: new Alphabet({ maxIntegerSites: 0 }), seed });
      expect(inline.outcome === 'ok' && inline.value).toEqual(interned.outcome === 'ok' && interned.value);
    }
  });
});
