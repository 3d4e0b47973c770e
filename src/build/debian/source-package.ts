/**
 * Source packages through apt: the exact source of the installed LLVM, and archives of generators. cgfuzz
 * unpacks only the folders of LLVM that it compiles.
 *
 * Two checks of the sums: apt checks them against the signed index, and this file against the package's
 * description at each unpacking.
 */
import { createHash } from 'node:crypto';
import {
  createReadStream,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { makeFolder } from '../../util/make-folder.ts';
import { UserError } from '../../util/user-error.ts';
import { makeWhole, partPathOf, publish, sweepParts } from '../places.ts';
import { type AptGet, withSourceLists } from './apt-sources.ts';
import { failure, runTool } from '../run-tool.ts';

export interface SourceOptions {
  readonly cache: string;
  /** Name of the source package, as in `llvm-toolchain-19`. */
  readonly name: string;
  readonly version: string;
  /**
   * Beginning of other acceptable versions, if the mirror lacks this version; the newest comes first:
   * `1:23.1.`.
   */
  readonly orLike?: string;
  /** The release that has the package; by default the release of this machine. */
  readonly suite?: string;
  readonly say: (text: string) => void;
  readonly signal: AbortSignal;
  readonly etcApt?: string;
}

/** The folder with the downloaded package. */
export async function downloadSource(options: SourceOptions): Promise<string> {
  const { cache, name, version, orLike, suite, say, signal, etcApt } = options;
  const folder = join(cache, 'downloads', `${name}_${version.replaceAll(/[^\w.+~-]/g, '_')}`);
  await makeWhole(
    folder,
    (part, tell) =>
      withSourceLists({ cache, signal, etcApt, suite }, async (apt) => {
        tell(`downloading the source of ${name} ${version}`);
        say('fetching the index of source packages');
        const update = await apt(part, 'update');
        say(`downloading the source of ${name} ${version}`);
        const got = await apt(part, 'source', '--download-only', `${name}=${version}`);
        if (got.code !== 0) {
          if (/hash sum mismatch|checksum/i.test(got.stderr)) throw wrongChecksum(name);
          if (await downloadParts(apt, part, `${name}=${version}`, say)) return;
          for (const other of orLike === undefined ? [] : await versionsLike(apt, name, orLike)) {
            if (other === version || !(await downloadParts(apt, part, `${name}=${other}`, say))) continue;
            return say(`the mirror lost the source of ${name} ${version}: ${other} takes its place`);
          }
          const said = `${update.stderr}\n${got.stderr}`;
          throw failure(`could not download the source package ${name} ${version}`, said);
        }
        await verifySource(part);
      }),
    { say, signal },
  );
  return folder;
}

/**
 * A mirror may lack the description of a package, or Debian's part of the package. The authors' archive is
 * enough: apt checks it against the signed index, which also has its sum.
 */
async function downloadParts(
  apt: AptGet,
  folder: string,
  which: string,
  say: (text: string) => void,
): Promise<boolean> {
  say('the package has no description there: downloading its archive alone');
  await apt(folder, 'source', '--tar-only', which);
  await apt(folder, 'source', '--diff-only', which);
  const files = readdirSync(folder).filter((file) => /\.(?:orig|debian)\.tar\.\w+$/.test(file));
  if (!files.some((file) => file.includes('.orig.'))) return false;
  const lines: string[] = [];
  for (const file of files)
    lines.push(` ${await sumOf(join(folder, file))} ${statSync(join(folder, file)).size} ${file}`);
  writeFileSync(join(folder, SUMS), `Checksums-Sha256:\n${lines.join('\n')}\n`);
  return true;
}

const APT_HELPER = '/usr/lib/apt/apt-helper';

/**
 * Versions of a source package that the release lists, from new to old. A mirror may lack the newest version.
 */
async function versionsLike(apt: AptGet, name: string, start: string): Promise<string[]> {
  const indexes = await apt('.', 'indextargets', '--format', '$(FILENAME)', 'Created-By: Sources');
  const files = indexes.stdout.split('\n').filter((file) => existsSync(file));
  // Apt keeps these lists compressed, in a format that only apt is sure to know.
  const texts = await Promise.all(files.map((file) => runTool(APT_HELPER, ['cat-file', file])));
  const versions = texts.flatMap((text) =>
    text
      .split('\n\n')
      .filter((paragraph) => paragraph.startsWith(`Package: ${name}\n`))
      .flatMap((paragraph) => /^Version: (\S+)$/m.exec(paragraph)?.[1] ?? []),
  );
  return [...new Set(versions)]
    .filter((version) => version.startsWith(start))
    .toSorted((a, b) => b.localeCompare(a, 'en', { numeric: true }));
}

/** The sums of files that were downloaded without a description, after apt had verified the files. */
const SUMS = 'verified-by-apt.sums';

/** A release lists versions of a source package, and the mirror has none of them. */
export class SourceLost extends UserError {}

export interface ArchiveOptions {
  readonly cache: string;
  readonly name: string;
  /** The release that has the package; by default the release of this machine. */
  readonly suite?: string;
  readonly say: (text: string) => void;
  readonly etcApt?: string;
}

/**
 * The archive of a source package in any version, without Debian's own files. The download happens only once.
 */
export async function downloadArchive({ cache, name, suite, say, etcApt }: ArchiveOptions): Promise<string> {
  const known = knownArchive(cache, name);
  if (known !== undefined) return known;
  const folder = join(cache, 'sources');
  makeFolder(folder);
  say(`fetching the source of ${name}${suite === undefined ? '' : ` from ${suite}`}`);
  return withSourceLists({ cache, etcApt, suite }, async (apt) => {
    const part = partPathOf(join(folder, name));
    mkdirSync(part);
    try {
      const update = await apt(part, 'update');
      const fetch = await apt(part, 'source', '--tar-only', name);
      // A mirror may have lost the newest version.
      const others = fetch.code === 0 ? [] : await versionsLike(apt, name, '');
      for (const version of others) {
        if (archiveIn(part, name) !== undefined) break;
        await apt(part, 'source', '--tar-only', `${name}=${version}`);
      }
      const archive = archiveIn(part, name);
      const byHand = `by hand: put ${name}_VERSION.orig.tar.gz into ${folder}`;
      if (archive === undefined && others.length > 0)
        throw new SourceLost(`the mirror has no source of Debian's ${name}`, [
          `lost there: ${others.join(', ')}`,
          byHand,
        ]);
      if (archive === undefined) {
        const said = [update, fetch].map(({ stdout, stderr }) => `${stdout}\n${stderr}`.trim()).join('\n');
        const lines = said.split('\n').slice(-6);
        throw new UserError(`cannot fetch the source of Debian's ${name}`, [...lines, byHand]);
      }
      publish(join(part, archive), join(folder, archive));
      return join(folder, archive);
    } finally {
      rmSync(part, { recursive: true, force: true });
    }
  });
}

/** The archive of a source package that is already downloaded. */
export function knownArchive(cache: string, name: string): string | undefined {
  const folder = join(cache, 'sources');
  const known = existsSync(folder) ? archiveIn(folder, name) : undefined;
  return known === undefined ? undefined : join(folder, known);
}

export interface InnerArchive {
  readonly archive: string;
  /** A pattern for the archive within the archive. */
  readonly inner: string;
  /** Folders that are not unpacked. */
  readonly leftOut: readonly string[];
  /** Only these folders, if there are any. */
  readonly only?: readonly string[];
  /** The place of the tree. */
  readonly tree: string;
  readonly say: (text: string) => void;
  readonly signal: AbortSignal;
}

/**
 * Unpacks an archive that lies inside another archive, as in Debian's packages of GCC. Leaves an existing
 * tree as it is.
 */
export async function unpackInnerArchive(options: InnerArchive): Promise<void> {
  const { archive, inner, leftOut, only = [], tree, say, signal } = options;
  await makeWhole(
    tree,
    async (part) => {
      say(`unpacking ${basename(archive)}`);
      await runTool('tar', ['-xf', archive, '-C', part, '--strip-components=1', '--wildcards', inner], {
        signal,
      });
      const [file = ''] = readdirSync(part);
      const without = leftOut.map((folder) => `--exclude=*/${folder}`);
      const words = ['-xf', file, '--strip-components=1', '--no-wildcards-match-slash', ...without];
      const wanted = only.map((folder) => `*/${folder}`);
      await runTool('tar', [...words, ...(only.length > 0 ? ['--wildcards', ...wanted] : [])], {
        cwd: part,
        signal,
      });
      rmSync(join(part, file));
    },
    { say, signal },
  );
}

function archiveIn(folder: string, name: string): string | undefined {
  return readdirSync(folder)
    .filter((file) => file.startsWith(`${name}_`) && /\.orig\.tar\.(gz|xz|bz2)$/.test(file))
    .toSorted()
    .at(-1);
}

function wrongChecksum(file: string): UserError {
  return new UserError(`the checksum of ${file} is wrong`, [
    'the download was damaged or is not what Debian published; it has been thrown away',
    'the same command again downloads it anew',
  ]);
}

/** Compares every file with the sums in the package's description. */
export async function verifySource(folder: string): Promise<void> {
  const names = readdirSync(folder);
  const description = names.find((name) => name.endsWith('.dsc')) ?? names.find((name) => name === SUMS);
  if (description === undefined)
    throw new UserError(`no source package in ${folder}`, [`remove it: rm -r ${folder}`]);
  const text = readFileSync(join(folder, description), 'utf8');
  const sums = /^Checksums-Sha256:\n((?: .*\n?)+)/m.exec(text)?.[1] ?? '';
  let checked = 0;
  for (const [, sum, , name = ''] of sums.matchAll(/^ ([0-9a-f]{64}) (\d+) (\S+)$/gm)) {
    const file = join(folder, name);
    if (!existsSync(file)) continue; // signatures are not downloaded
    if ((await sumOf(file)) !== sum) throw wrongChecksum(name);
    checked++;
  }
  if (checked < (description === SUMS ? 1 : 2))
    throw new UserError(`the source package in ${folder} is not whole`, [`remove it: rm -r ${folder}`]);
}

async function sumOf(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file, { highWaterMark: 1 << 20 }), hash);
  return hash.digest('hex');
}

