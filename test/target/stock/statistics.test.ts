/** Statistics of gcc as features: the real compiler, and the same answers as without them. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTarget, type Target } from '../../../src/target/index.ts';
import { readStatistics } from '../../../src/target/stock/statistics.ts';
import { ask, world } from '../world.ts';

const loop =
  'int a[64], b[64];\nint f(int n) { int s = 0; for (int i = 0; i < n; i++) { a[i] = b[i] * 3; s += a[i]; } return s; }\n';

describe('a gcc with statistics', () => {
  let target: Target;
  let plain: Target;
  beforeAll(async () => {
    [target, plain] = [await openTarget('gcc-12+statistics', world), await openTarget('gcc-12', world)];
  });
  afterAll(async () => {
    await target.close();
    await plain.close();
  });

  it('makes the object that gcc makes, and says what gcc says', async () => {
    const question = { source: `${loop}int g(void) { int unused; return 0; }\n`, args: ['-O3', '-Wall'] };
    const [ours, theirs] = [await ask(target, question), await ask(plain, question)];
    expect(ours.text).toBe(theirs.text);
    expect(ours.text).toContain('unused variable');
    expect(Buffer.from(ours.output).equals(Buffer.from(theirs.output))).toBe(true);
  });

  it('shows the same features for the same program, and more for a loop than for nothing', async () => {
    const [first, again, nothing] = [
      await ask(target, { source: loop, args: ['-O3'] }),
      await ask(target, { source: loop, args: ['-O3'] }),
      await ask(target, { source: 'void f(void) {}\n', args: ['-O3'] }),
    ];
    expect(first.features!.hash).toBe(again.features!.hash);
    expect(first.features!.hitCount).toBeGreaterThan(nothing.features!.hitCount + 20);
    expect(again.features!.fresh.length).toBe(0);
  });

  it('refuses what gcc refuses, with its text', async () => {
    const { outcome, text } = await ask(target, { source: 'int f( {' });
    expect(outcome).toBe('rejected');
    expect(text).toMatch(/error: expected/);
    expect(text).not.toContain('cgfuzz');
  });

  it('is offered for compilers of gcc alone', async () => {
    await expect(openTarget('tcc+statistics', world)).rejects.toMatchObject({
      message: expect.stringContaining('no statistics'),
    });
  });
});

it('reads sums behind what the compiler said, and nothing where there are none', () => {
  const text = 'x.c:1: warning: y\n#cgfuzz-statistics\n12 44 fre RPO blocks\n-1 44 fre odd\nnoise\n';
  expect(readStatistics(text)).toEqual({
    text: 'x.c:1: warning: y\n',
    hits: [
      ['44 fre RPO blocks', 12],
      ['44 fre odd', 1],
    ],
  });
  expect(readStatistics('only words\n')).toEqual({ text: 'only words\n', hits: [] });
});
