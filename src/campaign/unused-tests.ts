/**
 * Unused tests: the first of each kind that a campaign could not use, with the reason, in the campaign's
 * folder.
 *
 * A generator that fails, a program that the target refuses and a test past a limit are counted and dropped.
 * Without an example nobody could tell what such tests look like. A folder for each kind holds `why.json`,
 * the sequence, and the program if there is one. Invariant: a folder that is there is whole; readers leave
 * out a folder that they cannot read.
 */
import { mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isFolderItself, readRegularText } from '../util/read-regular.ts';
import { makeFolder } from '../util/make-folder.ts';
import { aNumber, aText, fieldsOf, listOf, parseJsonAs } from '../util/shape.ts';

export interface UnusedTest {
  readonly source: string;
  /** The fate in the words of the statistics: overrun, generator-failed, rejected, cut-off. */
  readonly fate: string;
  /**
   * The reason, without the parts that differ from test to test; tests with equal fate and reason are of one
   * kind.
   */
  readonly kind: string;
  /** The reason, line by line. */
  readonly why: readonly string[];
  /** CPU time of the campaign when the test came. */
  readonly cpuMs: number;
}

export interface KeptUnusedTest extends UnusedTest {
  readonly folder: string;
}

const shape = fieldsOf<UnusedTest>({
  source: aText,
  fate: aText,
  kind: aText,
  why: listOf(aText),
  cpuMs: aNumber,
});

/** Limit of kinds in one campaign; a generator may give another reason each time. */
const MOST_KINDS = 50;
/** Limit of lines of a reason; a compiler may write thousands. */
const MOST_LINES = 40;

export class UnusedTests {
  readonly #path: string;
  readonly #known: Set<string>;

  constructor(path: string) {
    this.#path = path;
    this.#known = new Set(readUnusedTests(path).map(keyOf));
  }

  /** True if no test of this kind is kept yet. */
  wants(test: Pick<UnusedTest, 'source' | 'fate' | 'kind'>): boolean {
    return this.#known.size < MOST_KINDS && !this.#known.has(keyOf(test));
  }

  keep(
    test: UnusedTest,
    files: readonly { readonly path: string; readonly bytes: Uint8Array }[],
  ): KeptUnusedTest {
    makeFolder(this.#path);
    const plain = `${test.source}-${test.fate}`.replace(/[^\w.-]/g, '_');
    const taken = new Set(readdirSync(this.#path));
    let number = 1;
    while (taken.has(`${plain}-${number}`)) number++;
    const folder = join(this.#path, `${plain}-${number}`);
    const fresh = join(this.#path, `.${plain}-${number}`);
    rmSync(fresh, { recursive: true, force: true });
    mkdirSync(fresh);
    for (const { path, bytes } of files) {
      makeFolder(dirname(join(fresh, path)));
      writeFileSync(join(fresh, path), bytes);
    }
    writeFileSync(
      join(fresh, 'why.json'),
      `${JSON.stringify({ ...test, why: test.why.slice(0, MOST_LINES) }, undefined, 2)}\n`,
    );
    renameSync(fresh, folder);
    this.#known.add(keyOf(test));
    return { ...test, folder };
  }
}

function keyOf({ source, fate, kind }: Pick<UnusedTest, 'source' | 'fate' | 'kind'>): string {
  return [source, fate, kind].join('\0');
}

/** All unused tests that were kept, the earliest first. */
export function readUnusedTests(path: string): KeptUnusedTest[] {
  return foldersIn(path)
    .flatMap((name) => {
      const folder = join(path, name);
      try {
        const test = parseJsonAs(shape, readRegularText(join(folder, 'why.json')));
        return [{ ...test, folder }];
      } catch {
        return [];
      }
    })
    .toSorted((a, b) => a.cpuMs - b.cpuMs);
}

function foldersIn(path: string): string[] {
  try {
    return readdirSync(path).filter((name) => !name.startsWith('.') && isFolderItself(join(path, name)));
  } catch {
    return [];
  }
}
