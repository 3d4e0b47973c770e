/** Law: a chain without tcc makes the programs that it made with tcc, byte for byte, from the same choices. */
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { Alphabet } from '../../../src/choice/index.ts';
import { type MadeProgram, openSource, type Source } from '../../../src/source/index.ts';
import { emi, live, relax } from '../../../src/stage/index.ts';
import { headers } from '../../facts/programs.ts';
import wrapped from '../../stage/wrapped-arithmetic.ts';

const usualPath = process.env['PATH'];
let opened: Source[] = [];
let folders: string[] = [];
afterEach(async () => {
  process.env['PATH'] = usualPath;
  await Promise.all(opened.map((source) => source.close()));
  opened = [];
  for (const each of folders) rmSync(each, { recursive: true });
  folders = [];
});

const alphabet = new Alphabet();
const stages = [relax, emi, live].map((stage) => ({ ...stage, share: 1 }));
const seeds = Array.from({ length: 40 }, (_, seed) => seed + 1);

function open(name: string, tell: (text: string) => void): Source {
  const source = openSource({ ...wrapped, compilerArgs: headers, name, stages }, { alphabet, tell });
  opened.push(source);
  return source;
}

/** All programs of this machine but some. */
function pathWithout(isLeftOut: (name: string) => boolean): string {
  // Folders for temporary files cannot be seen in the sandbox, where root is somebody else, who may not look into a home.
  mkdirSync('.cache', { recursive: true });
  const isRoot = process.getuid?.() === 0;
  const folder = mkdtempSync(isRoot ? '/usr/local/cgfuzz-programs-' : resolve('.cache/programs-'));
  chmodSync(folder, 0o755);
  folders.push(folder);
  for (const from of (usualPath ?? '/usr/bin').split(':').toReversed())
    for (const name of namesIn(from)) {
      if (isLeftOut(name)) continue;
      try {
        symlinkSync(join(from, name), join(folder, name));
      } catch {
        // Another folder has one of that name.
      }
    }
  return folder;
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

const textOf = ({ program }: MadeProgram): string => Buffer.from(program.files[0]!.bytes).toString();

async function good(source: Source, request: Parameters<Source['run']>[0]): Promise<MadeProgram> {
  const made = await source.run(request);
  if (made.outcome !== 'ok') throw new Error(`the source ended with ${made.outcome}`);
  return made;
}

it.each([
  ['clang', (name: string) => name === 'tcc'],
  ['gcc', (name: string) => name === 'tcc' || name.startsWith('clang')],
])(
  '%s finds out what programs do where nothing cheaper is there',
  { timeout: 600_000 },
  async (fallback, isLeftOut) => {
    const source = open('usual', () => undefined);
    const programs: MadeProgram[] = [];
    for (const seed of seeds) programs.push(await good(source, { seed }));
    const told: string[] = [];
    const other = open(`without, ${fallback}`, (text) => told.push(text));
    process.env['PATH'] = pathWithout(isLeftOut);
    for (const made of programs) {
      const again = await good(other, { sequence: made.record, seed: 99, isAnew: true });
      expect(textOf(again)).toBe(textOf(made));
      expect(again.record.equals(made.record)).toBe(true);
      expect(again.freshCount).toBe(0);
    }
    expect(told.join()).toMatch(new RegExp(`no tcc here: ${fallback}`));
    const changed = programs.filter(
      ({ program }) =>
        Buffer.from(program.files[0]!.bytes)
          .toString()
          .match(/cgfuzz_kept|if \(g (?:[<>]=?|[!=]=) /) !== null,
    );
    expect(changed.length).toBeGreaterThan(3);
  },
);
