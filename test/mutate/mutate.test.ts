import type { RandomGenerator } from 'pure-rand/types/RandomGenerator';
import { describe, expect, it } from 'vitest';

import { Alphabet } from '../../src/choice/sequence/alphabet.ts';
import { ChoiceSequence } from '../../src/choice/sequence/sequence.ts';
import type { Draw, Generator } from '../../src/choice/engine/draw.ts';
import { makeRandom } from '../../src/choice/engine/fresh.ts';
import {
  mutate,
  mutateBy,
  type Mutation,
  type MutateOptions,
  type OperatorName,
  operatorNames,
} from '../../src/mutate/mutate.ts';
import { replay } from '../../src/choice/engine/replay.ts';

/** A list that asks before each element whether there is one more; elements are trees of sums. */
const program: Generator<string[]> = (draw) => {
  const list: string[] = [];
  while (draw.boolean(0.85))
    list.push(draw.scope('statement', () => `s${draw.integer(0, 9_999)} = ${sum(draw, 4)}`));
  return list;
};

function sum(draw: Draw, depth: number): string {
  return draw.scope('expression', () =>
    draw.boolean(depth > 0 ? 0.5 : 0)
      ? `(${sum(draw, depth - 1)} + ${sum(draw, depth - 1)})`
      : `${draw.integer(0, 9_999)}`,
  );
}

interface Run {
  readonly lines: readonly string[];
  readonly record: ChoiceSequence;
}

function runProgram(alphabet: Alphabet, seed: number, sequence?: ChoiceSequence): Run {
  const result = replay(program, { alphabet, seed, ...(sequence === undefined ? {} : { sequence }) });
  if (result.outcome !== 'ok') throw new Error(result.outcome);
  return { lines: result.value, record: result.record };
}

/** A program of some length. */
function someProgram(alphabet: Alphabet, minLines = 4): Run {
  for (let seed = 0; ; seed++) {
    const run = runProgram(alphabet, seed);
    if (run.lines.length >= minLines) return run;
  }
}

/** Mutants by one operator, with the programs that they become. */
function* mutants(
  operator: OperatorName,
  options: MutateOptions = {},
  alphabet: Alphabet = new Alphabet(),
): Generator3<Run & { readonly mutation: Mutation; readonly parent: Run }> {
  const parent = someProgram(alphabet);
  for (let seed = 0; seed < 100; seed++) {
    const mutation = mutateBy(operator, parent.record, makeRandom(seed), options);
    if (mutation === undefined || mutation.changes.length === 0) continue;
    yield { ...runProgram(alphabet, 1_000 + seed, mutation.sequence), mutation, parent };
  }
}
type Generator3<T> = globalThis.Generator<T, void, undefined>;

function commonStart(a: readonly string[], b: readonly string[]): number {
  let i = 0;
  while (i < a.length && a[i] === b[i]) i++;
  return i;
}

/** Lines that are the same from the front and from the back. */
function untouched(a: readonly string[], b: readonly string[]): number {
  const front = commonStart(a, b);
  return front + commonStart(a.slice(front).toReversed(), b.slice(front).toReversed());
}

describe('replace', () => {
  it('changes one choice to another value, and lines without it stay', () => {
    for (const { mutation, parent, lines } of mutants('replace')) {
      const [change] = mutation.changes;
      expect(mutation.changes).toHaveLength(1);
      expect(change).toMatchObject({ removed: 1, added: 1 });
      expect(mutation.sequence.choiceAt(change!.op).value).not.toBe(parent.record.choiceAt(change!.op).value);
      if (change!.label !== '') {
        expect(untouched(parent.lines, lines)).toBeGreaterThanOrEqual(parent.lines.length - 1);
      }
    }
  });

  it.each([0, 0.25, 0.75, 1])('prefers structure as much as it is told: %s', (structurePreference) => {
    const { record } = someProgram(new Alphabet(), 8);
    const rng = makeRandom(1);
    let structural = 0;
    for (let i = 0; i < 1_000; i++) {
      const op = mutateBy('replace', record, rng, { structurePreference })!.changes[0]!.op;
      if (record.choiceAt(op).kind !== 'integer') structural++;
    }
    // Scopes with choices of one kind only leave no preference.
    expect(Math.abs(structural / 1_000 - structurePreference)).toBeLessThan(0.3);
    const whole = new Set([0, 1]).has(structurePreference);
    if (whole) expect(Math.abs(structural / 1_000 - structurePreference)).toBeLessThan(0.25);
  });

  it('tries the ends of a range, the neighbours of the value, and values seen at the same site', () => {
    const int64 = [-(2n ** 63n), 2n ** 63n - 1n] as const;
    for (const maxIntegerSites of [0, 9]) {
      const alphabet = new Alphabet({ maxIntegerSites });
      const { record } = replay((draw) => [draw.integer(...int64), draw.integer(...int64)], { alphabet });
      const rng = makeRandom(1);
      const [value, other] = [record.choiceAt(0).value, record.choiceAt(1).value];
      const seen = new Set<bigint>();
      for (let i = 0; i < 3_000; i++) {
        const { sequence, changes } = mutateBy('replace', record, rng)!;
        if (changes[0]!.op === 0) seen.add(sequence.choiceAt(0).value);
      }
      for (const expected of [...int64, 0n, 1n, -1n, value + 1n, value - 1n, value ^ 1n, other]) {
        expect(seen).toContain(expected);
      }
      expect([...seen].some((each) => each > 1n && (each & (each - 1n)) === 0n)).toBe(true);
      expect(seen).not.toContain(value);
    }
  });

  it('does not apply where there is no other value', () => {
    const { record } = replay((draw) => [draw.pick(1), draw.integer(7, 7)], { alphabet: new Alphabet() });
    expect(mutateBy('replace', record, makeRandom(1))).toBeUndefined();
  });
});

