/** The files of deploy: their commands are known to cgfuzz, with their flags. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { commands } from '../../src/cli/commands.ts';
import { findCommand } from '../../src/cli/find-command.ts';
import { parseFlags } from '../../src/cli/flags/flags.ts';
import { splitWords } from '../../src/util/split-words.ts';

const folder = join(import.meta.dirname, '../../deploy');
const files = readdirSync(folder);

it.each(files)('%s has a command that cgfuzz knows', (file) => {
  const text = readFileSync(join(folder, file), 'utf8').replaceAll(/\n\s+(?=--)/g, ' ');
  const lines = [...text.matchAll(/^(?!#).*?\bcgfuzz ((?:run|target) [^|\n']*)/gm)].map(
    ([, words = '']) => words,
  );
  expect(lines).toHaveLength(1);
  for (const line of lines) {
    const [name = '', ...words] = splitWords(line.replaceAll(/"\$\w+"/g, '2').trim());
    const command = findCommand(commands, name);
    expect(() => parseFlags(command.flags, words, command)).not.toThrow();
  }
});

it('says of each what to type', () => {
  for (const file of files)
    expect(readFileSync(join(folder, file), 'utf8')).toMatch(
      /^#.*(: |  )(podman|kubectl|sbatch|systemctl|kubectl) /m,
    );
});