/** Unpacks the folders, given relative to the package's root, and applies Debian's patches to them. */
export async function unpackSource(
  { cache, name, version, say, signal, ...rest }: SourceOptions,
  folders: readonly string[],
): Promise<string> {
  const key = `${name}_${version.replaceAll(/[^\w.+~-]/g, '_')}`;
  const tree = join(cache, 'sources', key);
  sweepParts(join(cache, 'sources'));
  const wanted = folders.filter((folder) => !existsSync(join(tree, folder)));
  if (wanted.length === 0) return tree;
  const downloaded = await downloadSource({ cache, name, version, say, signal, ...rest });
  try {
    await verifySource(downloaded);
  } catch (error) {
    rmSync(downloaded, { recursive: true, force: true });
    throw error;
  }
  const archive = readdirSync(downloaded).find((file) => /\.orig\.tar\./.test(file)) ?? '';
  const patches = readdirSync(downloaded).find((file) => /\.debian\.tar\./.test(file));
  if (patches === undefined)
    say(`${name} ${version} is without Debian's patches: the mirror does not have them`);
  say(`unpacking ${wanted.length} folders`);
  const part = partPathOf(tree);
  try {
    makeFolder(part);
    const inArchive = wanted.map((folder) => `*/${folder}`);
    await runTool(
      'tar',
      ['-xf', join(downloaded, archive), '-C', part, '--strip-components=1', '--wildcards', ...inArchive],
      { signal },
    );
    if (patches !== undefined) await patch(part, join(downloaded, patches), signal);
    for (const folder of wanted) {
      const to = join(tree, folder);
      const moving = partPathOf(to);
      publish(join(part, folder), moving);
      publish(moving, to);
    }
  } finally {
    rmSync(part, { recursive: true, force: true });
  }
  return tree;
}

