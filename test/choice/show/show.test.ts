import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { program } from '../csmith-like.ts';
import { Alphabet } from '../../../src/choice/sequence/alphabet.ts';
import { ChoiceSequence } from '../../../src/choice/sequence/sequence.ts';
import type { Draw } from '../../../src/choice/engine/draw.ts';
import { findScopes, listEvents, showSequence } from '../../../src/choice/show/show.ts';
import { grouped, printable } from '../../../src/util/text.ts';
import { Meanings } from '../../../src/choice/sequence/meanings.ts';
import { replay } from '../../../src/choice/engine/replay.ts';
import { randomSteps, record } from '../random-sequences.ts';

function drawn(generator: (draw: Draw) => void): ChoiceSequence {
  const replayed = replay(generator, { alphabet: new Alphabet(), seed: 3 });
  if (replayed.outcome !== 'ok') throw new Error(replayed.outcome);
  return replayed.record;
}

const small = drawn((draw) => {
  draw.scope('function', () => {
    draw.scope('type', () => draw.pick(1));
    draw.scope('body', () => {
      for (let i = 0; i < 3; i++) {
        draw.scope('statement', () => {
          draw.integer(4, 4);
          draw.scope('expression', () => draw.scope('constant', () => draw.word(1)));
        });
      }
    });
  });
});
const large = drawn((draw) => program(draw, 5_000));

describe('a sequence shown to a person', () => {
  it('has scopes that fit on a line, and the others unfolded', () => {
    const word = /word 0x[01] of 1 bits/;
    expect([...showSequence(small, { columns: 100 })].map((line) => line.replace(word, 'W'))).toEqual([
      'function: 7 choices in 11 scopes',
      '  type { pick 0 of 0..0 }',
      '  body: 6 choices in 9 scopes',
      '    statement { integer 4 of 4..4, expression { constant { W } } }',
      '    statement { integer 4 of 4..4, expression { constant { W } } }',
      '    statement { integer 4 of 4..4, expression { constant { W } } }',
    ]);
  });

  it('is folded below a depth, with the sizes', () => {
    expect([...showSequence(small, { depth: 0 })]).toEqual(['function … 7 choices in 11 scopes']);
    expect([...showSequence(small, { depth: 1 })]).toEqual([
      'function: 7 choices in 11 scopes',
      '  type { pick 0 of 0..0 }',
      '  body … 6 choices in 9 scopes',
    ]);
  });

  it('stays on a screen and within its columns by default', () => {
    for (const columns of [40, 80, 132]) {
      const lines = [...showSequence(large, { columns })];
      expect(lines.length).toBeLessThanOrEqual(60);
      expect(lines.length).toBeGreaterThan(5);
      for (const line of lines) expect(line.length).toBeLessThanOrEqual(columns);
    }
  });

  it('is complete when everything is asked for', () => {
    const text = [...showSequence(large, { full: true })].join('\n');
    expect(text).not.toContain('…');
    expect(text.match(/(pick|weighted|integer|word) \S+ (of|\()/g)).toHaveLength(large.choiceCount);
  });

  it('cuts long lists, and says how much is left', () => {
    const list = drawn((draw) => {
      for (let i = 0; i < 100; i++) draw.pick(1);
    });
    const lines = [...showSequence(list)];
    expect(lines).toHaveLength(25);
    expect(lines.at(-1)).toBe('… and more: 76 choices');
  });

  it('joins chains of scopes', () => {
    const chain = drawn((draw) =>
      draw.scope('a', () => draw.scope('b', () => draw.scope('c', () => void (draw.pick(1), draw.pick(2))))),
    );
    expect([...showSequence(chain, { columns: 30 })][0]).toBe('a > b > c: 2 choices');
  });

  it('names the options it knows', () => {
    const alphabet = new Alphabet();
    const meanings = new Meanings(alphabet);
    const { record: sequence } = replay(
      (draw) => draw.scope('s', () => [draw.pick(['if', 'if']), draw.boolean(1), draw.pick(3)]),
      { alphabet, meanings },
    );
    const text = [...showSequence(sequence, { meanings: meanings.all() })].join();
    expect(text).toMatch(
      /^s \{ pick if \(\d of 0\.\.1\), weighted true \(1 of 0\.\.1\), pick \d of 0\.\.2 \}$/,
    );
  });

  it('shows only the scopes that are asked for', () => {
    expect([...showSequence(small, { scope: 'type' })]).toEqual(['type { pick 0 of 0..0 }']);
    expect(findScopes(small, 'body/statement')).toHaveLength(3);
    expect(findScopes(small, 'function/body/statement')).toHaveLength(3);
    expect(findScopes(small, 'statement/expression/constant')).toHaveLength(3);
    expect(findScopes(small, 'type/statement')).toEqual([]);
    expect([...showSequence(large, { scope: 'Statement::make_random', depth: 0 })].at(-1)).toMatch(
      /^… \d+ more of these scopes$/,
    );
  });

  it('never sends control characters to a terminal', () => {
    const nasty = drawn((draw) => draw.scope('\x1b[2J\u202e\n\u0085', () => draw.pick(1)));
    expect([...showSequence(nasty)]).toEqual(['\\u{1b}[2J\\u{202e}\\u{a}\\u{85} { pick 0 of 0..0 }']);
    expect(printable('Ärger 😀')).toBe('Ärger 😀');
  });

  it('can be of any shape, and nested deeper than the stack', () => {
    fc.assert(
      fc.property(randomSteps, fc.integer({ min: 0, max: 9 }), (steps, depth) => {
        const sequence = record(new Alphabet(), steps, 1);
        for (const line of showSequence(sequence, { depth, columns: 60 })) {
          expect(line.length).toBeLessThanOrEqual(60);
        }
        const events = [...listEvents(sequence)];
        expect(events).toHaveLength(sequence.choiceCount + sequence.scopeCount);
      }),
    );
    const alphabet = new Alphabet();
    const deep = 20_000;
    const ops = new Uint16Array(3 * deep);
    for (let i = 0; i < deep; i++) {
      ops[2 * i] = alphabet.label('deep');
      ops[2 * i + 1] = alphabet.pick(2);
    }
    const sequence = new ChoiceSequence(alphabet, ops, new Uint32Array(deep));
    expect([...showSequence(sequence, { depth: 2 })]).toHaveLength(5);
    expect([...listEvents(sequence)].at(-1)).toEqual({ depth: deep, kind: 'pick', min: 0, max: 1, value: 0 });
  });

  it('groups the digits of large numbers', () => {
    expect([0, 999, 1_000, 1_234_567].map(grouped)).toEqual(['0', '999', '1,000', '1,234,567']);
  });
});
