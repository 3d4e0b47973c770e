import { expect, it } from 'vitest';
import { sumOf } from '../../src/fleet/lines-of-fleet.ts';
import { emptyLine } from './lines.ts';

it('adds up what the target refuses, and tells the clearest construct first', () => {
  const list = { source: 's', label: 'list', tests: 100, refused: 30, others: 100, othersRefused: 20 };
  const key = { source: 's', label: 'key', tests: 50, refused: 40, others: 150, othersRefused: 20 };
  const lines = [{ ...emptyLine, refused: [list] }, emptyLine, { ...emptyLine, refused: [key, list] }];
  expect(sumOf(lines).refused).toEqual([
    key,
    { source: 's', label: 'list', tests: 200, refused: 60, others: 200, othersRefused: 40 },
  ]);
  expect(sumOf([emptyLine, emptyLine])).not.toHaveProperty('refused');
});
