/** Every example of docs/library.md is compiled against the library, and run. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import * as library from '../../src/index.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const page = readFileSync('docs/library.md', 'utf8');
const examples = [...page.matchAll(/^## (.*)$[^]*?^```ts\n([^]*?)^```$/gm)].map(
  ([, title, code]) => [title!, code!] as const,
);

/** A folder in which "cgfuzz" is this package, as it is compiled. */
function project(): string {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'node_modules/@types'), { recursive: true });
  symlinkSync(resolve('.'), join(folder, 'node_modules/cgfuzz'));
  symlinkSync(resolve('node_modules/@types/node'), join(folder, 'node_modules/@types/node'));
  symlinkSync(resolve('node_modules/fast-check'), join(folder, 'node_modules/fast-check'));
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  const compilerOptions = {
    target: 'es2023',
    module: 'nodenext',
    strict: true,
    types: ['node'],
    skipLibCheck: true,
  };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['example.ts'] }));
  return folder;
}

function run(folder: string, ...words: string[]): { status: number | null; said: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, words, { cwd: folder, encoding: 'utf8' });
  return { status, said: `${stdout}${stderr}` };
}

describe('the examples of the library page', () => {
  it('are one for each section', () => {
    expect(examples.length).toBe([...page.matchAll(/^## /gm)].length);
    expect(examples.length).toBeGreaterThan(3);
  });

  it.each(examples)('compile and run: %s', (_title, code) => {
    const folder = project();
    writeFileSync(join(folder, 'example.ts'), code);
    const compiled = run(folder, resolve('node_modules/typescript/bin/tsc'), '-p', '.');
    expect(compiled).toEqual({ status: 0, said: '' });
    const ran = run(folder, 'example.js');
    expect(ran.said).not.toContain('Assertion failed');
    expect(ran.said).not.toMatch(/^\s+at /m);
    expect(ran.status).toBe(0);
  });
});

describe('the library', () => {
  it('promises what its page and the others name, and few things besides', () => {
    const names = Object.keys(library);
    expect(names.length).toBeLessThan(40);
    for (const name of ['removeBuild', 'runLoop', 'toyTarget']) expect(names).not.toContain(name);
  });

  it('is not said to have the functions that pages for contributors name', () => {
    const own = [
      'Laboratory',
      'classify',
      'crashSignature',
      'ServerTarget',
      'Sandbox',
      'findCulprit',
      'investigate',
    ];
    expect(own.filter((name) => name in library)).toEqual([]);
    const pages = readdirSync('docs').filter((name) => name.endsWith('.md') && name !== 'architecture.md');
    const naming = pages.filter((name) => {
      const text = readFileSync(`docs/${name}`, 'utf8');
      return own.some((each) => new RegExp(`\\b${each}\\(`).test(text));
    });
    expect(naming).toContain('oracles.md');
    for (const name of naming)
      expect(readFileSync(`docs/${name}`, 'utf8'), name).toMatch(
        /library(\]\(library\.md\))?\s+does not export them/,
      );
  });

  it('has every name that a document imports', () => {
    const text = readdirSync('docs')
      .filter((name) => name.endsWith('.md'))
      .map((name) => readFileSync(`docs/${name}`, 'utf8'))
      .join('\n');
    const imported = [...text.matchAll(/import \{([^}]*)\} from 'cgfuzz'/g)].flatMap(([, list]) =>
      list!.split(',').map((name) => name.trim()),
    );
    const values = imported.filter((name) => name !== '' && !name.startsWith('type '));
    expect(values.length).toBeGreaterThan(10);
    expect(values.filter((name) => !(name in library))).toEqual([]);
  });
});
