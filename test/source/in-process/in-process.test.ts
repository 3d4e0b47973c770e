import { describe, expect, it } from 'vitest';

import {
  type Draw,
  DrawError,
  type Generator,
  LateDrawError,
  checkSequence,
} from '../../../src/choice/index.ts';
import { describeGenerated, inProcessSource, probe } from '../../../src/source/index.ts';

const statement = (draw: Draw): string => draw.scope('statement', () => draw.pick(['let', 'if', 'for']));

function program(draw: Draw): string {
  const lines: string[] = [];
  while (draw.boolean(0.8)) lines.push(statement(draw));
  return lines.join('\n');
}

/** Draws a bit, then does what is asked, deep inside. */
const then = (body: (draw: Draw) => unknown): Generator<unknown> =>
  function wrong(draw) {
    draw.integer(0, 9);
    return draw.scope('program', () => draw.scope('statement', () => (draw.integer(5, 7), body(draw))));
  };

const forever = (): never => {
  for (;;);
};
const recurse = (): number => 1 + recurse();

describe('an in-process source', () => {
  it('makes a fresh test, and the same test again from its record', () => {
    const source = inProcessSource(program);
    const first = source.runNow({ seed: 3 });
    const again = source.runNow({ sequence: first.record, seed: 4 });
    expect(first.outcome).toBe('ok');
    expect(again).toEqual(first.outcome === 'ok' && { ...first, freshCount: 0 });
    expect(source.name).toBe('program');
  });

  it('gives the same result with and without a watchdog', () => {
    const watched = inProcessSource(program);
    const unwatched = inProcessSource(program, { timeoutMs: Infinity, alphabet: watched.alphabet });
    for (let seed = 0; seed < 20; seed++)
      expect(watched.runNow({ seed })).toEqual(unwatched.runNow({ seed }));
  });
});

describe('a generator that never ends', () => {
  it('is an overrun of time when it loops without drawing, with the choices that led there', () => {
    const source = inProcessSource(then(forever), { timeoutMs: 500 });
    const result = source.runNow({ seed: 1 });
    expect(result).toMatchObject({ outcome: 'overrun', limit: 'time' });
    expect(result.record).toMatchObject({ choiceCount: 2, scopeCount: 2 });
    expect(checkSequence(source.alphabet, result.record.ops, result.record.words)).toBeUndefined();
  });

  it('is stopped even where it catches everything', () => {
    const stubborn = then(() => {
      for (;;) {
        try {
          forever();
        } catch {
          // As a generator with retries might do.
        }
      }
    });
    expect(inProcessSource(stubborn, { timeoutMs: 500 }).runNow({})).toMatchObject({ limit: 'time' });
  });

  it('leaves the source usable', () => {
    let isLooping = true;
    const source = inProcessSource(
      then(() => (isLooping ? forever() : 'done')),
      { timeoutMs: 500 },
    );
    expect(source.runNow({}).outcome).toBe('overrun');
    isLooping = false;
    expect(source.runNow({})).toMatchObject({ outcome: 'ok', value: 'done' });
  });

  it('is an overrun of choices, scopes or depth when it draws, opens scopes or nests them', () => {
    const draws = then((draw) => {
      for (;;) draw.pick(2);
    });
    const opens = then((draw) => {
      for (;;) draw.scope('x', () => {});
    });
    const nest = (draw: Draw): unknown => draw.scope('x', () => nest(draw));
    expect(inProcessSource(draws).runNow({ limits: { maxChoices: 1_000 } })).toMatchObject({
      limit: 'choices',
      record: { choiceCount: 1_000 },
    });
    expect(inProcessSource(opens, { limits: { maxScopes: 1_000 } }).runNow({})).toMatchObject({
      limit: 'scopes',
    });
    expect(inProcessSource(then(nest)).runNow({})).toMatchObject({ limit: 'depth' });
  });

  it('is an overrun of depth when it overflows the stack, and its record is whole', () => {
    const drawing = (draw: Draw): bigint => draw.integer(0n, 2n ** 60n) + drawing(draw);
    const nesting = (draw: Draw): number => draw.scope('x', () => draw.pick(3) + nesting(draw));
    for (const body of [recurse, drawing, nesting]) {
      const source = inProcessSource(then(body), { limits: { maxDepth: 1e9 } });
      const { record, ...rest } = source.runNow({});
      expect(rest).toMatchObject({ outcome: 'overrun', limit: 'depth' });
      expect(record.choiceCount).toBeGreaterThanOrEqual(2);
      expect(checkSequence(source.alphabet, record.ops, record.words)).toBeUndefined();
    }
  });

  it('does not get away with swallowing the overrun', () => {
    const swallow = then((draw) => {
      try {
        for (;;) draw.pick(2);
      } catch {
        return 'fine';
      }
    });
    expect(inProcessSource(swallow, { limits: { maxChoices: 100 } }).runNow({}).outcome).toBe('overrun');
  });
});

