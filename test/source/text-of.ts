/** The text of a generated program's main file; throws what went wrong when there is none. */
import type { Made } from '../../src/source/index.ts';

export function textOf(generated: Made): string {
  if (generated.outcome === 'failed') throw generated.error;
  if (generated.outcome === 'overrun') throw new Error(`overrun of ${generated.limit}`);
  const { files, main } = generated.program;
  return Buffer.from(files.find(({ path }) => path === main)!.bytes).toString();
}
