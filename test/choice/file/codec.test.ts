import { readdirSync, readFileSync } from 'node:fs';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Alphabet } from '../../../src/choice/sequence/alphabet.ts';
import { ChoiceSequence, checkSequence } from '../../../src/choice/sequence/sequence.ts';
import { decodeSequence, encodeSequence, readSummary } from '../../../src/choice/file/codec.ts';
import type { Envelope } from '../../../src/choice/file/envelope.ts';
import { SequenceFileError } from '../../../src/choice/file/sequence-file-error.ts';
import { randomSteps, record, tell } from '../random-sequences.ts';
import { runs } from '../../runs.ts';

const envelope: Envelope = { source: { name: 'csmith', version: '2.3.0' } };
const seeds = fc.integer({ min: 0, max: 1_000_000 });

describe('a sequence that was written and read', () => {
  it('is the same in its own alphabet', () => {
    fc.assert(
      fc.property(randomSteps, seeds, fc.constantFrom(0, 1, 4_096), (steps, seed, maxIntegerSites) => {
        const alphabet = new Alphabet({ maxIntegerSites });
        const sequence = record(alphabet, steps, seed);
        const decoded = decodeSequence(encodeSequence(sequence, envelope), alphabet).sequence;
        expect(decoded.equals(sequence)).toBe(true);
        expect(decoded.choiceCount).toBe(sequence.choiceCount);
      }),
      { numRuns: runs(300) },
    );
  });

  it('says the same in any other alphabet, and is in order there', () => {
    fc.assert(
      fc.property(
        randomSteps,
        randomSteps,
        seeds,
        fc.constantFrom(0, 3, 4_096),
        (steps, others, seed, max) => {
          const sequence = record(new Alphabet(), steps, seed);
          const alphabet = new Alphabet({ maxIntegerSites: max });
          record(alphabet, others, seed);
          const decoded = decodeSequence(encodeSequence(sequence, envelope), alphabet).sequence;
          expect(tell(decoded)).toEqual(tell(sequence));
          expect(checkSequence(alphabet, decoded.ops, decoded.words)).toBeUndefined();
        },
      ),
      { numRuns: runs(300) },
    );
  });

  it('gives the same bytes in every alphabet', () => {
    fc.assert(
      fc.property(
        randomSteps,
        randomSteps,
        seeds,
        fc.constantFrom(0, 3, 4_096),
        (steps, others, seed, max) => {
          const bytes = encodeSequence(record(new Alphabet(), steps, seed), envelope);
          const alphabet = new Alphabet({ maxIntegerSites: max });
          record(alphabet, others, seed);
          expect(encodeSequence(decodeSequence(bytes, alphabet).sequence, envelope)).toEqual(bytes);
        },
      ),
      { numRuns: runs(300) },
    );
  });

  it('may be empty, and may end a great many scopes at once', () => {
    const alphabet = new Alphabet();
    const label = alphabet.label('deep');
    for (const depth of [0, 1, 14, 15, 16, 31, 45, 5_000]) {
      const ops = new Uint16Array(2 * depth).fill(label, 0, depth);
      const sequence = new ChoiceSequence(alphabet, ops, new Uint32Array(0));
      const { sequence: decoded } = decodeSequence(encodeSequence(sequence, envelope), alphabet);
      expect(decoded.equals(sequence)).toBe(true);
    }
  });

  it('may have more different questions than an alphabet has room for', () => {
    const alphabet = new Alphabet({ maxIntegerSites: 10 });
    const steps = Array.from({ length: 30_000 }, (_, i) => ({
      kind: 'integer' as const,
      min: 0n,
      max: BigInt(i),
    }));
    const sequence = record(alphabet, steps, 1);
    expect(decodeSequence(encodeSequence(sequence, envelope), alphabet).sequence.equals(sequence)).toBe(true);
  });

  it('keeps every text that can be a label', () => {
    const alphabet = new Alphabet();
    const steps = ['', '\0', 'Ärger', '語', '😀', '\ud800', 'x'.repeat(20_000)].map((label) => ({
      kind: 'scope' as const,
      label,
      body: [],
    }));
    const sequence = record(alphabet, steps, 1);
    expect(tell(decodeSequence(encodeSequence(sequence, envelope), new Alphabet()).sequence)).toEqual(
      tell(sequence),
    );
  });
});

