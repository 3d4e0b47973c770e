/**
 * The program that runs machine code of functions, one for each machine, see
 * `instrumentation/seeds/run-code.c`. It lies in the cache under a name made from its source.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { hashOf, instrumentationFolder, makeWhole, otherMachineOf, runTool } from '../../build/index.ts';
import { UserError } from '../../util/user-error.ts';

const TRIPLES = { 'x86-64': 'x86_64-linux-gnu', aarch64: 'aarch64-linux-gnu' } as const;

export type CodeMachine = keyof typeof TRIPLES;

/** Addresses are fixed, so the program lies where neither code nor memory of a test does. */
const FLAGS = ['-O1', '-w', '-fno-builtin', '-static', '-no-pie', '-Wl,-Ttext-segment=0x60000000'];

/** Words of `seeds run` that have machine code of these machines judged. */
export async function wordsForMachines(
  machines: readonly CodeMachine[],
  { cache, signal }: { readonly cache: string; readonly signal: AbortSignal },
): Promise<string[]> {
  const words: string[] = [];
  for (const machine of machines) {
    const triple = TRIPLES[machine];
    const other = machine === 'x86-64' ? undefined : otherMachineOf(`${triple}-gcc`);
    const program = await prepareRunner(other === undefined ? 'gcc-12' : `${triple}-gcc-12`, cache, signal);
    words.push('--machine', `${triple}=${[...(other?.runner ?? []), program].join(' ')}`);
  }
  return words;
}

async function prepareRunner(compiler: string, cache: string, signal: AbortSignal): Promise<string> {
  const source = join(instrumentationFolder, 'seeds', 'run-code.c');
  const place = join(cache, 'tools', `seeds-runner-${hashOf(compiler, ...FLAGS, readFileSync(source))}`);
  await makeWhole(place, async (part) => {
    try {
      await runTool(compiler, [...FLAGS, source, '-lm', '-o', join(part, 'runner')], { signal });
    } catch (error) {
      throw new UserError(`${compiler} cannot build the program that runs machine code: ${String(error)}`, [
        'install gcc-12, and for aarch64 also gcc-12-aarch64-linux-gnu and qemu-user',
      ]);
    }
  });
  return join(place, 'runner');
}
