/** Compilers that vanish while a campaign runs. */
import { chmodSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { programOf } from '../../src/program/index.ts';
import { prepareExecutor } from '../../src/serve/index.ts';
import { openTarget, StockTarget, type Target } from '../../src/target/index.ts';
import { temporaryFolder, world } from './world.ts';

function script(name: string, text: string): string {
  const folder = temporaryFolder();
  chmodSync(folder, 0o755);
  const file = join(folder, name);
  writeFileSync(file, `#!/bin/sh\n${text}\n`, { mode: 0o755 });
  return file;
}

const request = {
  program: programOf('int x;\n'),
  configurations: [{ args: [], emit: 'discarded-object' }],
} as const;

async function outcomeOf(target: Target): Promise<string | undefined> {
  const [execution] = await target.execute(request);
  return execution?.outcome;
}

describe('a compiler that vanishes', () => {
  it('is told as gone, and not as one that rejects every test', async () => {
    const compiler = script('my-gcc', 'exec gcc-12 "$@"');
    const executor = await prepareExecutor(world.cache, world.searchPath);
    const target = new StockTarget({ name: 'my-gcc', family: 'gcc' }, compiler, executor);
    onTestFinished(() => target.close());
    expect(await outcomeOf(target)).toBe('ok');
    rmSync(compiler);
    await expect(target.execute(request)).rejects.toMatchObject({
      name: 'UserError',
      message: `my-gcc is gone: there is no ${compiler} any more`,
    });
  });

  it('is told as gone if it is a command of the user, and one that exits with 127 is not', async () => {
    const command = script('my-parser', 'exit 127');
    const target = await openTarget(`${command} @@`, world);
    onTestFinished(() => target.close());
    expect(await outcomeOf(target)).toBe('rejected');
    rmSync(command);
    await expect(target.execute(request)).rejects.toThrow(`is gone: there is no ${command} any more`);
  });
});
