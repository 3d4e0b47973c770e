/** `cgfuzz seeds`: judges machine code or passes, and writes the faults. */
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { judgeMachineCode } from '../../session/machine-code.ts';
import { commandLines } from '../../report/index.ts';
import type { SeedFault } from '../../session/review/seeds-run.ts';
import type { CodeMachine } from '../../target/index.ts';
import { UserError } from '../../util/user-error.ts';
import { type Context, exitCodes } from '../command.ts';

interface SeedsFlags {
  readonly llvm: number;
  readonly of: 'code' | 'passes';
  readonly for: CodeMachine | 'both';
  readonly folders: string;
  readonly time: number;
  readonly seed: number;
  readonly unmutated: boolean;
  readonly format: 'text' | 'json';
}

export async function seedsAction(
  context: Context,
  flags: SeedsFlags,
  asked: readonly string[],
): Promise<number> {
  const tests = asked.map((path) => resolve(context.cwd, path));
  const missing = tests.findIndex((path) => !existsSync(path));
  if (missing !== -1)
    throw new UserError(`there is no file ${asked[missing]}`, ['name tests in .ll files, or none']);
  const { faults, counts } = await judgeMachineCode(context, {
    llvmVersion: flags.llvm,
    tests,
    machines: flags.of === 'passes' ? [] : flags.for === 'both' ? ['x86-64', 'aarch64'] : [flags.for],
    folders: flags.folders.split(',').filter((each) => each !== ''),
    seconds: flags.time / 1000,
    seed: flags.seed,
    isUnmutated: flags.unmutated,
    say: (text) => context.stderr(`${text}\n`),
  });
  if (flags.format === 'json') context.stdout(`${JSON.stringify({ faults, counts })}\n`);
  else {
    for (const fault of faults) context.stdout(inWords(fault));
    const kinds = Object.entries(counts.kinds).map(([kind, count]) => `${count} ${kind}`);
    context.stdout(`${kinds.join(', ')}; ${Math.round(counts.cpuSeconds)} CPU seconds\n`);
  }
  return faults.length > 0 ? exitCodes.found : exitCodes.ok;
}

function inWords(fault: SeedFault): string {
  const { kind, why, seed, changes, passes, noLevelRuns, before } = fault;
  const changed = changes.length === 0 ? 'as it is' : `changed: ${changes.join(', ')}`;
  const command = noLevelRuns === undefined ? passes : commandLines(fault).join('\n');
  return `${kind}: ${why}\n${seed}, ${changed}\n${command}\n\n${before}\n`;
}