describe('an envelope', () => {
  const empty = ChoiceSequence.empty(new Alphabet());
  const through = (written: Envelope): Envelope =>
    decodeSequence(encodeSequence(empty, written), empty.alphabet).envelope;

  it('comes back as it was, unknown fields included', () => {
    const full: Envelope = {
      ...envelope,
      seed: 2 ** 53 - 1,
      meanings: [{ label: 'statement', kind: 'pick', names: ['if', null, 'for'] }],
      provenance: { mutator: 'splice', parents: ['a', 'b'], at: [1, 2.5, -3], isFresh: false, none: null },
      more: { later: { x: [1] }, another: 'field' },
    };
    expect(through(full)).toEqual(full);
    expect(through(through(full))).toEqual(full);
  });

  it('gives the same bytes however its fields are ordered', () => {
    const one = { ...envelope, provenance: { a: 1, b: { c: 2, d: 3 } }, more: { x: 1, y: 2 } };
    const other = { more: { y: 2, x: 1 }, provenance: { b: { d: 3, c: 2 }, a: 1 }, ...envelope };
    expect(encodeSequence(empty, other)).toEqual(encodeSequence(empty, one));
  });

  it('keeps its bytes when texts in it are no good Unicode', () => {
    const bytes = encodeSequence(empty, { ...envelope, provenance: '\ud83d' });
    const decoded = decodeSequence(bytes, empty.alphabet);
    expect(decoded.envelope.provenance).toBe('\ufffd');
    expect(encodeSequence(empty, decoded.envelope)).toEqual(bytes);
  });

  it('takes nothing that other languages cannot read', () => {
    for (const value of [() => 1, new Date(), 1n, new Map()]) {
      const wrong = { ...envelope, provenance: value as unknown as string };
      expect(() => encodeSequence(empty, wrong)).toThrow(TypeError);
    }
    expect(() => encodeSequence(empty, { ...envelope, more: { seed: 1 } })).toThrow('field of its own');
  });

  it('can be read alone, with the counts', () => {
    const sequence = record(
      new Alphabet(),
      [{ kind: 'scope', label: 'a', body: [{ kind: 'pick', size: 3 }] }],
      1,
    );
    expect(readSummary(encodeSequence(sequence, { ...envelope, seed: 7 }))).toEqual({
      formatVersion: 1,
      envelope: { ...envelope, seed: 7 },
      choiceCount: 1,
      scopeCount: 1,
    });
  });
});

describe('a sequence of another source', () => {
  const bytes = encodeSequence(ChoiceSequence.empty(new Alphabet()), envelope);
  const complaint = (name: string, version: string): SequenceFileError | undefined => {
    try {
      decodeSequence(bytes, new Alphabet(), { name, version });
    } catch (error) {
      if (error instanceof SequenceFileError) return error;
      throw error;
    }
    return undefined;
  };

  it('is refused with the names of both', () => {
    expect(complaint('csmith', '2.3.0')).toBeUndefined();
    expect(complaint('yarpgen', '2.3.0')).toMatchObject({
      reason: 'other-source',
      message: 'made by generator "csmith", not "yarpgen"',
    });
  });

  it('is refused with both versions', () => {
    const error = complaint('csmith', '2.4.0');
    expect(error?.reason).toBe('other-source');
    expect(error?.message).toBe('made by version 2.3.0 of generator "csmith"; this is version 2.4.0');
    expect(error?.hints.join()).toContain('replay it anew');
  });
});

describe('files of earlier versions', () => {
  const folder = 'test/choice/golden';
  const names = readdirSync(folder).filter((name) => name.endsWith('.cgseq'));

  it('are there', () => expect(names.length).toBeGreaterThanOrEqual(3));

  it.each(names)('say for ever what they said when they were written: %s', (name) => {
    const bytes = readFileSync(`${folder}/${name}`);
    const expected: unknown = JSON.parse(readFileSync(`${folder}/${name}.json`, 'utf8'));
    const decoded = decodeSequence(bytes, new Alphabet());
    expect({ envelope: decoded.envelope, content: tell(decoded.sequence) }).toEqual(expected);
  });
});
