/** The signature of a failure that a target showed, with names for its stack where it has one of its own. */
import { crashSignature, type Signature } from '../oracle/index.ts';
import type { Execution } from '../serve/index.ts';
import type { Target } from '../target/index.ts';

export async function signatureOf(
  target: Target,
  execution: Execution,
  searchPath: string,
): Promise<Signature> {
  const { stack } = execution;
  const names = stack.length > 0 ? await target.nameStack?.(stack, searchPath) : undefined;
  return crashSignature(execution, names ?? []);
}
