/**
 * Trust: somebody else's campaign may name code, and nobody should run code without knowing it.
 *
 * A folder is known if this person began its campaign here, or gave `--trust` once. The person's own cache
 * holds these notes, since an unpacked archive belongs to the person who unpacks it. Modules that the person
 * names in a command need no note. Invariant: code that a folder names or holds runs only after `check`.
 */
import { existsSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { CampaignFolder } from '../campaign/index.ts';
import { modulesIn } from '../generators/index.ts';
import { makeFolder } from '../util/make-folder.ts';
import { aNumber, aText, fieldsOf, listOf, parseJsonAs } from '../util/shape.ts';
import { UserError } from '../util/user-error.ts';
import { writeFileAtomic } from '../util/write-file-atomic.ts';

interface KnownFolder {
  readonly path: string;
  readonly device: number;
  readonly inode: number;
  readonly bornMs: number;
  /** Modules outside the folder that the person agreed to. */
  readonly modules: readonly string[];
}

const shape = listOf(
  fieldsOf<KnownFolder>({
    path: aText,
    device: aNumber,
    inode: aNumber,
    bornMs: aNumber,
    modules: listOf(aText),
  }),
);

export class Trust {
  readonly #file: string;
  readonly #isGiven: boolean;

  /** `isGiven`: the person said `--trust`. */
  constructor(cache: string, isGiven: boolean) {
    this.#file = join(cache, 'known-folders.json');
    this.#isGiven = isGiven;
  }

  /** Throws unless the person agreed to the code that the folder names, and notes a new agreement. */
  check(folder: string, code: readonly string[]): void {
    if (code.length === 0 || this.#isKnown(folder, code)) return;
    if (this.#isGiven) {
      this.note(folder, code);
      return;
    }
    throw new UserError(`${folder} is not a campaign of yours, and would run code`, [
      `that code: ${code.join(', ')}`,
      'look at it, and if you want it to run, say so once: --trust',
    ]);
  }

  /** The same for the text of a source and its stages: cgfuzz's own sources are no code of the folder. */
  checkSource(folder: string, text: string, cwd: string): void {
    this.check(folder, modulesIn(text, cwd));
  }

  /** Notes a folder that the person made, or agreed to. */
  note(folder: string, modules: readonly string[]): void {
    const now = identityOf(folder);
    if (now === undefined) return;
    const others = this.#read().filter(({ path }) => path !== now.path && existsSync(path));
    const before = this.#find(folder)?.modules ?? [];
    makeFolder(resolve(this.#file, '..'));
    const known = [...others, { ...now, modules: [...new Set([...before, ...modules])] }];
    writeFileAtomic(this.#file, `${JSON.stringify(known)}\n`);
  }

  /** Notes the modules of a campaign that the person begins, or resumes and knows: the person named them. */
  add(folder: string, modules: Readonly<Record<string, string>> = {}, isNew = false): void {
    const paths = Object.values(modules);
    if (isNew || (this.#find(folder) !== undefined && !this.#isKnown(folder, paths)))
      this.note(folder, paths);
  }

  /** True if the person began the campaign in this folder, or once agreed to its code. */
  isOwn(folder: string): boolean {
    return this.#find(folder) !== undefined;
  }

  #isKnown(folder: string, code: readonly string[]): boolean {
    const known = this.#find(folder);
    return (
      known !== undefined && code.every((path) => known.modules.includes(path) || isInside(folder, path))
    );
  }

  #find(folder: string): KnownFolder | undefined {
    const now = identityOf(folder);
    return this.#read().find(
      ({ path, device, inode, bornMs }) =>
        path === now?.path && device === now.device && inode === now.inode && bornMs === now.bornMs,
    );
  }

  #read(): readonly KnownFolder[] {
    try {
      return parseJsonAs(shape, readFileSync(this.#file, 'utf8'));
    } catch {
      // No folder is known, or the file is damaged: the person is asked again.
      return [];
    }
  }
}

/** The folder that a finding came with: its campaign, or its own. */
export function campaignOf(finding: string): string {
  const campaign = resolve(finding, '../..');
  return new CampaignFolder(campaign).exists ? campaign : finding;
}

/** A different folder at the place of a known one is not known. */
function identityOf(path: string): Omit<KnownFolder, 'modules'> | undefined {
  try {
    const { dev, ino, birthtimeMs } = statSync(path);
    return { path: realpathSync(path), device: dev, inode: ino, bornMs: birthtimeMs };
  } catch {
    return undefined;
  }
}

function isInside(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way !== '' && !way.startsWith('..') && !way.startsWith('/');
}
