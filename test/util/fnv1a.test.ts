import { expect, it } from 'vitest';
import { fnv1a } from '../../src/util/fnv1a.ts';

it('is FNV-1a, as published for these texts', () => {
  const hash = (text: string): string => (fnv1a(text) >>> 0).toString(16);
  expect([hash(''), hash('a'), hash('foobar')]).toEqual(['811c9dc5', 'e40c292c', 'bf9cf968']);
});

it('goes on from another hash', () => {
  expect(fnv1a('bar', fnv1a('foo'))).toBe(fnv1a('foobar'));
});
