/** Flags that hold and flags that do not, put on optimised programs of loom. */
import { expect, it } from 'vitest';
import { flagsOfPrograms, type PlantedFlag } from '../../../lab/planted/flags.ts';
import { Laboratory } from '../../../src/laboratory/index.ts';
import { IrJudge } from '../../../src/oracle/index.ts';
import { world } from '../../target/world.ts';

it('reports at least 45 of 50 flags that do not hold, and none that holds', async () => {
  const judge = await IrJudge.open(world, () => undefined);
  const laboratory = await Laboratory.open(world);
  const wrong: PlantedFlag[] = [];
  const right: PlantedFlag[] = [];
  try {
    for await (const flag of flagsOfPrograms(
      { laboratory, judge },
      { compiler: 'clang-19-stock', seed: 1 },
    )) {
      (flag.holds ? right : wrong).push(flag);
      if (wrong.length === 50) break;
    }
  } finally {
    await Promise.all([judge.close(), laboratory.close()]);
  }
  expect(wrong).toHaveLength(50);
  expect(wrong.filter(({ isReported }) => isReported).length).toBeGreaterThanOrEqual(45);
  expect(right.length).toBeGreaterThan(0);
  expect(right.filter(({ isReported }) => isReported)).toEqual([]);
}, 120_000);
