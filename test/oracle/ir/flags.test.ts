/** Flags that hold and flags that do not, put on optimised programs of loom. */
import { expect, it } from 'vitest';
import { plantedFlags, type PlantedFlag } from '../../../lab/planted/flags.ts';
import { findSource } from '../../../src/generators/index.ts';
import { IrJudge, Laboratory } from '../../../src/oracle/index.ts';
import { compilerArgsFor, openSource } from '../../../src/source/index.ts';
import { world } from '../../target/world.ts';

it('reports at least 45 of 50 flags that do not hold, and none that holds', async () => {
  const judge = await IrJudge.open(world, () => undefined);
  const laboratory = await Laboratory.open(world);
  const definition = await findSource('loom language=c', process.cwd());
  const source = openSource(definition);
  const planted: PlantedFlag[] = [];
  try {
    for (let seed = 1; count(planted) < 50; seed++) {
      const made = await source.run({ seed });
      if (made.outcome !== 'ok') continue;
      const args = ['-O1', ...compilerArgsFor(definition, made.program)];
      const asked = { compiler: 'clang-19-stock', args };
      const [module] = await laboratory.compile(made.program, [asked], {}, 'ir-after-passes');
      if (module?.outcome !== 'ok') continue;
      for await (const flag of plantedFlags(judge, Buffer.from(module.output).toString(), 5))
        planted.push(flag);
    }
  } finally {
    await Promise.all([judge.close(), laboratory.close(), source.close()]);
  }
  const wrong = planted.filter(({ holds }) => !holds).slice(0, 50);
  expect(wrong).toHaveLength(50);
  expect(wrong.filter(({ isReported }) => isReported).length).toBeGreaterThanOrEqual(45);
  expect(planted.filter(({ holds, isReported }) => holds && isReported)).toEqual([]);
}, 120_000);

function count(planted: readonly PlantedFlag[]): number {
  return planted.filter(({ holds }) => !holds).length;
}
