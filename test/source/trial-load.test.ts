import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { tryLoading } from '../../src/source/index.ts';
import { temporaryFolder } from '../temporary-folder.ts';

function moduleOf(ending: string, ...lines: readonly string[]): string {
  const path = join(temporaryFolder(), `mine${ending}`);
  writeFileSync(path, `${lines.join('\n')}\nexport default { name: 'mine' };\n`);
  return pathToFileURL(path).href;
}

describe.each(['.mjs', '.ts'])('a module %s', (ending) => {
  it.each([
    ['loops', 'for (;;);'],
    ['loops in what it imports', "import 'data:text/javascript,for (;;);';"],
    ['goes on for ever', 'const again = () => Promise.resolve().then(again);\nagain();'],
    ['waits for long', 'await new Promise((resolve) => setTimeout(resolve, 1e9));'],
  ])('that %s is given up after the limit', async (_what, line) => {
    expect(await tryLoading(moduleOf(ending, line), 2_000)).toBe('loading it takes more than 2 s');
  });

  it.each([
    ['ends the process', 'process.exit(0);'],
    ['waits for what never comes', 'await new Promise(() => undefined);'],
  ])('that %s is told', async (_what, line) => {
    expect(await tryLoading(moduleOf(ending, line))).toBe(
      'its top level ends the process, or waits for what never comes',
    );
  });

  it.each([
    ['does nothing else', ''],
    ['throws, which whoever loads it sees', "throw new Error('not today');"],
    ['throws later', "setTimeout(() => { throw new Error('later'); });"],
    ['leaves a timer behind', 'setInterval(() => undefined, 1_000);'],
    ['takes its time', 'await new Promise((resolve) => setTimeout(resolve, 100));'],
  ])('that %s has nothing wrong with its loading', async (_what, line) => {
    expect(await tryLoading(moduleOf(ending, line))).toBeUndefined();
  });
});
