/** Compilers as they are installed. */
import { expect, it } from 'vitest';
import { openTarget } from '../../../src/target/index.ts';
import { programOf } from '../../../src/program/index.ts';
import { temporaryFolder, world } from '../world.ts';

it('say what they died of, however much they complained before', async () => {
  const target = await openTarget('clang-19-stock', world);
  try {
    const complaints = Array.from({ length: 30 }, (_, i) => `int a${i} = unknown${i};\n`);
    const [execution] = await target.execute({
      program: programOf(`${complaints.join('')}#pragma clang __debug llvm_fatal_error\n`),
      configurations: [{ args: [], emit: 'discarded-object' }],
    });
    expect(execution).toMatchObject({ outcome: 'fatal-error' });
    expect(execution?.text).toContain('unknown29');
  } finally {
    await target.close();
  }
});

it('are offered where an instrumented one of that name is not built, and only if they are there', async () => {
  const cache = temporaryFolder();
  const hints = [expect.stringContaining('target build clang-19')];
  await expect(openTarget('clang-19', { ...world, cache })).rejects.toMatchObject({
    message: 'clang-19 is not built',
    hints: [...hints, expect.stringContaining('clang-19-stock')],
  });
  await expect(openTarget('clang-19', { cache, searchPath: '/nowhere' })).rejects.toMatchObject({ hints });
});
