/**
 * A finding of each kind, and of each form that a kind has, is kept in `golden/` with all texts that follow from it.
 * A change of the code leaves each byte of these texts alone, or says in the kept file what it changes.
 */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { FindingFolder, type FindingRecord, type ShownFiles } from '../../src/finding/index.ts';
import { findingFiles, interestingScript, searchLinks, trackerText } from '../../src/report/index.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const kept = resolve('test/report/golden');
const head = /^==== (.+)$/m;
const about = { version: '1.2.3-4', built: 'Configured with: ../configure' };
const judges = { clang: 'clang-19', gcc: 'gcc-12' };

/** Writes the files of a kept finding into a folder. */
function unpacked(name: string): string {
  const folder = join(temporaryFolder(afterAll), '0123456789ab');
  const [, ...parts] = readFileSync(join(kept, name), 'utf8').split(head);
  for (let at = 0; at < parts.length; at += 2) {
    const path = join(folder, parts[at]!);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, parts[at + 1]!.slice(1, -1));
  }
  return folder;
}

function packed(files: Readonly<Record<string, string>>): string {
  const parts = Object.entries(files).map(([path, text]) => `==== ${path}\n${text}\n`);
  return parts.join('');
}

/** Texts that commands make of a finding, and that do not lie in its folder. */
function told(record: FindingRecord, shown: ShownFiles): Readonly<Record<string, string>> {
  if (record.targetKind === 'executable') return {};
  return {
    'told/llvm.txt': trackerText('llvm', record, shown, about),
    'told/gcc.txt': trackerText('gcc', record, shown, about),
    'told/links.txt': searchLinks('llvm', record, shown.output).join('\n'),
    'told/interesting.sh': interestingScript(record, shown.program, judges),
  };
}

describe('the kept finding', () => {
  const names = readdirSync(kept).toSorted();

  it.each(names)('%s has the same report, script and record, byte for byte', async (name) => {
    const path = unpacked(name);
    const folder = new FindingFolder(path);
    const record = folder.read();
    folder.save(record, findingFiles);
    const files = readdirSync(path, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(path.length + 1))
      .filter((each) => !each.startsWith('told/'))
      .toSorted()
      .map((each) => [each, readFileSync(join(path, each), 'utf8')] as const);
    const texts = { ...Object.fromEntries(files), ...told(record, folder.shown(record)) };
    await expect(packed(texts)).toMatchFileSnapshot(join(kept, name));
  });

  it('is there for each kind of failure', () => {
    const kinds = names.map((name) => new FindingFolder(unpacked(name)).read().kind);
    expect(new Set(kinds)).toEqual(
      new Set([
        'crash',
        'hang',
        'out-of-memory',
        'rejected',
        'wrong-code',
        'wrong-ir',
        'refuted',
        'depends',
        'missed',
        'unreported',
      ]),
    );
    expect(names.map((name) => basename(name, '.kept'))).toEqual(
      expect.arrayContaining(['executable', 'litmus']),
    );
  });
});
