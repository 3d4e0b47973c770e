/** The choice library in the user's cache: once for each version, and not for ever. */
import { mkdirSync, readdirSync, statSync, utimesSync } from 'node:fs';
import { join } from 'node:path';

import { execa } from 'execa';
import { describe, expect, it } from 'vitest';

import { choicesFolder } from '../../src/source/process/choice-library.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const daysAgo = (days: number): Date => new Date(Date.now() - days * 86_400_000);

/** Folders that were last used so many days ago. */
function folders(cache: string, ages: Readonly<Record<string, number>>): void {
  for (const [name, days] of Object.entries(ages)) {
    mkdirSync(join(cache, name), { recursive: true });
    utimesSync(join(cache, name), daysAgo(days), daysAgo(days));
  }
}

describe('the choice library of a version', () => {
  it('is built once, and takes out what nobody used for a month', { timeout: 60_000 }, async () => {
    const home = temporaryFolder();
    const cache = join(home, 'cgfuzz');
    folders(cache, { 'choices-old': 40, 'choices-recent': 20, '.choices-dead': 2, targets: 400 });
    const build = async (): Promise<string> =>
      (await execa(join(choicesFolder, 'build'), { env: { XDG_CACHE_HOME: home } })).stdout;
    const built = await build();
    const name = built.slice(cache.length + 1);
    expect(readdirSync(cache).toSorted()).toEqual([name, 'choices-recent', 'targets'].toSorted());

    const library = join(built, 'libcgfuzz.so');
    const { mtimeMs } = statSync(library);
    utimesSync(built, daysAgo(25), daysAgo(25));
    expect(await build()).toBe(built);
    expect(statSync(library).mtimeMs).toBe(mtimeMs);
    expect(statSync(built).mtimeMs).toBeGreaterThan(daysAgo(1).getTime());
  });

  it('leaves other things alone', async () => {
    const cache = temporaryFolder();
    folders(cache, { 'csmith-old': 40, '.csmith-half': 2, '.csmith-busy': 0, 'yarpgen-old': 40, csmith: 40 });
    await execa(join(choicesFolder, 'remove-unused'), [cache, 'csmith']);
    expect(readdirSync(cache).toSorted()).toEqual(['.csmith-busy', 'csmith', 'yarpgen-old']);
  });
});