describe('scatter', () => {
  it('replaces several choices, wherever they stand', () => {
    const counts = new Set<number>();
    for (const { mutation, parent } of mutants('scatter')) {
      for (const { op, removed, added } of mutation.changes) {
        expect([removed, added]).toEqual([1, 1]);
        expect(mutation.sequence.choiceAt(op).value).not.toBe(parent.record.choiceAt(op).value);
      }
      counts.add(mutation.changes.length);
    }
    expect(Math.max(...counts)).toBeGreaterThan(4);
  });
});

describe('delete', () => {
  it('takes out one statement and leaves the others, when it takes the choice in front of it along', () => {
    let seen = 0;
    for (const { mutation, parent, lines } of mutants('delete')) {
      const [change] = mutation.changes;
      if (change!.label !== 'statement' || !parent.record.isChoice(change!.op)) continue;
      expect(lines).toHaveLength(parent.lines.length - 1);
      expect(untouched(parent.lines, lines)).toBe(lines.length);
      seen++;
    }
    expect(seen).toBeGreaterThan(5);
  });
});

describe('redraw', () => {
  it('draws one scope fresh, and the next of its label stays what it was', () => {
    let changed = 0;
    for (const { mutation, parent, lines, record } of mutants('redraw')) {
      expect(mutation.changes).toHaveLength(1);
      expect(lines).toHaveLength(parent.lines.length);
      expect(untouched(parent.lines, lines)).toBeGreaterThanOrEqual(lines.length - 1);
      if (!record.equals(parent.record)) changed++;
    }
    expect(changed).toBeGreaterThan(50);
  });
});

describe('swap', () => {
  it('exchanges two statements or two expressions', () => {
    let statements = 0;
    for (const { mutation, parent, lines } of mutants('swap')) {
      expect(mutation.changes).toHaveLength(2);
      if (mutation.changes.every(({ label }) => label === 'statement')) {
        expect(lines.toSorted()).toEqual(parent.lines.toSorted());
        statements++;
      }
    }
    expect(statements).toBeGreaterThan(5);
  });

  it('says that nothing changed when both are equal', () => {
    const twice: Generator<void> = (draw) => {
      for (let i = 0; i < 2; i++) draw.scope('same', () => draw.integer(5, 5));
    };
    const { record } = replay(twice, { alphabet: new Alphabet() });
    const mutation = mutateBy('swap', record, makeRandom(1));
    expect(mutation).toEqual({ sequence: record, operator: 'swap', changes: [] });
    expect(mutation?.sequence).toBe(record);
  });
});

describe('clone', () => {
  it('repeats a statement where it goes together with the choice in front of it', () => {
    let grown = 0;
    for (const { mutation, parent, lines } of mutants('clone')) {
      const [{ label, removed, origin }] = mutation.changes as [Mutation['changes'][number]];
      if (label !== 'statement' || removed > 0 || !parent.record.isChoice(origin!.op)) continue;
      expect(lines).toHaveLength(parent.lines.length + 1);
      expect(untouched(parent.lines, lines)).toBe(parent.lines.length);
      expect(new Set(lines)).toEqual(new Set(parent.lines));
      grown++;
    }
    expect(grown).toBeGreaterThan(5);
  });
});

