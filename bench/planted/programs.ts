/** Fresh programs of `csmith-scoped`: of its whole option space, but for the large ones, which cost most. */
import { csmithScoped } from '../../src/generators/csmith-scoped.ts';
import { programSize, type Program } from '../../src/program/index.ts';
import { openSource } from '../../src/source/index.ts';

export const MAX_BYTES = 30_000;

export const compilerArgs: readonly string[] = csmithScoped.compilerArgs ?? [];

export async function* freshPrograms(count: number, firstSeed: number): AsyncIterable<Program> {
  const source = openSource(csmithScoped);
  try {
    for (let [seed, made] = [firstSeed, 0]; made < count; seed++) {
      const test = await source.run({ seed, limits: { maxTimeMs: 10_000 } });
      if (test.outcome !== 'ok' || programSize(test.program) > MAX_BYTES) continue;
      made++;
      yield test.program;
    }
  } finally {
    await source.close();
  }
}
