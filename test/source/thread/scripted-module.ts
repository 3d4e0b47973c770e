/** Modules of generators for tests, written to folders of their own. In TypeScript, so that they may import tests. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { FunctionDefinition } from '../../../src/source/index.ts';
import { temporaryFolder } from '../../temporary-folder.ts';

/** A definition whose generator has this body, a function of `draw`; removed with the test. */
export function defined(
  ...about: Parameters<typeof definedIn> extends [string, ...infer Rest] ? Rest : never
): FunctionDefinition {
  return definedIn(temporaryFolder(), ...about);
}

export function definedIn(
  folder: string,
  body: string,
  more: Partial<FunctionDefinition> = {},
  before: readonly string[] = [],
): FunctionDefinition {
  const path = join(folder, 'generator.mts');
  writeFileSync(
    path,
    `${before.join('\n')}\nexport default { name: 'mine', summary: 'a test', language: 'text', generate: (draw) => { ${body} } };\n`,
  );
  const entry = pathToFileURL(path).href;
  return {
    name: 'mine',
    summary: 'a test',
    language: 'text',
    generate: () => '',
    entry,
    ...more,
  };
}
