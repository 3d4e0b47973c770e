import { describe, expect, it } from 'vitest';
import { compileToy, EdgeCounts, ToyCrash } from '../../../src/session/demo/compiler.ts';
import { ToyTarget } from '../../../src/session/demo/target.ts';
import { programOf } from '../../../src/program/index.ts';
import type { Execution } from '../../../src/serve/index.ts';

async function shown(text: string): Promise<Execution> {
  const request = {
    program: programOf(text, 'text'),
    configurations: [{ args: [], emit: 'nothing' }],
  } as const;
  return (await new ToyTarget().execute(request))[0]!;
}

describe('the toy compiler', () => {
  it('compiles what it does not crash on, in the order of precedence', () => {
    const compile = (text: string): string => compileToy(text, new EdgeCounts()).join(' ');
    expect(compile('1 - 2 - 3')).toBe('load 1 load 2 - load 3 -');
    expect(compile('-2 ^ 3 ^ 4 * 5')).toBe('load 2 load 3 load 4 ^ ^ negate load 5 *');
    expect(() => compile('1 +')).toThrow(SyntaxError);
    expect(() => compile('0 - 0 / 0 ^ (-(0 * 0))')).toThrow(ToyCrash);
  });

  it('shows the engine other features for another path and for more rounds of the same', async () => {
    const features = async (text: string): Promise<bigint | undefined> => (await shown(text)).features?.hash;
    expect(await features('1 + 2')).toBe(await features('3 + 4'));
    expect(await features('1 + 2')).not.toBe(await features('1 * 2'));
    expect(await features('1 + 2 + 3 + 4 + 5')).not.toBe(await features('1 + 2'));
  });

  it('fails an assertion at its bug', async () => {
    expect(await shown('0 - 0 / 0 ^ (-(0 * 0))')).toMatchObject({
      outcome: 'assertion',
      text: expect.stringMatching(/^fusion:/) as string,
    });
  });
});
