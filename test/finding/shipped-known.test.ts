/** The list of known bugs that comes with cgfuzz. */
import { existsSync } from 'node:fs';
import { expect, it } from 'vitest';
import { KnownBugs } from '../../src/finding/index.ts';

it('can be read, and each of its bugs has a place where a person reads more', () => {
  const bugs = KnownBugs.read('docs/known.json').all();
  expect(bugs.length).toBeGreaterThan(0);
  for (const { signature, address, shows } of bugs) {
    expect(signature).toMatch(
      /^(?:(?:depends|refused) \| (?:clang|gcc)|assertion \| \S+:|signal \|) .+ \| .+/,
    );
    expect(address.startsWith('https://') || existsSync(address), address).toBe(true);
    expect(shows.length).toBeGreaterThan(0);
  }
});