/**
 * Debian builds its own archives with these patches, so cgfuzz applies the patches to the unpacked files,
 * too.
 */
async function patch(tree: string, archive: string, signal: AbortSignal): Promise<void> {
  await runTool('tar', ['-xf', archive, '-C', tree], { signal });
  const folder = join(tree, 'debian', 'patches');
  if (existsSync(join(folder, 'series'))) {
    for (const line of readFileSync(join(folder, 'series'), 'utf8').split('\n')) {
      const file = line.replace(/#.*/, '').trim().split(/\s/)[0] ?? '';
      if (file === '' || !existsSync(join(folder, file))) continue;
      const ours = sectionsFor(readFileSync(join(folder, file), 'latin1'), (path) =>
        existsSync(join(tree, path)),
      );
      if (ours === '') continue;
      const input = Buffer.from(ours, 'latin1');
      await runTool('patch', ['-p1', '--forward', '--batch', '--quiet'], { cwd: tree, input, signal });
    }
  }
  rmSync(join(tree, 'debian'), { recursive: true, force: true });
}

/** The sections of a patch that change wanted files. */
export function sectionsFor(patchText: string, isWanted: (path: string) => boolean): string {
  const sections = patchText.split(/^(?=--- [^\n]*\n\+\+\+ )/m).slice(1);
  return sections
    .filter((section) => isWanted((/^\+\+\+ [^/\s]*\/(\S+)/m.exec(section) ?? [])[1] ?? ''))
    .map((section) => section.replace(/^(?:diff|Index:|===)[^]*$/m, ''))
    .join('');
}
