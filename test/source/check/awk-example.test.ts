/** The example of the README: a generator in C, and the ten lines that make it a source. */
import { execFileSync } from 'node:child_process';
import { copyFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { examineSource, openSource, type ProcessDefinition } from '../../../src/source/index.ts';
import { temporaryFolder } from '../../temporary-folder.ts';

const example = 'docs/examples/awk';
let definition: ProcessDefinition;

beforeAll(async () => {
  const folder = temporaryFolder(afterAll);
  for (const name of ['awk.mjs', 'awkgen.c']) copyFileSync(join(example, name), join(folder, name));
  execFileSync('gcc', ['awkgen.c', '-o', 'awkgen'], { cwd: folder });
  const module = (await import(pathToFileURL(join(folder, 'awk.mjs')).href)) as {
    readonly default: ProcessDefinition;
  };
  definition = module.default;
});

describe('the generator of awk programs', () => {
  it('has a definition of ten lines, which the README shows', () => {
    const text = readFileSync(join(example, 'awk.mjs'), 'utf8');
    expect(readFileSync('README.md', 'utf8')).toContain(`\`\`\`js\n${text}\`\`\``);
    expect(text.trim().split('\n')).toHaveLength(10);
  });

  it('is a good source as it is', async () => {
    const { verdict, lines } = await examineSource(definition, { programs: 10, mutants: 40 });
    expect({ verdict, lines }).toMatchObject({ verdict: 'good' });
    expect(lines.join('\n')).toMatch(/^randomness: rand \d+ times$/m);
  });

  it('writes programs that awk runs', async () => {
    const source = openSource(definition);
    try {
      for (let seed = 1; seed <= 3; seed++) {
        const made = await source.run({ seed });
        expect(made.outcome).toBe('ok');
        if (made.outcome !== 'ok') return;
        const [file] = made.program.files;
        const text = Buffer.from(file!.bytes).toString();
        expect(text).toMatch(/^BEGIN \{\n/);
        execFileSync('/usr/bin/awk', [text], { timeout: 20_000 });
      }
    } finally {
      await source.close();
    }
  });
});
