/** Rules for this repository's own files that no off-the-shelf tool keeps. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { filesUnder, readTexts, type Text } from './files.ts';
import { readSources } from './layers.ts';

const maxSourceLines = 500;

const files = filesUnder('.');
const texts = readTexts(files);
const code = texts.filter(({ path }) => /\.(ts|mjs|c|h|cc|cpp|hpp)$|^\.ci\//.test(path));

/** Where the pattern occurs, as `path:line: text`. */
function occurrences(of: RegExp, inTexts: readonly Text[]): string[] {
  return inTexts.flatMap(({ path, lines }) =>
    lines.flatMap((line, index) => (of.test(line) ? [`${path}:${index + 1}: ${line.trim()}`] : [])),
  );
}

describe('the style of this repository', () => {
  it('is looked at in a fair number of files', () => {
    expect(code.length).toBeGreaterThan(10);
    expect(texts.length).toBeGreaterThan(code.length);
  });

  it('has no word that stands for work not done', () => {
    // Spelt so that this file does not find itself.
    const unfinished = /\b(TO[D]O|FIX[M]E|XX[X]|HA[C]K)\b|[Nn]ot\s(yet\s)?implemented|[Pp]lacehol[d]er/;
    expect(occurrences(unfinished, texts)).toEqual([]);
  });

  it('leaves no test out and none alone', () => {
    const tests = code.filter(({ path }) => path.startsWith('test/'));
    expect(tests.length).toBeGreaterThan(0);
    expect(occurrences(/\b(it|test|describe)\.(skip|only|todo|fails)\b/, tests)).toEqual([]);
  });

  it('asks a target for what it can do, never for its class', () => {
    const inSrc = code.filter(({ path }) => path.startsWith('src/'));
    expect(inSrc.length).toBeGreaterThan(100);
    expect(occurrences(/instanceof \w*Target\b/, inSrc)).toEqual([]);
  });

  it('takes features apart in one module', () => {
    const inSrc = code.filter(({ path }) => path.startsWith('src/') && path !== 'src/serve/feature.ts');
    expect(occurrences(/\b[fF]eature\w* >>>? 3\b|\b[fF]eature\w* & 7\b/, inSrc)).toEqual([]);
  });

  it('has no tab and no space at the end of a line', () => {
    expect(occurrences(/\t| $/, texts)).toEqual([]);
  });

  it(`has no source file over ${maxSourceLines} lines`, () => {
    const long = code.filter(({ lines }) => lines.length > maxSourceLines + 1);
    expect(long.map(({ path, lines }) => `${path}: ${lines.length}`)).toEqual([]);
  });

  it('opens every module of src with what it is', () => {
    const silent = readSources('src').filter(({ text }) => !/^(#!.*\n)?\/\*\*/.test(text));
    expect(silent.map(({ path }) => path)).toEqual([]);
  });

  it('has tests for every room of src', () => {
    const rooms = new Set(
      readSources('src').flatMap(({ path }) => (path.includes('/') ? [path.split('/')[0]] : [])),
    );
    expect(rooms.size).toBeGreaterThan(0);
    const untested = [...rooms].filter(
      (room) => !files.some((file) => file.startsWith(`test/${room}/`) && file.endsWith('.test.ts')),
    );
    expect(untested).toEqual([]);
  });

  it('has documents whose links lead somewhere', () => {
    const documents = texts.filter(({ path }) => path.endsWith('.md'));
    const links = documents.flatMap(({ path, lines }) =>
      [...lines.join('\n').matchAll(/\]\(([^)\s#]+)(?:#[^)]*)?\)/g)]
        .map((match) => match[1] ?? '')
        .filter((link) => !/^[a-z]+:/.test(link))
        .map((link) => ({ path, link })),
    );
    expect(links.length).toBeGreaterThan(0);
    const dead = links.filter(({ path, link }) => !existsSync(join(dirname(path), link)));
    expect(dead).toEqual([]);
  });

  it('names every package of the lock file, so that npm ci accepts it on any machine', () => {
    const lock: {
      packages: Record<string, { dependencies?: object; optionalDependencies?: object }>;
    } = JSON.parse(readFileSync('package-lock.json', 'utf8'));
    const missing = Object.entries(lock.packages).flatMap(([path, entry]) =>
      Object.keys({ ...entry.dependencies, ...entry.optionalDependencies }).filter(
        (name) =>
          !(`node_modules/${name}` in lock.packages) && !(`${path}/node_modules/${name}` in lock.packages),
      ),
    );
    expect(missing).toEqual([]);
  });
});
