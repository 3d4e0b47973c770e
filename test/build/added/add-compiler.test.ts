/**
 * Compilers of other releases, with real packages. One compiler is added here, the smallest that this machine does not have,
 * from its own release: nothing is fetched but its packages.
 */
import { spawn } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addCompiler, listAdded, removeCompiler, withAdded } from '../../../src/build/added/index.ts';
import { installedOnly } from '../../../src/build/added/place.ts';
import { findProgram, newestCompiler } from '../../../src/build/index.ts';
import { openTarget } from '../../../src/target/index.ts';
import { canMount, smallDisk } from '../../small-disk.ts';
import { filesIn } from '../../files-in.ts';
import { temporaryFolder } from '../../temporary-folder.ts';
import { ask, world } from '../../target/world.ts';

const name = 'gcc-11';

interface Telling {
  readonly said: string[];
  readonly say: (text: string) => void;
}

const telling = (): Telling => {
  const said: string[] = [];
  return { said, say: (text) => said.push(text) };
};

describe('a compiler of another release', { timeout: 600_000 }, () => {
  let cache = '';
  beforeAll(() => {
    cache = mkdtempSync(join(tmpdir(), 'cgfuzz-added-'));
  });
  afterAll(() => rmSync(cache, { recursive: true, force: true }));

  it('is not half there where adding it was interrupted, and what was downloaded is kept', async () => {
    const controller = new AbortController();
    const say = (text: string): void => {
      if (text.includes('unpacking')) controller.abort();
    };
    await expect(
      addCompiler(name, { cache, suite: 'bookworm', say, signal: controller.signal }),
    ).rejects.toThrow(/abort/);
    expect(listAdded(cache)).toEqual([]);
    expect(filesIn(join(cache, 'compilers'))).toEqual([]);
    const kept = readdirSync(join(cache, 'downloads/packages-bookworm'));
    expect(kept.filter((file) => file.startsWith(`${name}_`))).toHaveLength(1);
  });

  it('is added after that without downloading anything again, and is there at once the next time', async () => {
    const { signal } = new AbortController();
    const [first, second] = [telling(), telling()];
    const added = await addCompiler(name, { cache, suite: 'bookworm', say: first.say, signal });
    expect(added).toMatchObject({ isNew: true, compiler: { name, suite: 'bookworm' } });
    expect(first.said.filter((text) => text.includes('downloading'))).toEqual([]);
    expect(existsSync(join(cache, 'downloads/packages-bookworm'))).toBe(false);
    const again = await addCompiler(name, { cache, say: second.say, signal });
    expect(again).toMatchObject({ isNew: false, compiler: added.compiler });
    expect(second.said).toEqual([]);
  });

  it('compiles what a target is asked to, and is found behind what is installed only', async () => {
    const searchPath = withAdded(world.searchPath, cache);
    const added = join(cache, 'compilers', name, 'bin');
    // Somebody may have installed it here.
    expect(findProgram(name, searchPath)).toBe(findProgram(name, world.searchPath) ?? join(added, name));
    expect(installedOnly(searchPath)).toBe(world.searchPath);
    expect(newestCompiler('gcc', searchPath)).toEqual(newestCompiler('gcc', world.searchPath));
    const target = await openTarget(name, { ...world, searchPath: `${added}:${searchPath}` });
    try {
      const source = '#include <stdio.h>\nint main(void) { return printf("%d", __GNUC__); }\n';
      const { outcome, output } = await ask(target, { source });
      expect(outcome).toBe('ok');
      expect(output.length).toBeGreaterThan(500);
      const assembly = await ask(target, { source: 'int version = __GNUC__;', emit: 'assembly' });
      expect(Buffer.from(assembly.output).toString()).toMatch(/\.long\s+11\b/);
    } finally {
      await target.close();
    }
  });

  it('is gone when it was removed, and cannot be removed twice', () => {
    expect(removeCompiler(name, cache)).toBeGreaterThan(10e6);
    expect(filesIn(join(cache, 'compilers'))).toEqual([]);
    expect(() => removeCompiler(name, cache)).toThrow(`no compiler named "${name}" was added`);
  });
});

describe('two that add compilers at the same time', { timeout: 60_000 }, () => {
  it('do so one after the other, and the second finds what the first one added', async () => {
    const cache = temporaryFolder();
    const first = spawn('sleep', ['1000']);
    const started = readFileSync(`/proc/${first.pid}/stat`, 'utf8').split(' ')[21];
    writeFileSync(join(cache, 'compilers.lock'), `${first.pid} ${started}\n`);
    const said: string[] = [];
    const compiler = { name, suite: 'bookworm', version: '11.3.0-12', packages: [] };
    const say = (text: string): void => {
      said.push(text);
      // The first one's work meanwhile, and its end without a word.
      mkdirSync(join(cache, 'compilers', name), { recursive: true });
      writeFileSync(join(cache, 'compilers', name, 'compiler.json'), JSON.stringify(compiler));
      first.kill('SIGKILL');
    };
    const added = await addCompiler(name, { cache, say, signal: new AbortController().signal });
    expect(added).toEqual({ compiler, before: compiler.version, isNew: false });
    expect(new Set(said)).toEqual(
      new Set([`${name}: waiting for process ${first.pid}, which is adding a compiler`]),
    );
    expect(existsSync(join(cache, 'compilers.lock'))).toBe(false);
  });
});

describe('what cannot be added', { timeout: 120_000 }, () => {
  const { signal } = new AbortController();
  const say = (): void => undefined;

  it('is told with what can', async () => {
    const cache = temporaryFolder();
    await expect(addCompiler('gcc16', { cache, say, signal })).rejects.toMatchObject({
      message: 'no compiler named "gcc16" can be added',
      hints: expect.arrayContaining(['did you mean gcc-16?']) as unknown,
    });
  });

  it('is told to be missing from the suite that was asked for', async () => {
    const cache = temporaryFolder();
    await expect(addCompiler('gcc-16', { cache, suite: 'bookworm', say, signal })).rejects.toThrow(
      'Debian has no gcc-16 in bookworm',
    );
    expect(listAdded(cache)).toEqual([]);
  });

  it.runIf(canMount)('is no word of a full disk, which is told as such (root can mount one)', async () => {
    for (const size of ['200k', '8m']) {
      const cache = await smallDisk(size);
      await expect(addCompiler('gcc-11', { cache, suite: 'bookworm', say, signal })).rejects.toThrow(
        /the disk is full|no room left/,
      );
      expect(existsSync(join(cache, 'compilers', 'gcc-11'))).toBe(false);
    }
  });

  it('is told to be out of reach without a network', async () => {
    const etcApt = temporaryFolder();
    mkdirSync(join(etcApt, 'sources.list.d'));
    const stanza = 'Types: deb\nURIs: http://127.0.0.1:1/debian\nSuites: a\nComponents: main\n';
    writeFileSync(join(etcApt, 'sources.list.d/x.sources'), stanza);
    const cache = temporaryFolder();
    await expect(addCompiler('gcc-16', { cache, suite: 'sid', say, signal, etcApt })).rejects.toThrow(
      "cannot reach Debian's packages of sid",
    );
    expect(existsSync(join(cache, 'compilers', 'gcc-16'))).toBe(false);
  });
});
