/** Asks compilers whether they show a trophy's bug, by the script in its folder. */
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { pagesFolder, tryTool } from '../../src/build/index.ts';
import type { Trophy } from '../../src/finding/index.ts';
import { folderOfTrophy } from './page.ts';

export type Answer = NonNullable<Trophy['newest']>['answer'];

/** Scripts say so if a compiler without assertions cannot show their bug. */
const NO_ASSERTIONS = /has no assertions$/;

export interface Asked {
  readonly answer: Answer;
  /** The last line of the script, which says why. */
  readonly said: string;
}

export async function askTrophy(
  { name }: Pick<Trophy, 'name'>,
  compiler: string,
  searchPath: string,
): Promise<Asked> {
  const folder = mkdtempSync(join(tmpdir(), 'cgfuzz-ask-'));
  try {
    // Some scripts ask cgfuzz to judge IR.
    symlinkSync(join(dirname(pagesFolder), 'bin/cgfuzz.mjs'), join(folder, 'cgfuzz'));
    const env = { PATH: [folder, searchPath].join(delimiter), CC: compiler };
    const { code, stdout } = await tryTool('sh', [join(folderOfTrophy(name), 'repro.sh')], { env });
    const said = stdout.trim().split('\n').at(-1) ?? '';
    if (code === 1) return { answer: 'shows', said };
    return { answer: code === 0 && !NO_ASSERTIONS.test(said) ? 'gone' : 'cannot be asked', said };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
