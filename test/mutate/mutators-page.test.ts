import { readFileSync, writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { operatorNames } from '../../src/mutate/index.ts';
import { mutatorsPage } from './mutators-page.ts';

const file = 'docs/mutators.md';

it('docs/mutators.md shows what each operator does today', () => {
  const page = mutatorsPage();
  if (process.env['CGFUZZ_DRAW'] === '1') writeFileSync(file, page);
  expect(readFileSync(file, 'utf8')).toBe(page);
  for (const operator of operatorNames) expect(page).toContain(`\n## ${operator}\n`);
});
