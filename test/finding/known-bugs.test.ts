/** The file of known bugs, and what campaigns take from it. */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Failure, Findings, KnownBugs, knownNote, spanOf } from '../../src/finding/index.ts';
import { programOf } from '../../src/program/index.ts';
import { temporaryFolder } from '../temporary-folder.ts';

function failure(key: string, compiler: string, failing: string[] = [], right: string[] = []): Failure {
  return {
    signature: { kind: 'crash', key, message: 'm', frames: [], pass: undefined },
    program: programOf('int x;'),
    sequence: () => new Uint8Array(),
    text: '',
    compiler,
    args: ['-O2'],
    build: 'b',
    origin: { source: 's' },
    affected: { failing, right, unclear: [], versions: {} },
  };
}

const found = (...about: Parameters<typeof failure>): ReturnType<Findings['add']> =>
  new Findings(temporaryFolder(), () => []).add(failure(...about));

const reported = { reason: 'reported', address: 'https://example.org/1' };

describe('a known bug', () => {
  it('is muted in the next campaign, and another one is not', () => {
    const file = join(temporaryFolder(), 'known.json');
    const bugs = KnownBugs.read(file);
    bugs.add(found('crash | x', 'gcc-16').record, reported);
    bugs.write(file);
    const campaign = new Findings(temporaryFolder(), () => [], KnownBugs.read(file));
    const known = campaign.add(failure('crash | x', 'gcc-16'));
    expect(known.folder.isMuted).toBe(true);
    expect(known.folder.muteNote).toContain('https://example.org/1');
    expect(campaign.add(failure('crash | y', 'gcc-16')).folder.isMuted).toBe(false);
  });

  it('says since when and until when, from all who were asked', () => {
    const bugs = KnownBugs.none();
    const first = found('crash | x', 'gcc-14', ['gcc-14 -O2', 'gcc-13 -O2'], ['gcc-12 -O2', 'gcc-12 -O0']);
    expect(spanOf(bugs.add(first.record, reported))).toBe('gcc-13 to gcc-14, not gcc-12');
    const later = found('crash | x', 'gcc-16', ['gcc-16 -O2'], []).record;
    expect(knownNote(bugs.find('crash | x')!, later)).toContain('gcc-16 is new among them');
    const both = bugs.add(later, { reason: '', address: '' });
    expect(spanOf(both)).toBe('gcc-13 to gcc-16, not gcc-12');
    expect(both).toMatchObject(reported);
    expect(knownNote(both, later)).not.toContain('new');
  });

  it('shows in a compiler as soon as one option of it shows it, however it was built', () => {
    const bugs = KnownBugs.none();
    const { record } = found(
      'crash | x',
      'clang-19-passes',
      ['clang-19-stock -O3'],
      ['clang-19-stock -O0', 'clang-18 -O2'],
    );
    expect(bugs.add(record, reported)).toMatchObject({ shows: ['clang-19'], isRight: ['clang-18'] });
  });

  it('is the same after writing and reading, in whatever order they were added', () => {
    const file = join(temporaryFolder(), 'deep', 'known.json');
    const records = ['a', 'b', 'c', 'd'].map((key) => found(key, 'gcc-15').record);
    fc.assert(
      fc.property(fc.shuffledSubarray(records, { minLength: 4 }), (order) => {
        const bugs = KnownBugs.none();
        for (const record of order) bugs.add(record, reported);
        bugs.write(file);
        const text = readFileSync(file, 'utf8');
        KnownBugs.read(file).write(file);
        expect(readFileSync(file, 'utf8')).toBe(text);
        expect(
          KnownBugs.read(file)
            .all()
            .map(({ signature }) => signature),
        ).toEqual(['a', 'b', 'c', 'd']);
      }),
      { numRuns: 10 },
    );
  });

  it('is not read from a file that is damaged or of another format; the file is left alone', () => {
    const file = join(temporaryFolder(), 'known.json');
    for (const text of ['{', '{"format": 2, "bugs": []}', '{"format": 1, "bugs": [{"signature": 1}]}']) {
      writeFileSync(file, text);
      expect(() => KnownBugs.read(file)).toThrow(/no list of known bugs/);
      expect(readFileSync(file, 'utf8')).toBe(text);
    }
  });
});

it('a pipe and a folder are no lists of known bugs', () => {
  const folder = temporaryFolder();
  execFileSync('mkfifo', [join(folder, 'pipe')]);
  expect(() => KnownBugs.read(join(folder, 'pipe'))).toThrow(/no list of known bugs: it is a pipe/);
  expect(() => KnownBugs.read(folder)).toThrow(/no list of known bugs: it is a folder/);
});

it('a device that never ends is no list of known bugs', () => {
  expect(() => KnownBugs.read('/dev/zero')).toThrow(/no list of known bugs: it does not end within 256 MB/);
});