describe('clone, where no scope of the label follows', () => {
  it('puts the copy over another one, since nobody would ask for one more', () => {
    const { record } = replay(
      (draw) => {
        draw.scope('list', () => draw.scope('item', () => [draw.pick(9), draw.pick(9)]));
        draw.scope('other list', () => draw.scope('item', () => [draw.pick(9), draw.pick(9)]));
      },
      { alphabet: new Alphabet(), seed: 1 },
    );
    let over = 0;
    for (let seed = 0; seed < 200; seed++) {
      const [change] = mutateBy('clone', record, makeRandom(seed))?.changes ?? [];
      if (change?.label !== 'item') continue;
      expect(change.removed).toBe(change.added);
      over++;
    }
    expect(over).toBeGreaterThan(20);
  });
});

describe('lift', () => {
  it('puts part of an expression in the place of the whole', () => {
    let seen = 0;
    for (const { parent, lines } of mutants('lift')) {
      const at = commonStart(parent.lines, lines);
      expect(untouched(parent.lines, lines)).toBe(parent.lines.length - 1);
      expect(lines[at]!.length).toBeLessThan(parent.lines[at]!.length);
      seen++;
    }
    expect(seen).toBeGreaterThan(50);
  });
});

describe('splice', () => {
  it('puts scopes of the donor over scopes of the same label, one or several', () => {
    const alphabet = new Alphabet();
    const donor = runProgram(alphabet, 77).record;
    const counts = new Set<number>();
    for (const { mutation, parent } of mutants('splice', { donors: [donor] }, alphabet)) {
      for (const { op, removed, origin } of mutation.changes) {
        expect(donor.ops[origin!.op]).toBe(parent.record.ops[op]);
        expect(parent.record.outline.match[op]).toBe(op + removed - 1);
      }
      counts.add(mutation.changes.length);
    }
    expect(counts.size).toBeGreaterThan(2);
  });

  it('does not apply without donors, and refuses those of another alphabet', () => {
    const { record } = someProgram(new Alphabet());
    expect(mutateBy('splice', record, makeRandom(1))).toBeUndefined();
    const foreign = someProgram(new Alphabet()).record;
    expect(() => mutateBy('splice', record, makeRandom(1), { donors: [foreign] })).toThrow(/one alphabet/);
  });
});

describe('truncate', () => {
  it('keeps what stands in front, and cuts little as well as much', () => {
    const kept = new Set<number>();
    for (const { mutation, parent, lines } of mutants('truncate')) {
      const { op } = mutation.changes[0]!;
      expect(mutation.sequence.ops.slice(0, op)).toEqual(parent.record.ops.slice(0, op));
      kept.add(commonStart(parent.lines, lines));
    }
    expect(kept.size).toBeGreaterThan(2);
  });
});

describe('havoc', () => {
  it('makes several changes at once', () => {
    const counts = [...mutants('havoc')].map(({ mutation }) => mutation.changes.length);
    expect(Math.max(...counts)).toBeGreaterThan(6);
  });

  it('leaves most of a large test alone, however much is stacked', () => {
    const { parent, sizes } = changedBy((record, seed) => mutateBy('havoc', record, makeRandom(seed)));
    expect(sizes.length).toBeGreaterThan(50);
    expect(Math.max(...sizes)).toBeLessThan(parent / 4);
  });
});

describe('storm', () => {
  it('changes several times as much of a large test as havoc, and not all of it', () => {
    const meanShare = (operator: OperatorName): number => {
      const { parent, sizes } = changedBy((record, seed) => mutateBy(operator, record, makeRandom(seed)));
      return sizes.reduce((a, b) => a + b) / sizes.length / parent;
    };
    expect(meanShare('storm')).toBeGreaterThan(5 * meanShare('havoc'));
    expect(meanShare('storm')).toBeLessThan(0.75);
  });
});

describe('any operator', () => {
  it('changes much of a large test now and then, and mostly little', () => {
    const { parent, sizes } = changedBy((record, seed) => mutate(record, makeRandom(seed)));
    expect(Math.max(...sizes)).toBeGreaterThan(parent / 2);
    expect(sizes.filter((size) => size < parent / 8).length).toBeGreaterThan(0.75 * sizes.length);
  });
});

/** How many ops of a large parent each of 200 mutants gives up. */
function changedBy(mutant: (record: ChoiceSequence, seed: number) => Mutation | undefined): {
  readonly parent: number;
  readonly sizes: readonly number[];
} {
  const nest = (draw: Draw, size: number): void =>
    draw.scope('half', () => {
      if (size <= 1) draw.pick(9);
      else for (const half of [size >> 1, size - (size >> 1)]) nest(draw, half);
    });
  const { record } = replay((draw) => nest(draw, 2_000), { alphabet: new Alphabet() });
  const sizes = Array.from({ length: 200 }, (_, seed) =>
    (mutant(record, seed)?.changes ?? []).reduce((all, { removed }) => all + removed, 0),
  );
  return { parent: record.ops.length, sizes };
}

