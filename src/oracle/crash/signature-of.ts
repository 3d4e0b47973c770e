/** A target's failure: its signature, with names for its stack if the target has its own, and its text. */
import type { Execution } from '../../serve/index.ts';
import type { CodePlace, Target } from '../../target/index.ts';
import { crashSignature, type Signature } from './crash-signature.ts';

export async function signatureOf(
  target: Target,
  execution: Execution,
  searchPath: string,
): Promise<Signature> {
  return crashSignature(
    execution,
    await namesOf(target, execution, searchPath),
    target.compiler !== undefined,
  );
}

export interface ShownFailure {
  readonly signature: Signature;
  /**
   * The target's output; for a program that is no compiler, its stack comes first, with names that the
   * program does not print.
   */
  readonly text: string;
}

export async function describeFailure(
  target: Target,
  execution: Execution,
  searchPath: string,
): Promise<ShownFailure> {
  const names = await namesOf(target, execution, searchPath);
  const isShown = target.compiler === undefined && names.length > 0;
  return {
    signature: crashSignature(execution, names, target.compiler !== undefined),
    text: [...(isShown ? [stackText(names)] : []), execution.text]
      .filter((part) => part.trim() !== '')
      .join('\n\n'),
  };
}

async function namesOf(
  target: Target,
  { stack }: Execution,
  searchPath: string,
): Promise<readonly CodePlace[]> {
  return (stack.length > 0 ? await target.nameStack?.(stack, searchPath) : undefined) ?? [];
}

/** A line for each frame of the person's code, innermost first. */
function stackText(names: readonly CodePlace[]): string {
  const theirs = names.filter(({ function: name }) => !/^(?:cgfuzz_\w+|_start)$/.test(name));
  const lines = theirs.map(({ function: name, file, line }, index) =>
    [`  #${index} ${name}`, ...(file === '' ? [] : [`${file}:${line}`])].join(' '),
  );
  return ['Stack:', ...lines].join('\n');
}
