/** The files of this repository, for rules about them. */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Files that set-up, tools and campaigns make at the top of the repository: they are no part of it. */
const made = /^(node_modules|\.git|\.cache|dist(\..*)?|campaign|demo\.cgseq|.*\.tsbuildinfo)$/;

export interface Text {
  readonly path: string;
  readonly lines: readonly string[];
}

export function filesUnder(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (made.test(path)) return [];
    return entry.isDirectory() ? filesUnder(path) : [path];
  });
}

/** The files that git tracks: what a command left in the clone is no part of it. An unpacked archive has no git. */
export function trackedFiles(): string[] {
  const { status, stdout } = spawnSync('git', ['ls-files'], { encoding: 'utf8', maxBuffer: 2 ** 26 });
  if (status !== 0) return filesUnder('.');
  return stdout.split('\n').filter((path) => path !== '' && existsSync(path));
}

export function readTexts(files: readonly string[]): Text[] {
  const isText = /\.(ts|mjs|json|md|c|h|cc|cpp|hpp|sh|txt)$|^\.ci\//;
  return files
    .filter((path) => isText.test(path))
    .map((path) => ({ path, lines: readFileSync(path, 'utf8').split('\n') }));
}
