/**
 * The folder of one finding. It holds the program as found and as reduced so far, both with their choices,
 * the report, and `meta.json`.
 *
 * Invariant: a folder with a `meta.json` is whole. `meta.json` is written last and by a rename; a reduced
 * file is replaced by a rename, too. So the best program so far survives if the process is killed.
 */
import { chmodSync, existsSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, extname, join } from 'node:path';
import type { Program, ProgramFile } from '../program/index.ts';
import { isFolderItself, readRegular, readRegularText } from '../util/read-regular.ts';
import { makeFolder } from '../util/make-folder.ts';
import { parseJsonAs } from '../util/shape.ts';
import { printable } from '../util/text.ts';
import { UserError } from '../util/user-error.ts';
import { writeFileAtomic } from '../util/write-file-atomic.ts';
import type { FindingRecord, ProgramShape } from './record.ts';
import { findingShape } from './record-shape.ts';

/** A file for people, made from a finding. */
export interface RenderedFile {
  readonly path: string;
  readonly text: string;
  readonly isExecutable?: boolean;
}

/** Makes the files for people; another room decides how they look. */
export type Render = (record: FindingRecord, shown: ShownFiles) => readonly RenderedFile[];

export interface ShownFiles {
  /** The smallest program there is. */
  readonly program: Program;
  /** The path of the main file in the finding's folder. */
  readonly mainPath: string;
  /** Files that are linked with the main file, in the same folder. */
  readonly besidePaths: readonly string[];
  /** Output of the compiler. */
  readonly output: string;
  /** For wrong IR: the smallest module that a pass spoils, and its path. */
  readonly module?: { readonly path: string; readonly text: string };
}

/** `text` is a text reducer's result from the reduced program; it has no choices. */
export type Which = 'original' | 'reduced' | 'text';

/** The folder for the modules of wrong IR. */
const MODULES = 'ir';

export class FindingFolder {
  readonly path: string;

  constructor(path: string) {
    this.path = path;
  }

  get id(): string {
    return basename(this.path);
  }

  get exists(): boolean {
    return existsSync(join(this.path, 'meta.json'));
  }

  read(): FindingRecord {
    let text: string;
    try {
      text = readRegularText(join(this.path, 'meta.json'));
    } catch (error) {
      const { code = '' } = error as NodeJS.ErrnoException;
      if (code !== 'ENOENT' && code !== 'ENOTDIR') throw error;
      throw new UserError(`there is no finding in ${this.path}`, [
        'the folder of a finding holds a file meta.json',
        'which findings there are: cgfuzz findings list',
      ]);
    }
    try {
      return withGiven(parseJsonAs(findingShape, text));
    } catch (error) {
      throw new UserError(
        `${join(this.path, 'meta.json')} is damaged: ${printable((error as Error).message)}`,
        [
          'its program and its choices are left alone; a campaign that sees the failure again makes a new finding of it',
        ],
      );
    }
  }

  /**
   * Moves an unreadable finding aside, so that a new finding can have its name. The old files stay beside the
   * new finding.
   */
  setAside(): void {
    if (!this.exists) return;
    let aside = `${this.path}.damaged`;
    for (let number = 2; existsSync(aside); number++) aside = `${this.path}.damaged-${number}`;
    renameSync(this.path, aside);
  }

  /**
   * True for a muted finding: the compiler's developers know it. The mark is a file of its own, since a
   * campaign may be writing the other files.
   */
  get isMuted(): boolean {
    return existsSync(join(this.path, 'muted'));
  }

  mute(note: string): void {
    writeFileAtomic(join(this.path, 'muted'), `${note}\n`);
  }

  get muteNote(): string {
    return this.isMuted ? readRegularText(join(this.path, 'muted')).trim() : '';
  }

  /** The choices of a program; undefined if there is no reduced program. */
  sequence(which: 'original' | 'reduced'): Uint8Array | undefined {
    return this.#read(`${which}.cgseq`);
  }

  /** The smallest of the finding's programs. */
  smallest(shape: ProgramShape): Which {
    const made = (['text', 'reduced'] as const).find((which) => this.program(which, shape) !== undefined);
    return made ?? 'original';
  }

  program(which: Which, { language, main, beside, isOneFile }: ProgramShape): Program | undefined {
    if (isOneFile) {
      const bytes = this.#read(mainPath(which, { main, isOneFile }));
      return bytes === undefined ? undefined : { language, main, files: [{ path: main, bytes }] };
    }
    const folder = join(this.path, which);
    if (!isFolderItself(folder)) return undefined;
    const files = readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .toSorted()
      .map((path): ProgramFile => ({ path: path.slice(folder.length + 1), bytes: readRegular(path) }));
    return { language, main, files, ...(beside === undefined ? {} : { beside }) };
  }

