import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  array,
  assert,
  constant,
  constantFrom,
  memo,
  property,
  record,
  uniqueArray,
  type Arbitrary,
} from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import { removeTree } from '../../src/util/remove-tree.ts';
import { runs } from '../runs.ts';

/** A tree: for each folder its mode, and what is in it. */
interface Tree {
  readonly mode: number;
  readonly files: readonly string[];
  readonly links: readonly string[];
  readonly folders: readonly Tree[];
}

const trees: (depth: number) => Arbitrary<Tree> = memo((depth): Arbitrary<Tree> =>
  record({
    mode: constantFrom(0, 0o111, 0o444, 0o500, 0o700),
    files: uniqueArray(constantFrom('a', 'b', '.cgfuzz-0', 'x y'), { maxLength: 3 }),
    links: uniqueArray(constantFrom('out', 'up', 'nowhere'), { maxLength: 2 }),
    folders: depth > 1 ? array(trees(depth - 1), { maxLength: 3 }) : constant([]),
  }),
);

function grow(path: string, outside: string, { mode, files, links, folders }: Tree): void {
  mkdirSync(path);
  for (const name of files) writeFileSync(join(path, name), '');
  for (const name of links)
    symlinkSync(name === 'out' ? outside : name === 'up' ? '..' : '/nowhere', join(path, name));
  for (const [index, folder] of folders.entries()) grow(join(path, `d${index}`), outside, folder);
  chmodSync(path, mode);
}

/** Root may do anything, so that locked folders are none to it. */
function asNobody(): void {
  if (process.geteuid?.() !== 0) return;
  process.setegid?.(64_321);
  process.seteuid?.(64_321);
  onTestFinished(() => {
    process.seteuid?.(0);
    process.setegid?.(0);
  });
}

describe('removing a tree', () => {
  it('leaves nothing of it, and all that it links to', () => {
    asNobody();
    const top = mkdtempSync(join(tmpdir(), 'cgfuzz-remove-'));
    const outside = join(top, 'outside');
    mkdirSync(outside);
    writeFileSync(join(outside, 'kept'), '');
    onTestFinished(() => removeTree(top));
    assert(
      property(trees(4), (tree) => {
        grow(join(top, 'tree'), outside, tree);
        removeTree(join(top, 'tree'));
        expect(readdirSync(top)).toEqual(['outside']);
        expect(readdirSync(outside)).toEqual(['kept']);
      }),
      { numRuns: runs(100), seed: 1 },
    );
  });

  it('of 1,500 folders, one inside the other, is as good', () => {
    const top = mkdtempSync(join(tmpdir(), 'cgfuzz-remove-'));
    for (let depth = 0; depth < 1_500; depth++) {
      // From the inside out: a path to the innermost would be too long.
      mkdirSync(`${top}-more`);
      renameSync(top, join(`${top}-more`, 'a-name-that-makes-the-path-longer-than-a-path-may-be'));
      renameSync(`${top}-more`, top);
    }
    removeTree(top);
    expect(existsSync(top)).toBe(false);
  });

  it('that is a link removes the link, and what is not there is no matter', () => {
    const top = mkdtempSync(join(tmpdir(), 'cgfuzz-remove-'));
    onTestFinished(() => removeTree(top));
    writeFileSync(join(top, 'kept'), '');
    symlinkSync(top, `${top}-link`);
    removeTree(`${top}-link`);
    removeTree(`${top}-link`);
    expect(existsSync(`${top}-link`)).toBe(false);
    expect(readdirSync(top)).toEqual(['kept']);
  });
});
