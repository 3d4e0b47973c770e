import { describe, expect, it } from 'vitest';
import { circlesIn, unimported } from './circles.ts';
import { readSources } from './layers.ts';

const sources = readSources('src');

/** Queries hold expressions, which hold queries. */
const recursionOfSql = ['sql-expressions', 'sql-queries'].map((name) => `generators/languages/${name}.ts`);

/** Expressions call functions, which hold blocks, which hold statements, which hold expressions. */
const recursion = [
  ...['expression', 'float', 'function', 'lane', 'target'].map((name) => `draw/${name}`),
  ...['assign', 'block', 'marker', 'planted', 'return', 'sink'].map((name) => `statements/${name}`),
].map((name) => `generators/loom/${name}.ts`);

describe('modules of src', () => {
  it('need each other in a circle only if what they draw recurses', () => {
    expect(circlesIn(sources)).toEqual([recursionOfSql, recursion]);
  });

  it('are all needed by another module of src, not by tests alone', () => {
    const entries = [
      'index.ts',
      'cli/main.ts',
      'session/processes/worker-process.ts',
      'session/upgrade/build-process.ts',
      'source/thread/thread-main.ts',
    ];
    expect(unimported(sources, entries)).toEqual([]);
  });
});

describe('the search for circles', () => {
  const file = (path: string, ...imports: string[]): { path: string; text: string } => ({
    path,
    text: imports.map((text) => `${text}\n`).join(''),
  });

  it('finds modules that import values of each other', () => {
    const circle = [
      file('a/a.ts', "import { b } from './b.ts';"),
      file('a/b.ts', "export { c } from '../c.ts';"),
      file('c.ts', "import {\n  type T,\n  a,\n} from './a/a.ts';"),
      file('d.ts', "import { a } from './a/a.ts';"),
    ];
    expect(circlesIn(circle)).toEqual([['a/a.ts', 'a/b.ts', 'c.ts']]);
  });

  it('does not count types', () => {
    const types = [
      file('a.ts', "import type { B } from './b.ts';"),
      file('b.ts', "import { type A } from './a.ts';"),
      file('c.ts', "import { a } from './a.ts';"),
    ];
    expect(circlesIn(types)).toEqual([]);
    expect(unimported(types, ['c.ts'])).toEqual([]);
    expect(unimported(types, [])).toEqual(['c.ts']);
  });
});
