/** Fresh programs of `csmith-scoped`: of its whole option space, but for the large ones, which cost most. */
import { csmithScoped } from '../../src/generators/csmith-scoped.ts';
import { programSize, type Program } from '../../src/program/index.ts';
import { openSource } from '../../src/source/index.ts';

export const MAX_BYTES = 30_000;

export const compilerArgs: readonly string[] = csmithScoped.compilerArgs ?? [];

/** Programs of these sizes, both included. */
export interface Sizes {
  readonly least: number;
  readonly most: number;
}

export async function* freshPrograms(
  count: number,
  firstSeed: number,
  { least, most }: Sizes = { least: 0, most: MAX_BYTES },
): AsyncIterable<Program> {
  const source = openSource(csmithScoped);
  try {
    for (let [seed, made] = [firstSeed, 0]; made < count; seed++) {
      const test = await source.run({ seed, limits: { maxTimeMs: 10_000 } });
      if (test.outcome !== 'ok') continue;
      const size = programSize(test.program);
      if (size < least || size > most) continue;
      made++;
      yield test.program;
    }
  } finally {
    await source.close();
  }
}
