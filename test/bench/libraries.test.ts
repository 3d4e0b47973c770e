import { describe, expect, it } from 'vitest';
import { blocksIn, withHooks } from '../../bench/libraries/blocks.ts';
import { chainsFor, chainsHeader } from '../../bench/libraries/plant.ts';

describe('blocks after conditions', () => {
  it('are those in braces, outside of comments, literals and the preprocessor', () => {
    const text = [
      '#define IF if (x) {',
      'int f(int x) {',
      '  /* if (x) { */ char c = \'"\'; char *s = "if (x) {";',
      '  if (x == (1 + g(")")) /* why */)',
      '  { return 1; } else if (x) return 2; else { x++; }',
      '  for (;;) { while (x) { x--; } }',
      '  do { switch (x) { case 1: break; } } while (x);',
      '}',
    ].join('\n');
    const hooked = withHooks(text, (block) => block);
    expect(blocksIn(text)).toHaveLength(4);
    expect(hooked).toContain('{ PLANTED(0); return 1; } else if (x) return 2; else { PLANTED(1); x++; }');
    expect(hooked).toContain('for (;;) { PLANTED(2); while (x) { PLANTED(3); x--; } }');
    expect(withHooks(text, () => undefined)).toBe(text);
  });
});

describe('planted bugs', () => {
  const inputs = Array.from({ length: 30 }, (_, input) =>
    Array.from({ length: 40 }, (_each, block) => block).filter((block) => input % (1 + (block % 7)) === 0),
  );

  it('are the same each time, stand in a valid input each, and share no block', () => {
    const chains = chainsFor('a', inputs);
    expect(chainsFor('a', inputs)).toEqual(chains);
    expect(chainsFor('b', inputs)).not.toEqual(chains);
    expect(chains.map(({ length }) => length)).toEqual([1, 1, 2, 2, 2, 3, 3, 3]);
    expect(new Set(chains.flat()).size).toBe(17);
    for (const chain of chains)
      expect(inputs.some((blocks) => chain.every((block) => blocks.includes(block)))).toBe(true);
  });

  it('begin in the middle of their row if they are short', () => {
    expect(chainsHeader([[5], [7, 8]])).toContain('{{-1, -1, 5}, {-1, 7, 8}};');
    expect(chainsHeader([[5], [7, 8]])).toContain('first_stage[] = {2, 1};');
  });
});
