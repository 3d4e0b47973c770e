import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { newestHere, nextPost, postsOf } from '../../src/session/hunt/hunt.ts';
import { huntSources, plainLevels } from '../../src/session/hunt/table.ts';
import { temporaryFolder } from '../temporary-folder.ts';

function worldWith(...compilers: readonly string[]) {
  const cache = temporaryFolder();
  for (const name of compilers) {
    mkdirSync(join(cache, 'compilers', name), { recursive: true });
    writeFileSync(join(cache, 'compilers', name, 'compiler.json'), JSON.stringify({ name }));
  }
  return { cache, searchPath: process.env['PATH']!, env: {} };
}

const options = { dir: 'hunt', jobs: 1, seed: 1, known: 'known.json' };

describe('a hunt', () => {
  it('takes the newest compilers that are here, and says what to do if there are none', () => {
    const world = worldWith('clang-9', 'clang-22', 'clang-24', 'gcc-15', 'gcc-16', 'gcc-snapshot', 'llvm-23');
    expect(newestHere(world)).toEqual(['clang-24', 'clang-22', 'gcc-snapshot', 'gcc-16']);
    expect(() => newestHere(worldWith())).toThrow('no compiler of another release is here');
  });

  it('gives four fifths to plain levels, and makes no code for AArch64 with a gcc', () => {
    const posts = postsOf(['clang-24', 'gcc-16'], worldWith(), options);
    const plain = posts.filter(({ settings }) => settings.options === 'none');
    const share = (these: typeof posts): number => these.reduce((sum, each) => sum + each.share, 0);
    expect(share(posts)).toBeCloseTo(1);
    expect(share(plain)).toBeCloseTo(0.8);
    const levels = new Set(plainLevels.map(({ args }) => args.join(' ')));
    for (const { settings } of plain) expect(levels).toContain(settings.args.join(' '));
    const gcc = posts.filter(({ settings }) => settings.target === 'gcc-16');
    expect(gcc.filter(({ settings }) => settings.args.join().includes('aarch64'))).toEqual([]);
  });

  it('gives each campaign its share after many turns', () => {
    const posts = postsOf(['clang-24'], worldWith(), options);
    const spent = new Map<string, number>();
    const turns = 5_000;
    for (let turn = 0; turn < turns; turn++) {
      const { name } = nextPost(posts, spent);
      spent.set(name, (spent.get(name) ?? 0) + 1);
    }
    for (const { name, share } of posts)
      expect(Math.abs(spent.get(name)! / turns - share)).toBeLessThan(0.001);
  });

  it('has shares that are percents', () => {
    for (const rows of [huntSources, plainLevels])
      expect(rows.map(({ share }) => share).reduce((sum, share) => sum + share, 0)).toBe(100);
  });
});
