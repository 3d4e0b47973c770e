import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isPassOf, truthOf } from '../../bench/planted/truth.ts';
import { Laboratory } from '../../src/laboratory/index.ts';
import { programOf } from '../../src/program/index.ts';
import { historicBugs, plantedFolder, plantNames } from '../../lab/planted/names.ts';
import { patchOfADay } from '../../bench/planted/patch-of-a-day.ts';
import { findPlanted, world } from '../target/world.ts';

const { name: planted, has } = await findPlanted();

describe('the truth about a program', () => {
  let laboratory: Laboratory;
  beforeAll(async () => {
    laboratory = await Laboratory.open(world);
  });
  afterAll(async () => laboratory.close());

  const known = ['srem-as-mask', 'licm-speculates-division', 'assert-mul-of-shorts'];
  it.each(known.filter(has))('is %s', async (name) => {
    const file = join(plantedFolder, 'triggers', `${name}.c`);
    const { acting, showing } = await truthOf(laboratory, programOf(readFileSync(file)), [], {
      target: planted,
    });
    expect(acting).toContain(name);
    expect(showing).toEqual([name]);
  });
});

it.each([
  ['cvp-sext-as-zext', 'CorrelatedValuePropagationPass', true],
  ['srem-as-mask', 'InstCombinePass', true],
  ['srem-as-mask', 'GVNPass', false],
  ['simplify-shift-pair', 'EarlyCSEPass', true],
])('%s may be blamed on %s: %s', (name, pass, answer) => {
  expect(isPassOf(name, pass)).toBe(answer);
});

it.each([
  ...[...historicBugs().keys()].map((bug) => [bug, 'historic'] as const),
  ...plantNames('gcc').map((bug) => [bug, 'gcc'] as const),
])('the patch of a day for %s has its own hunk alone, and no switch', (bug, among) => {
  const text = patchOfADay(bug, among);
  expect(text.match(/^@@ /gm)).toHaveLength(1);
  expect(text).not.toContain('CGFUZZ_PLANTED');
  expect(text).toMatch(/^\+.*true/m);
});
