/** Modules that people write outside of this package. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';

import { loadDefault } from '../../src/source/index.ts';
import { temporaryFolder } from '../temporary-folder.ts';

it.each(['mjs', 'mts'])('a module in .%s imports this package wherever it lies', async (suffix) => {
  const file = join(temporaryFolder(), `mine.${suffix}`);
  writeFileSync(file, "import { Alphabet } from 'cgfuzz';\nexport default { size: new Alphabet().size };\n");
  expect(await loadDefault(pathToFileURL(file).href)).toEqual({ size: 3 });
});
