/** The linter's most useful rule needs types, and would be off without a word if they could not be had. */
import { spawnSync } from 'node:child_process';
import { copyFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../temporary-folder.ts';

function lint(code: string): string {
  const folder = temporaryFolder();
  copyFileSync('.oxlintrc.json', join(folder, '.oxlintrc.json'));
  writeFileSync(
    join(folder, 'tsconfig.json'),
    '{ "compilerOptions": { "strict": true, "target": "es2023" } }',
  );
  writeFileSync(join(folder, 'a.ts'), `export const save = async (): Promise<void> => {};\n${code}\n`);
  const oxlint = resolve('node_modules/oxlint/bin/oxlint');
  // The linter looks on the PATH for the one that knows types.
  const env = { ...process.env, PATH: `${resolve('node_modules/.bin')}:${process.env['PATH']}` };
  return spawnSync(process.execPath, [oxlint], { cwd: folder, encoding: 'utf8', env }).stdout;
}

it('the linter catches a promise that nobody awaits', () => {
  expect(lint('export function quit(): void {\n  save();\n}')).toContain('no-floating-promises');
});

it('the linter catches a promise where nobody expects one', () => {
  expect(lint('[1].forEach(async () => save());')).toContain('no-misused-promises');
});

it('the linter has nothing against a promise that is awaited', () => {
  expect(lint('export const quit = async (): Promise<void> => {\n  await save();\n};')).toContain('0 errors');
});