describe('a generator that fails', () => {
  it.each<[string, (draw: Draw) => unknown, RegExp]>([
    [
      'throws',
      () => {
        throw new Error('no such type');
      },
      /Error: no such type/,
    ],
    [
      'throws what is no error',
      () => {
        throw 'oops';
      },
      /thrown: oops/,
    ],
    ['draws from an empty pick', (draw) => draw.pick([]), /DrawError: pick from an empty list/],
    ['draws from an empty weighted choice', (draw) => draw.weighted([]), /DrawError: .* empty list/],
    ['asks for an impossible integer', (draw) => draw.integer(2, 1), /lower bound is above/],
  ])('is reported with scope path and choices when it %s', (_how, body, message) => {
    const result = inProcessSource(then(body)).runNow({ seed: 1 });
    expect(result).toMatchObject({ outcome: 'failed', scopePath: ['program', 'statement'] });
    expect(result.record).toMatchObject({ choiceCount: 2, scopeCount: 2 });
    const lines = describeGenerated(result);
    const [line, where, choices] = lines.filter((each) => !each.startsWith('at: '));
    expect(line).toMatch(/^the generator failed after 2 choices in 2 scopes: /);
    expect(line).toMatch(message);
    if (lines.length > 3) expect(lines[1]).toContain('in-process.test.ts:');
    expect(where).toBe('in: program > statement');
    expect(choices).toMatch(/^last choices: integer \d of 0\.\.9, integer [567] of 5\.\.7$/);
  });

  it('is told to be synchronous when it returns a promise', () => {
    const result = inProcessSource(async (draw) => draw.pick(3)).runNow({});
    expect(result.outcome === 'failed' && result.error).toEqual(
      new DrawError('the generator returned a promise; generators must be synchronous'),
    );
  });

  it('hears of it when it draws after its end', () => {
    const escaped = inProcessSource((draw) => draw).runNow({});
    if (escaped.outcome !== 'ok') throw new Error('it should have ended well');
    expect(() => escaped.value.pick(2)).toThrow(LateDrawError);
  });
});

describe('the probe', () => {
  it('accepts a source that works', () => {
    expect(() => probe(inProcessSource(program), 1, Object.is)).not.toThrow();
  });

  it('refuses a generator that draws nothing', () => {
    const constant = inProcessSource(() => 'always the same', { name: 'constant' });
    expect(() => probe(constant, 1)).toThrow('the generator "constant" draws nothing');
  });

  it('refuses a generator that depends on more than its choices', () => {
    let calls = 0;
    const stateful = inProcessSource((draw) => draw.pick(3) + calls++, { name: 'stateful' });
    expect(() => probe(stateful, 1, Object.is)).toThrow('"stateful" is not deterministic');
    const moody = inProcessSource((draw) => (calls++ % 2 === 0 ? draw.pick(3) : 0), { name: 'moody' });
    expect(() => probe(moody, 1)).toThrow('"moody" is not deterministic');
  });

  it('says why when no test could be made', () => {
    const broken = inProcessSource((draw) => draw.pick([]), { name: 'broken' });
    expect(() => probe(broken, 1)).toThrow(
      expect.objectContaining({
        message: 'the generator "broken" made no test in 10 tries',
        hints: [
          expect.stringContaining('pick from an empty list'),
          expect.stringMatching(/in-process\.test\.ts:\d+:/),
        ],
      }),
    );
  });
});
