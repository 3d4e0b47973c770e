/** The signature of a failure that a target showed, with names for its stack where it has one of its own. */
import { crashSignature, type Signature } from '../oracle/index.ts';
import type { Execution } from '../serve/index.ts';
import { ServerTarget, type Target } from '../target/index.ts';

export async function signatureOf(
  target: Target,
  execution: Execution,
  searchPath: string,
): Promise<Signature> {
  const isNamed = target instanceof ServerTarget && execution.stack.length > 0;
  return crashSignature(execution, isNamed ? await target.nameStack(execution.stack, searchPath) : []);
}
