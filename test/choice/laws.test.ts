/** The laws of recording and replay, over random generators. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { Alphabet } from '../../src/choice/sequence/alphabet.ts';
import {
  applyEdits,
  checkSequence,
  type ChoiceSequence,
  endOf,
  splitAt,
} from '../../src/choice/sequence/sequence.ts';
import type { Limits, Replayed, ReplayOptions } from '../../src/choice/engine/replay-options.ts';
import { replay } from '../../src/choice/engine/replay.ts';
import type { ResyncStrategy } from '../../src/choice/engine/cursor.ts';
import { contentOf, events, scopesOf, sequenceOf } from './hostile-sequences.ts';
import { generatorOf, plans } from './random-generators.ts';
import { runs } from '../runs.ts';

const strategies: readonly ResyncStrategy[] = ['scopes', 'depth', 'position'];

/** Small tables of integer sites make many choices inline. */
const maxIntegerSites = fc.constantFrom(0, 1, 3, 4_096);
const seeds = fc.integer();

const tightLimits: fc.Arbitrary<Limits> = fc.record({
  maxChoices: fc.oneof(fc.nat({ max: 300 }), fc.constant(1_000)),
  maxScopes: fc.oneof(fc.nat({ max: 300 }), fc.constant(1_000)),
  maxDepth: fc.oneof(fc.nat({ max: 20 }), fc.constant(200)),
});

/** All that a run gave, for comparing; errors are compared by their text. */
function resultOf(replayed: Replayed<unknown>): unknown {
  const { record: _record, freshCount: _freshCount, ...rest } = replayed;
  return rest.outcome === 'failed' ? { ...rest, error: String(rest.error) } : rest;
}

function checkValid(sequence: ChoiceSequence): void {
  expect(checkSequence(sequence.alphabet, sequence.ops, sequence.words)).toBeUndefined();
}

describe('identity', () => {
  it.each(strategies)('an unmutated record replays exactly, with no fresh draw, by %s', (resync) => {
    fc.assert(
      fc.property(
        plans,
        seeds,
        seeds,
        maxIntegerSites,
        fc.boolean(),
        (plan, seed, otherSeed, sites, isolated) => {
          const alphabet = new Alphabet({ maxIntegerSites: sites });
          const generator = generatorOf(plan, { isolated });
          const first = replay(generator, { alphabet, seed });
          checkValid(first.record);
          const again = replay(generator, { alphabet, seed: otherSeed, sequence: first.record, resync });
          expect(resultOf(again)).toEqual(resultOf(first));
          expect(again.record.equals(first.record)).toBe(true);
          expect(again.freshCount).toBe(0);
        },
      ),
      { numRuns: runs(100, 300) },
    );
  });
});

describe('canonicity', () => {
  it.each(strategies)('the record of a replay of anything replays to itself, by %s', (resync) => {
    fc.assert(
      fc.property(
        plans,
        events,
        seeds,
        maxIntegerSites,
        fc.constantFrom(2_000, Infinity),
        tightLimits,
        (plan, list, seed, sites, budget, limits) => {
          const alphabet = new Alphabet({ maxIntegerSites: sites });
          const generator = generatorOf(plan, { budget });
          replay(generator, { alphabet, seed, limits });
          const options: ReplayOptions = { alphabet, seed, resync, limits };
          const first = replay(generator, { ...options, sequence: sequenceOf(alphabet, list) });
          const again = replay(generator, { ...options, seed: seed + 1, sequence: first.record });
          expect(again.record.equals(first.record)).toBe(true);
          expect(resultOf(again)).toEqual(resultOf(first));
          expect(again.freshCount).toBe(0);
        },
      ),
      { numRuns: runs(100, 300) },
    );
  });
});

describe('totality', () => {
  it.each(strategies)('any sequence through any generator ends within its limits, by %s', (resync) => {
    const outcomes = new Set<string>();
    fc.assert(
      fc.property(
        plans,
        events,
        seeds,
        tightLimits,
        fc.option(fc.double({ noNaN: false }), { nil: undefined }),
        (plan, list, seed, limits, filling) => {
          const alphabet = new Alphabet();
          const generator = generatorOf(plan, { budget: Infinity });
          replay(generator, { alphabet, seed, limits });
          const sequence = sequenceOf(alphabet, list);
          checkValid(sequence);
          const result = replay(generator, {
            alphabet,
            sequence,
            resync,
            seed,
            limits,
            ...(filling === undefined ? {} : { filler: () => filling }),
          });
          checkValid(result.record);
          expect(result.record.choiceCount).toBeLessThanOrEqual(limits.maxChoices!);
          expect(result.record.scopeCount).toBeLessThanOrEqual(limits.maxScopes!);
          if (result.outcome === 'failed')
            expect(String(result.error)).toContain('a generator that gives up');
          outcomes.add(result.outcome === 'overrun' ? result.limit : result.outcome);
        },
      ),
      { numRuns: runs(100, 300) },
    );
    for (const outcome of ['choices', 'depth', 'ok', 'scopes']) expect(outcomes).toContain(outcome);
  });
});

