/** The stage that relaxes programs, on real programs of Csmith: what comes out computes what went in. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { findSource } from '../../src/generators/sources.ts';
import { compilerArgsFor, type MadeProgram, openSource } from '../../src/source/index.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const folder = temporaryFolder(afterAll);
const run = promisify(execFile);

/** The program prints its checksum; one that does not end in time says so. */
async function printed(text: string, name: string, compiler: readonly string[]): Promise<string> {
  const [path, out] = [join(folder, `${name}.c`), join(folder, name)];
  writeFileSync(path, text);
  await run(compiler[0]!, [...compiler.slice(1), '-o', out, path, '-lm']);
  try {
    return (await run(out, { timeout: 4_000 })).stdout;
  } catch {
    return 'did not end';
  }
}

it(
  'prints what it printed before where it promises to, with clang and gcc, with and without optimisation',
  { timeout: 600_000 },
  async () => {
    const [plain, relaxed] = await Promise.all(
      ['csmith-scoped', 'csmith-scoped | relax'].map((name) => findSource(name, folder)),
    );
    const [source, chain] = [openSource(plain!), openSource(relaxed!)];
    const forms = new Set<string>();
    let compared = 0;
    try {
      for (let seed = 1; compared < 6 && seed < 300; seed++) {
        const limits = { maxChoices: 20_000 };
        const [before, after] = await Promise.all([source, chain].map((each) => each.run({ seed, limits })));
        if (before!.outcome !== 'ok' || after!.outcome !== 'ok') continue;
        // An adventurous program may do anything.
        if (after!.program.promises !== 'defined') continue;
        const [a, b] = [before, after].map((made) =>
          Buffer.from((made as MadeProgram).program.files[0]!.bytes).toString(),
        );
        if (a === b) continue;
        for (const [form] of b!.matchAll(/CGFUZZ_(CHECKED|BARE)_/g)) forms.add(form);
        const args = compilerArgsFor(plain!);
        const want = await printed(a!, `plain-${seed}`, ['clang-19', '-O0', ...args]);
        if (want === 'did not end') continue;
        compared++;
        for (const [compiler, level] of [
          ['clang-19', '-O0'],
          ['clang-19', '-O2'],
          ['gcc', '-O0'],
          ['gcc', '-O2'],
        ] as const)
          expect(await printed(b!, `relaxed-${seed}`, [compiler, level, ...args])).toBe(want);
      }
    } finally {
      await Promise.all([source.close(), chain.close()]);
    }
    expect(compared).toBe(6);
    expect([...forms].toSorted()).toEqual(['CGFUZZ_BARE_', 'CGFUZZ_CHECKED_']);
  },
);
