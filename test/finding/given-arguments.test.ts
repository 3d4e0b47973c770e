/** A finding keeps which of its arguments were drawn with its program. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { FindingFolder, Findings, type Finding } from '../../src/finding/index.ts';
import { type CompileArguments, type DrawnOptions, programOf } from '../../src/program/index.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const drawn: DrawnOptions = { args: ['-O3'], tier: 'documented', isForElsewhere: false };

function found(told: CompileArguments): Finding {
  return new Findings(temporaryFolder(), () => []).add({
    text: '',
    compiler: 'gcc-12',
    build: 'b',
    origin: { source: 'x' },
    ...told,
    signature: { kind: 'crash', key: 'k', message: '', frames: [], pass: undefined },
    program: { ...programOf('int x;'), options: drawn },
    sequence: () => new Uint8Array(),
  });
}

it('writes options down if the compiler was told them', () => {
  const { record, folder } = found({ args: ['-w', '-O3'], given: ['-w'] });
  expect(record.options).toEqual(drawn);
  expect(folder.read()).toMatchObject({ args: ['-w', '-O3'], given: ['-w'], options: drawn });
});

it('writes no options down if another compiler failed, which was not told them', () => {
  expect(found({ args: ['-w', '-O0'] }).record.options).toBeUndefined();
});

it('reads a finding of an older cgfuzz, which did not name the given arguments', () => {
  const { folder } = found({ args: ['-w', '-O3'], given: ['-w'] });
  const file = join(folder.path, 'meta.json');
  const { given, ...older } = JSON.parse(readFileSync(file, 'utf8'));
  expect(given).toEqual(['-w']);
  writeFileSync(file, JSON.stringify(older));
  expect(new FindingFolder(folder.path).read().given).toEqual(['-w']);
});
