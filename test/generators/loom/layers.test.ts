import { readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = 'src/generators/loom';

/** Which part may know which: what draws sees no value, what settles or prints asks for no choice. */
const mayImport: Readonly<Record<string, readonly string[]>> = {
  ir: ['rules'],
  rules: ['ir'],
  policy: ['ir', 'rules'],
  draw: ['ir', 'rules', 'policy', 'statements'],
  truth: ['ir', 'rules', 'statements'],
  settle: ['ir', 'rules', 'truth', 'statements'],
  lower: ['ir', 'rules', 'truth', 'statements'],
  // Where the functions of a kind lie together, their parameters keep them apart.
  statements: ['ir', 'rules', 'policy', 'draw', 'settle', 'truth', 'lower'],
};

const files = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts') && path.includes('/'))
  .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));

describe('the parts of loom', () => {
  it('import only what they may', () => {
    expect(files.length).toBeGreaterThan(15);
    const violations = files.flatMap(({ path, text }) => {
      const part = path.split('/')[0]!;
      return [...text.matchAll(/from '(\.[^']+)'/g)]
        .map((match) => posix.join(posix.dirname(path), match[1]!))
        .filter((target) => !target.startsWith('..'))
        .map((target) => target.split('/')[0]!)
        .filter((target) => target !== part && !mayImport[part]?.includes(target))
        .map((target) => `${path} may not import ${target}`);
    });
    expect(violations).toEqual([]);
  });

  it('ask for choices only where programs are drawn', () => {
    const asking = files
      .filter(({ text }) => /\bDraw\b|\bdraw\./.test(text))
      .map(({ path }) => path.split('/')[0]);
    expect(asking.filter((part) => !['draw', 'policy', 'statements'].includes(part!))).toEqual([]);
  });
});
