/** Calls of Node that src does without, because they have been seen to go wrong. */
import { expect, it } from 'vitest';
import { readSources } from './layers.ts';

it('no file of src makes folders by the recursive mkdir of Node, which never returns below /proc', () => {
  const sources = readSources('src');
  expect(sources.length).toBeGreaterThan(100);
  const guilty = sources.filter(({ text }) => /\bmkdir(Sync)?\([^;]*recursive/.test(text));
  expect(guilty.map(({ path }) => path)).toEqual([]);
});
