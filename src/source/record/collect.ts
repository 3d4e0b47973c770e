/**
 * Collects a generator's files, from the file of its standard output or from its working folder.
 *
 * Invariants: only regular files inside the folder are read, and links are not followed. No name that a
 * generator chose leads out of the folder to which the program may later be written. A generator that is
 * still alive may rename things while we look. So each folder and file is opened once, inside an open folder,
 * and the checks use the opened descriptor.
 */
import { closeSync, constants, fstatSync, openSync, readdirSync, readSync } from 'node:fs';

import { type Language, type Program, type ProgramFile, suffixOf } from '../../program/index.ts';
import type { Output } from '../definition.ts';
import { GeneratorFailure } from './generator-failure.ts';

const MAX_FILES = 1_000;
const MAX_DEPTH = 8;

export function collectProgram(
  writes: Output,
  language: Language,
  outputPath: string,
  folder: string,
  maxBytes: number,
): Program {
  if (writes.to === 'stdout') {
    const path = `test.${suffixOf(language)}`;
    return programFrom([{ path, bytes: readRegularFile(outputPath, maxBytes) }], { main: path }, language);
  }
  if (writes.to === 'file') {
    checkName(writes.path);
    const bytes = inFolder(folder, (fd) => readAt(fd, writes.path.split('/'), maxBytes));
    return programFrom([{ path: writes.path, bytes }], { main: writes.path }, language);
  }
  const files: ProgramFile[] = [];
  inFolder(folder, (fd) => collectFolder(fd, '', 0, maxBytes, files));
  return programFrom(files, writes, language);
}

/** A program from files whose names the generator chose. */
export function programFrom(
  files: readonly ProgramFile[],
  { main, beside = [] }: Pick<Program, 'main' | 'beside'>,
  language: Language,
): Program {
  for (const { path } of files) checkName(path);
  for (const unit of [main, ...beside]) {
    const found = files.find(({ path }) => path === unit);
    if (found === undefined) throw new GeneratorFailure('no program', `the generator wrote no ${unit}`);
    if (found.bytes.length === 0)
      throw new GeneratorFailure('no program', `the generator wrote an empty ${unit}`);
  }
  return { files, main, language, ...(beside.length === 0 ? {} : { beside }) };
}

/** Refuses names that could lead out of a folder, or that have a special meaning elsewhere. */
export function checkName(path: string): void {
  const parts = path.split('/');
  const isBad =
    path.length > 512 ||
    // oxlint-disable-next-line no-control-regex
    /[\u0000-\u001f\u007f\\]/.test(path) ||
    parts.some((part) => part === '' || part === '.' || part === '..');
  if (isBad)
    throw new GeneratorFailure(
      'output',
      `the generator wrote a file named ${JSON.stringify(path.slice(0, 80))}`,
    );
}

const { O_RDONLY, O_DIRECTORY, O_NOFOLLOW, O_NONBLOCK } = constants;

/** Node cannot open a file in an open folder; /proc can. */
function at(folder: number, name: string): string {
  return `/proc/self/fd/${folder}/${name}`;
}

/** `path` leads to the folder by way of /proc, and is followed. */
function inFolder<T>(path: string, work: (fd: number) => T, flags: number = O_RDONLY | O_DIRECTORY): T {
  const fd = openFile(path, flags);
  try {
    return work(fd);
  } finally {
    closeSync(fd);
  }
}

function openFile(path: string, flags: number): number {
  try {
    return openSync(path, flags);
  } catch {
    throw new GeneratorFailure(
      'no program',
      'the generator did not write the file that its definition names',
    );
  }
}

function readAt(folder: number, [name = '', ...rest]: readonly string[], maxBytes: number): Uint8Array {
  if (rest.length === 0) return readOpened(openFile(at(folder, name), chosen), maxBytes);
  return inFolder(at(folder, name), (fd) => readAt(fd, rest, maxBytes), O_RDONLY | O_DIRECTORY | O_NOFOLLOW);
}

/** A link that a generator made is not followed, and opening a pipe in place of a file does not wait. */
const chosen = O_RDONLY | O_NOFOLLOW | O_NONBLOCK;

function collectFolder(
  folder: number,
  prefix: string,
  depth: number,
  maxBytes: number,
  files: ProgramFile[],
): void {
  if (depth > MAX_DEPTH)
    throw new GeneratorFailure('output', `the generator nested folders more than ${MAX_DEPTH} deep`);
  for (const name of readdirSync(at(folder, '.')).toSorted()) {
    const path = prefix + name;
    let fd: number;
    try {
      fd = openSync(at(folder, name), chosen);
    } catch {
      throw new GeneratorFailure('output', `the generator made ${JSON.stringify(path)}, which is no file`);
    }
    const about = fstatSync(fd);
    if (about.isFile()) {
      if (files.length === MAX_FILES) {
        closeSync(fd);
        throw new GeneratorFailure('output', `the generator wrote more than ${MAX_FILES} files`);
      }
      const left = maxBytes - files.reduce((sum, file) => sum + file.bytes.length, 0);
      files.push({ path, bytes: readOpened(fd, left) });
      continue;
    }
    try {
      if (!about.isDirectory())
        throw new GeneratorFailure('output', `the generator made ${JSON.stringify(path)}, which is no file`);
      collectFolder(fd, `${path}/`, depth + 1, maxBytes, files);
    } finally {
      closeSync(fd);
    }
  }
}

/** Reads the file to which the generator printed; the launcher opened it. */
export function readRegularFile(path: string, maxBytes: number): Uint8Array {
  return readOpened(openFile(path, O_RDONLY), maxBytes);
}

/** Closes it. */
function readOpened(fd: number, maxBytes: number): Uint8Array {
  try {
    const about = fstatSync(fd);
    if (!about.isFile()) throw new GeneratorFailure('output', 'the generator made something that is no file');
    if (about.size > maxBytes)
      throw new GeneratorFailure('output', `the generator wrote ${about.size} bytes`);
    const bytes = new Uint8Array(about.size);
    let done = 0;
    while (done < bytes.length) {
      const got = readSync(fd, bytes, done, bytes.length - done, done);
      if (got === 0) break;
      done += got;
    }
    return bytes.subarray(0, done);
  } finally {
    closeSync(fd);
  }
}
