/**
 * Asks a target itself whether a finding is still there. A worker of Centipede's C interface needs this: it
 * runs inputs for an engine only, so no script of a finding can run it.
 */
import { classify } from '../oracle/index.ts';
import type { Finding, Verified } from '../finding/index.ts';
import { usualExecutionLimits } from '../serve/index.ts';
import { openTarget, type TargetWorld } from '../target/index.ts';
import { UserError } from '../util/user-error.ts';

/** `unclear` if the program cannot be a target any more. */
export async function askTarget({ record, folder }: Finding, world: TargetWorld): Promise<Verified> {
  const program = folder.program(folder.smallest(record.program), record.program);
  if (program === undefined) return 'unclear';
  try {
    const target = await openTarget(record.compiler, world);
    try {
      const [execution] = await target.execute({
        program,
        configurations: [{ args: record.args, emit: 'nothing' }],
        limits: { ...usualExecutionLimits, ...record.limits },
        remember: false,
      });
      return execution !== undefined && classify(execution) === record.kind ? 'there' : 'gone';
    } finally {
      await target.close();
    }
  } catch (error) {
    if (error instanceof UserError) return 'unclear';
    throw error;
  }
}
