import { describe, expect, it } from 'vitest';
import { checkLayers, mayImport, readSources, type LayerReport } from './layers.ts';

const one = (path: string, text: string): LayerReport => checkLayers([{ path, text }]);

describe('the layer rule', () => {
  it('holds for every file of src', () => {
    const report = checkLayers(readSources('src'));
    expect(report.violations).toEqual([]);
    expect(report.unused).toEqual([]);
    expect(report.files).toBeGreaterThan(5);
    expect(report.crossRoomImports).toBeGreaterThan(0);
  });

  it('names permissions that no file uses', () => {
    const { unused } = one('mutate/a.ts', `import { x } from '../choice/index.ts';`);
    expect(unused).not.toContain('mutate: choice');
    expect(unused).toContain('reduce: choice');
  });

  it('forbids an import past the index of a room that has one', () => {
    const index = { path: 'choice/index.ts', text: '' };
    const past = { path: 'mutate/a.ts', text: `import { x } from '../choice/engine/x.ts';` };
    const through = { path: 'mutate/a.ts', text: `import { x } from '../choice/index.ts';` };
    const shown = { path: 'index.ts', text: `export { x } from './choice/engine/x.ts';` };
    expect(checkLayers([index, past]).violations).toEqual([
      'mutate/a.ts imports ../choice/engine/x.ts past the index of its room',
    ]);
    expect(checkLayers([index, through, shown]).violations).toEqual([]);
  });

  it('has no cycle', () => {
    const visit = (room: string, path: readonly string[]): void => {
      expect(path).not.toContain(room);
      for (const next of mayImport[room] ?? []) visit(next, [...path, room]);
    };
    for (const room of Object.keys(mayImport)) visit(room, []);
  });

  it.each([
    ['choice/a.ts', `import { x } from '../fuzz/loop.ts';`],
    ['choice/a.ts', `import type { X } from '../program/program.ts';`],
    ['choice/deep/a.ts', `export { x } from '../../corpus/x.ts';`],
    ['mutate/a.ts', `import {\n  x,\n  y,\n} from "../source/x.ts";`],
    ['reduce/a.ts', `const x = await import('../target/x.ts');`],
    ['fuzz/a.ts', `import '../cli/main.ts';`],
    ['fuzz/a.ts', `export * from '../report/text.ts';`],
    ['util/a.ts', `import { x } from '../index.ts';`],
    ['choice/a.ts', `import { readFileSync } from 'node:fs';`],
    ['nowhere/a.ts', 'export const x = 1;'],
    ['choice/a.ts', 'const x = Math.random();'],
    ['fuzz/a.ts', 'const t = Date.now();'],
    ['fuzz/a.ts', 'const t = new Date();'],
    ['util/a.ts', 'const t = performance.now();'],
    ['target/a.ts', 'const t = process.hrtime.bigint();'],
  ])('forbids in %s: %s', (path, text) => {
    expect(one(path, text).violations).toHaveLength(1);
  });

  it.each([
    ['choice/a.ts', `import { x } from '../util/x.ts';\nimport { y } from './y.ts';`],
    ['choice/a.ts', `// import { x } from '../fuzz/loop.ts';\n/* Math.random() */`],
    ['target/a.ts', `import { spawn } from 'node:child_process';`],
    ['cli/a.ts', `import { x } from '../session/run-session.ts';\nconst t = Date.now();`],
    ['choice/a.ts', `import { xorshift } from 'pure-rand';`],
    ['index.ts', `export { x } from './fuzz/loop.ts';`],
  ])('allows in %s: %s', (path, text) => {
    expect(one(path, text).violations).toEqual([]);
  });
});
