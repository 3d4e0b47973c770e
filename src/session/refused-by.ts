/** Asks a target about fresh programs of one source: how many it refuses, and with which constructs. */
import type { StatsLine } from '../campaign/index.ts';
import { usualExecutionLimits } from '../serve/index.ts';
import { compilerArgsFor, RefusedConstructs, type SourceDefinition, SourcePool } from '../source/index.ts';
import { openTarget } from '../target/index.ts';
import { type SessionContext, worldOf } from './world.ts';

export interface RefusedBy extends Required<Pick<StatsLine, 'refused'>> {
  readonly programs: number;
  readonly refusals: number;
}

/** Programs that are not made, and programs that the target fails on, are neither refused nor taken. */
export async function refusedBy(
  name: string,
  source: SourceDefinition,
  { programs: most, seed }: { readonly programs: number; readonly seed: number },
  context: SessionContext,
): Promise<RefusedBy> {
  const target = await openTarget(name, worldOf(context));
  const pool = new SourcePool(source, 1);
  const constructs = new RefusedConstructs();
  let [programs, refusals] = [0, 0];
  try {
    for (let turn = 0; turn < most && !context.signal.aborted; turn++) {
      const made = await pool.make({ seed: seed + turn });
      if (made.outcome !== 'ok') continue;
      const { program, record } = made;
      const configurations = [{ args: compilerArgsFor(source, program), emit: 'object' as const }];
      const [execution] = await target.execute({ program, configurations, limits: usualExecutionLimits });
      if (execution?.outcome !== 'ok' && execution?.outcome !== 'rejected') continue;
      const isRefused = execution.outcome === 'rejected';
      programs++;
      if (isRefused) refusals++;
      constructs.hear(source.name, record, isRefused);
    }
  } finally {
    await Promise.all([target.close(), pool.close()]);
  }
  return { programs, refusals, refused: constructs.worst() };
}