describe('a small change', () => {
  const sizeOf = ({ changes }: Mutation): number =>
    changes.reduce((all, { removed, added }) => all + Math.max(removed, added), 0);
  const picks = (count: number): ChoiceSequence =>
    replay(
      (draw) => {
        for (let i = 0; i < count; i++) draw.scope('pair', () => [draw.pick(9), draw.pick(9)]);
      },
      { alphabet: new Alphabet() },
    ).record;
  const only = (operator: OperatorName): MutateOptions => ({
    weights: { ...Object.fromEntries(operatorNames.map((name) => [name, 0])), [operator]: 1 },
  });
  const mutantsOf = (count: number, operator: OperatorName): readonly Mutation[] => {
    const record = picks(count);
    return Array.from({ length: 200 }, (_, seed) => mutate(record, makeRandom(seed), only(operator)));
  };

  it('of a large test has company, since alone it often makes no difference', () => {
    for (const operator of ['redraw', 'delete', 'clone', 'scatter', 'swap'] as const) {
      const sizes = mutantsOf(1_000, operator).map(sizeOf);
      expect(
        sizes.filter((size) => size < 16),
        operator,
      ).toEqual([]);
    }
  });

  it('stays alone in a small test, and where one choice is replaced', () => {
    for (const mutation of mutantsOf(50, 'redraw')) expect(mutation.changes).toHaveLength(1);
    for (const mutation of mutantsOf(1_000, 'replace')) expect(sizeOf(mutation)).toBe(1);
  });
});

describe('choosing a scope', () => {
  /** How often each opening op is chosen in 4,000 redraws. */
  function chosen(record: ChoiceSequence): Map<number, number> {
    const rng: RandomGenerator = makeRandom(5);
    const counts = new Map<number, number>();
    for (let i = 0; i < 4_000; i++) {
      const op = mutateBy('redraw', record, rng)!.changes[0]!.op - 1;
      counts.set(op, (counts.get(op) ?? 0) + 1);
    }
    return counts;
  }
  const fill = (draw: Draw, choices: number): void => {
    for (let i = 0; i < choices; i++) draw.pick(2);
  };

  it('gives a scope of 3 choices and one of 30,000 both their chance, among thousands of others', () => {
    const { record } = replay(
      (draw) => {
        draw.scope('huge', () => fill(draw, 30_000));
        draw.scope('small', () => fill(draw, 3));
        for (let i = 0; i < 2_000; i++) draw.scope('single', () => fill(draw, 1));
      },
      { alphabet: new Alphabet() },
    );
    const counts = chosen(record);
    const small = record.outline.match[0]! + 1;
    expect(Math.abs(counts.get(0)! - 4_000 / 3)).toBeLessThan(150);
    expect(Math.abs(counts.get(small)! - 4_000 / 3)).toBeLessThan(150);
    expect(counts.size).toBeGreaterThan(500);
  });

  it('counts scopes that hold the same choices once, and gives each of them its chance', () => {
    const nest = (draw: Draw, depth: number): void => {
      draw.scope(`level ${depth}`, () => {
        draw.scope('nothing', () => undefined);
        if (depth > 0) nest(draw, depth - 1);
        else fill(draw, 2);
        draw.scope('nothing', () => undefined);
      });
    };
    const { record } = replay(
      (draw) => {
        nest(draw, 9);
        draw.scope('alone', () => fill(draw, 2));
      },
      { alphabet: new Alphabet() },
    );
    const counts = chosen(record);
    const alone = record.outline.match[0]! + 1;
    expect(Math.abs(counts.get(alone)! - 2_000)).toBeLessThan(200);
    expect(counts.size).toBe(11);
    for (const [op, count] of counts) if (op !== alone) expect(Math.abs(count - 200)).toBeLessThan(75);
  });
});

describe('a sequence with nothing in it', () => {
  it('is given back as it is', () => {
    const alphabet = new Alphabet();
    const { record: emptyScopes } = replay((draw) => draw.scope('nothing', () => 1), { alphabet });
    for (const parent of [ChoiceSequence.empty(alphabet), emptyScopes]) {
      const rng = makeRandom(1);
      for (const operator of operatorNames) {
        expect(mutateBy(operator, parent, rng, { donors: [parent] })?.changes ?? []).toEqual([]);
      }
      const mutation = mutate(parent, rng, { donors: [parent] });
      expect(mutation.sequence).toBe(parent);
      expect(mutation.changes).toEqual([]);
    }
  });
});