describe('locality', () => {
  /** Any change of what stands inside a scope. */
  const edits = fc.record({
    kind: fc.constantFrom('empty', 'foreign', 'other scope', 'front lost'),
    events,
    scope: fc.nat(),
    other: fc.nat(),
  });

  it('an edit inside a scope leaves the record outside it alone, where nothing outside depends on it', () => {
    let edited = 0;
    let changedInside = 0;
    fc.assert(
      fc.property(plans, seeds, maxIntegerSites, edits, (plan, seed, sites, edit) => {
        const alphabet = new Alphabet({ maxIntegerSites: sites });
        const generator = generatorOf(plan, { isolated: true });
        const { record } = replay(generator, { alphabet, seed });
        const scopes = scopesOf(record);
        fc.pre(scopes.length > 0);
        const scope = scopes[edit.scope % scopes.length]!;
        const { from, to } = contentOf(record, scope);
        const mutant = applyEdits(record, [
          { from, to, ...newContent(record, from, to, edit, scopes[edit.other % scopes.length]!) },
        ]);
        checkValid(mutant);
        const { record: after } = replay(generator, { alphabet, seed: seed + 1, sequence: mutant });
        const tail = record.ops.length - to;
        expect(after.ops.slice(0, from)).toEqual(record.ops.slice(0, from));
        expect(after.ops.slice(after.ops.length - tail)).toEqual(record.ops.slice(to));
        expect(after.outline.match[scope]).toBe(after.ops.length - tail);
        const word = record.outline.word;
        const tailWords = record.words.length - word[to]!;
        expect(after.words.slice(0, word[from])).toEqual(record.words.slice(0, word[from]));
        expect(after.words.slice(after.words.length - tailWords)).toEqual(record.words.slice(word[to]));
        edited++;
        if (!after.equals(record)) changedInside++;
      }),
      { numRuns: runs(300, 1_000) },
    );
    expect(changedInside).toBeGreaterThan(edited / 4);
  });

  function newContent(
    record: ChoiceSequence,
    from: number,
    to: number,
    edit: { readonly kind: string; readonly events: Parameters<typeof sequenceOf>[1] },
    other: number,
  ): { readonly ops?: Uint16Array; readonly words?: Uint32Array } {
    switch (edit.kind) {
      case 'foreign': {
        const { ops, words } = sequenceOf(record.alphabet, edit.events);
        return { ops, words };
      }
      case 'other scope': {
        const { ops, words } = contentOf(record, other);
        return { ops, words };
      }
      case 'front lost': {
        if (from === to) return {};
        const rest = record.outline.match[from]! + 1;
        const { word } = record.outline;
        return { ops: record.ops.slice(rest, to), words: record.words.slice(word[rest], word[to]) };
      }
      default:
        return {};
    }
  }
});

describe('parts', () => {
  it('what begins at an op ends where its outline says, and a split there loses nothing', () => {
    fc.assert(
      fc.property(plans, seeds, maxIntegerSites, (plan, seed, sites) => {
        const alphabet = new Alphabet({ maxIntegerSites: sites });
        const { record } = replay(generatorOf(plan, { isolated: false }), { alphabet, seed });
        const { match, word } = record.outline;
        for (let op = 0; op < record.ops.length; op = endOf(record, op)) {
          expect(endOf(record, op)).toBe(match[op]! + 1);
          const [before, after] = splitAt(record, op);
          checkValid(before);
          checkValid(after);
          expect(before.words.length).toBe(word[op]);
          expect(before.choiceCount + after.choiceCount).toBe(record.choiceCount);
          expect([...before.ops, ...after.ops]).toEqual([...record.ops]);
          expect([...before.words, ...after.words]).toEqual([...record.words]);
        }
      }),
    );
  });
});
