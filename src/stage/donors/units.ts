/**
 * ReadUnits: files of a project that go together, each unit read as one file, so that its functions may call
 * each other.
 *
 * A file joins a unit if clang accepts the unit with the file at its end. Names that the unit has already, such
 * as `main`, get a number. Invariant: each file that clang accepts alone is in one unit.
 */
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { tryTool } from '../../build/index.ts';
import { makeWorkFolder } from '../../util/work-folder.ts';
import { stageTuning } from '../tuning.ts';

export interface ReadUnit {
  readonly paths: readonly string[];
  /** After the preprocessor, with its lines that name files. */
  readonly text: string;
}

export interface ReadUnits {
  readonly units: readonly ReadUnit[];
  /** Files that clang refuses alone, with its first words. */
  readonly unread: readonly string[];
}

export async function filesTogether(
  clang: string,
  folder: string,
  paths: readonly string[],
): Promise<ReadUnits> {
  const reader = new Reader(clang, folder);
  try {
    const growing: Growing[] = [];
    const unread: string[] = [];
    for (const path of paths.toSorted((a, b) => depthOf(a) - depthOf(b) || (a < b ? -1 : 1))) {
      const read = await reader.read(path);
      const alone = 'said' in read ? read : await reader.together([read]);
      if ('said' in read || 'said' in alone) {
        unread.push(`${path}: ${('said' in alone ? alone.said : '').replace(`${folder}/`, '')}`);
        continue;
      }
      const last = new Set([...growing.slice(0, 1), ...growing.slice(1 - stageTuning.unitsTried.value)]);
      if (!(await joins(reader, last, read))) growing.push({ parts: [read], text: alone.text });
    }
    return {
      units: growing.map(({ parts, text }) => ({ paths: parts.map(({ path }) => path), text })),
      unread,
    };
  } finally {
    reader.close();
  }
}

/** A project keeps its tools and tests in folders of their own. */
function depthOf(path: string): number {
  return path.split('/').length;
}

/** A file after the preprocessor. */
interface Part {
  readonly path: string;
  readonly lines: readonly Line[];
}

interface Line {
  readonly text: string;
  /** The file that says it, and where. */
  readonly from: string;
  /** True in the file itself, and not in a header. */
  readonly isOwn: boolean;
}

interface Growing {
  parts: readonly Part[];
  text: string;
}

/** Adds the file to the first unit that it can be compiled with; false if there is none. */
async function joins(reader: Reader, units: Iterable<Growing>, part: Part): Promise<boolean> {
  for (const unit of units) {
    if (unit.text.length > stageTuning.mostUnitBytes.value) continue;
    const clashes = new Set<string>();
    for (let turn = 0; turn < stageTuning.renamings.value; turn++) {
      const parts = [...unit.parts, renamed(part, clashes, unit.parts.length)];
      const read = await reader.together(parts);
      if ('text' in read) {
        Object.assign(unit, { parts, text: read.text });
        return true;
      }
      const known = clashes.size;
      for (const name of read.clashes) clashes.add(name);
      if (clashes.size === known) break;
    }
  }
  return false;
}

/** The file, with a number appended to each of its names that the unit already has. */
function renamed(part: Part, names: ReadonlySet<string>, number: number): Part {
  if (names.size === 0) return part;
  const pattern = new RegExp(`(?<!\\.|->)\\b(?:${[...names].join('|')})\\b`, 'g');
  const lines = part.lines.map((line) =>
    line.isOwn ? { ...line, text: line.text.replace(pattern, (name) => `${name}_${number}`) } : line,
  );
  return { ...part, lines };
}

interface Refusal {
  readonly said: string;
  /** Names that the last file declares otherwise than the files before. */
  readonly clashes: readonly string[];
}

class Reader {
  readonly #clang: string;
  readonly #folder: string;
  readonly #place = makeWorkFolder();

  constructor(clang: string, folder: string) {
    this.#clang = clang;
    this.#folder = folder;
  }

  close(): void {
    rmSync(this.#place, { recursive: true, force: true });
  }

  async read(path: string): Promise<Part | Refusal> {
    const own = join(this.#folder, path);
    const output = join(this.#place, 'part.i');
    const includes = [dirname(own), this.#folder, join(this.#folder, 'include')].map((each) => `-I${each}`);
    const csmith = existsSync('/usr/include/csmith') ? ['-I/usr/include/csmith'] : [];
    const { code, stderr } = await tryTool(this.#clang, [
      '-E',
      '-w',
      ...includes,
      ...csmith,
      own,
      '-o',
      output,
    ]);
    return code === 0 ? { path, lines: linesOf(readFileSync(output, 'latin1'), own) } : refusalOf(stderr);
  }

  /** The text of the files as one, if clang accepts it. */
  async together(parts: readonly Part[]): Promise<{ readonly text: string } | Refusal> {
    const text = merged(parts);
    const file = join(this.#place, 'unit.i');
    writeFileSync(file, text, 'latin1');
    const { code, stderr } = await tryTool(this.#clang, ['-fsyntax-only', '-w', '-ferror-limit=0', file]);
    return code === 0 ? { text } : refusalOf(stderr);
  }
}

function linesOf(text: string, own: string): Line[] {
  let [file, number] = ['', 0];
  return text.split('\n').flatMap((line) => {
    const [, next, of] = /^# (\d+) "([^"]*)"/.exec(line) ?? [];
    if (of !== undefined) [file, number] = [of, Number(next)];
    else return { text: line, from: `${file}:${number++}`, isOwn: file === own };
    return [];
  });
}

/** Each line of a header stands once outside of functions, for not every header guards itself. */
function merged(parts: readonly Part[]): string {
  const said = new Set<string>();
  const text: string[] = [];
  for (const { lines } of parts) {
    const own: string[] = [];
    let file = '';
    let depth = 0;
    for (const line of lines) {
      if (line.isOwn) depth += depthAfter(line.text);
      const key = `${line.from} ${line.text}`;
      if (!line.isOwn && depth === 0 && said.has(key)) continue;
      if (!line.isOwn) own.push(key);
      const of = line.from.slice(0, line.from.lastIndexOf(':'));
      if (of !== file) text.push(`# 1 "${of}"`);
      file = of;
      text.push(line.text);
    }
    for (const key of own) said.add(key);
  }
  return `${text.join('\n')}\n`;
}

/** Braces that the line opens and leaves open. */
function depthAfter(text: string): number {
  const code = text.replace(/"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'/g, '');
  return code.split('{').length - code.split('}').length;
}

function refusalOf(stderr: string): Refusal {
  const said = stderr.split('\n').find((line) => line.includes('error:')) ?? stderr;
  return { said: said.trim(), clashes: [...stderr.matchAll(clash)].map(([, name]) => name!) };
}

const clash =
  /error: (?:(?:typedef )?redefinition of|conflicting types for|(?:non-)?static declaration of) '(?:\w+ )?(\w+)'/g;