  get output(): string {
    return this.#read('output.txt')?.toString() ?? '';
  }

  /** All of its files except the record, which the reader writes anew. */
  files(): ProgramFile[] {
    return readdirSync(this.path, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && entry.name !== 'meta.json')
      .map((entry) => join(entry.parentPath, entry.name))
      .toSorted()
      .map((path) => ({ path: path.slice(this.path.length + 1), bytes: readRegular(path) }));
  }

  /** Replaces everything in the folder with these files. The folder is no finding until `save`. */
  replace(files: readonly ProgramFile[]): void {
    rmSync(join(this.path, 'meta.json'), { force: true });
    rmSync(this.path, { recursive: true, force: true });
    for (const { path, bytes } of files) this.#write(path, bytes);
  }

  saveOutput(text: string): void {
    this.#write('output.txt', text);
  }

  /** Saves the modules before and after the blamed pass. Files of an earlier program are removed. */
  saveModules(modules: Readonly<Record<string, string | undefined>>): void {
    rmSync(join(this.path, MODULES), { recursive: true, force: true });
    for (const [name, text] of Object.entries(modules))
      if (text !== undefined) this.#write(join(MODULES, `${name}.ll`), text);
  }

  get #module(): ShownFiles['module'] {
    const paths = ['reduced', 'before'].map((name) => join(MODULES, `${name}.ll`));
    const path = paths.find((each) => existsSync(join(this.path, each)));
    return path === undefined ? undefined : { path, text: this.#read(path)!.toString() };
  }

  saveHeaders(folder: string, files: readonly ProgramFile[]): void {
    for (const { path, bytes } of files) this.#write(join(folder, path), bytes);
  }

  /** Saves a program. A text reducer's result from an earlier program is removed. */
  saveProgram(which: 'original' | 'reduced', program: Program, sequence: Uint8Array): void {
    this.#write(`${which}.cgseq`, sequence);
    this.#writeProgram(which, program);
    for (const path of ['text', mainPath('text', { main: program.main, isOneFile: true })])
      rmSync(join(this.path, path), { recursive: true, force: true });
  }

  /** Saves a program that has no choices. */
  saveGiven(program: Program): void {
    this.#writeProgram('original', program);
  }

  saveText(program: Program): void {
    this.#writeProgram('text', program);
  }

  #writeProgram(which: Which, { files, main }: Program): void {
    const isOneFile = files.length === 1;
    for (const { path, bytes } of files)
      this.#write(isOneFile ? mainPath(which, { main, isOneFile }) : join(which, path), bytes);
  }

  /** The parts of a report that lie in files. */
  shown({ program: shape }: FindingRecord): ShownFiles {
    const which = this.smallest(shape);
    const program = this.program(which, shape);
    if (program === undefined) throw new Error(`the finding in ${this.path} has no program`);
    const besidePaths = (program.beside ?? []).map((path) => join(which, path));
    return {
      program,
      mainPath: mainPath(which, shape),
      besidePaths,
      output: this.output,
      ...(this.#module === undefined ? {} : { module: this.#module }),
    };
  }

  /** Writes the record, and the files for people that follow from it. */
  save(record: FindingRecord, render: Render): void {
    for (const { path, text, isExecutable = false } of render(record, this.shown(record))) {
      this.#write(path, text);
      if (isExecutable) chmodSync(join(this.path, path), 0o755);
    }
    this.#write('meta.json', `${JSON.stringify(record, undefined, 2)}\n`);
  }

  #read(path: string): Buffer | undefined {
    const file = join(this.path, path);
    return existsSync(file) ? readRegular(file) : undefined;
  }

  #write(path: string, content: Uint8Array | string): void {
    const file = join(this.path, path);
    makeFolder(dirname(file));
    writeFileAtomic(file, content);
  }
}

/** Path of the compiled file in the finding's folder. */
function mainPath(which: Which, { main, isOneFile }: Pick<ProgramShape, 'main' | 'isOneFile'>): string {
  return isOneFile ? `${which}${extname(main)}` : join(which, main);
}

/** The shape of a program whose headers lie in these folders. */
export function shapeOf(
  { files, main, beside, language, promises }: Program,
  headers: readonly { readonly from: string; readonly to: string }[],
): ProgramShape {
  const includes = headers.map(({ from, to }) => ({ from, to }));
  const isOneFile = files.length === 1;
  return {
    language,
    main,
    ...(beside === undefined ? {} : { beside }),
    isOneFile,
    promises: promises ?? 'nothing',
    includes,
  };
}

/** An older cgfuzz did not record which arguments were given: the drawn arguments come last. */
function withGiven(record: FindingRecord): FindingRecord {
  const { args, given, options } = record;
  if (options === undefined || given !== undefined) return record;
  return { ...record, given: args.slice(0, args.length - options.args.length) };
}
