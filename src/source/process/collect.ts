/**
 * Collects what a generator wrote, from the file behind its standard output or from its working folder.
 *
 * Invariants: only regular files inside the folder are read, links are not followed, and no name that a generator chose
 * leads out of a folder that the program may later be written to.
 */
import { closeSync, constants, fstatSync, lstatSync, openSync, readdirSync, readSync } from 'node:fs';
import { join } from 'node:path';

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
    return programFrom([{ path, bytes: readRegularFile(outputPath, maxBytes, false) }], path, language);
  }
  if (writes.to === 'file') {
    checkName(writes.path);
    const bytes = readRegularFile(join(folder, writes.path), maxBytes, true);
    return programFrom([{ path: writes.path, bytes }], writes.path, language);
  }
  const files: ProgramFile[] = [];
  collectFolder(folder, '', 0, maxBytes, files);
  return programFrom(files, writes.main, language);
}

/** A program from files whose names a generator chose. */
export function programFrom(files: readonly ProgramFile[], main: string, language: Language): Program {
  for (const { path } of files) checkName(path);
  const found = files.find(({ path }) => path === main);
  if (found === undefined) throw new GeneratorFailure('no program', `the generator wrote no ${main}`);
  if (found.bytes.length === 0)
    throw new GeneratorFailure('no program', `the generator wrote an empty ${main}`);
  return { files, main, language };
}

/** Refuses names that could lead out of a folder, or that mean something else elsewhere. */
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

function collectFolder(
  folder: string,
  prefix: string,
  depth: number,
  maxBytes: number,
  files: ProgramFile[],
): void {
  if (depth > MAX_DEPTH)
    throw new GeneratorFailure('output', `the generator nested folders more than ${MAX_DEPTH} deep`);
  for (const name of readdirSync(folder).toSorted()) {
    const path = prefix + name;
    const about = lstatSync(join(folder, name));
    if (about.isDirectory()) {
      collectFolder(join(folder, name), `${path}/`, depth + 1, maxBytes, files);
    } else if (about.isFile()) {
      if (files.length === MAX_FILES)
        throw new GeneratorFailure('output', `the generator wrote more than ${MAX_FILES} files`);
      const left = maxBytes - files.reduce((sum, file) => sum + file.bytes.length, 0);
      files.push({ path, bytes: readRegularFile(join(folder, name), left, true) });
    } else {
      throw new GeneratorFailure('output', `the generator made ${JSON.stringify(path)}, which is no file`);
    }
  }
}

export function readRegularFile(path: string, maxBytes: number, isChosen: boolean): Uint8Array {
  let fd: number;
  try {
    // What a generator chose is not followed, and a pipe in its place must not make us wait.
    fd = openSync(path, constants.O_RDONLY | (isChosen ? constants.O_NOFOLLOW | constants.O_NONBLOCK : 0));
  } catch {
    throw new GeneratorFailure(
      'no program',
      'the generator did not write the file that its definition names',
    );
  }
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
