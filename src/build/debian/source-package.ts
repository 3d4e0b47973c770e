/**
 * The exact source package of the installed LLVM, through apt, and of it only the folders that are compiled.
 *
 * apt is given a configuration of its own (sources, lists and state under our cache), made from the sources that the
 * machine already has: nothing of the system changes and no root is needed. Checksums are checked twice: by apt against
 * the signed index, and here against the package's description every time it is unpacked.
 */
import { createHash } from 'node:crypto';
import {
  createReadStream,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { makeFolder } from '../../util/make-folder.ts';
import { UserError } from '../../util/user-error.ts';
import { partPathOf, publish, sweepParts } from '../places.ts';
import { failure, runTool, tryTool } from '../run-tool.ts';

/** Turns what apt knows of binary packages into what it must know of source packages. */
export function asSourceEntries(name: string, text: string): string {
  if (name.endsWith('.sources')) {
    return text
      .split(/\n\s*\n/)
      .filter((stanza) => /^Types:.*\bdeb\b/m.test(stanza) && !/^Enabled:\s*no/im.test(stanza))
      .map((stanza) => stanza.trim().replace(/^Types:.*$/m, 'Types: deb-src'))
      .join('\n\n');
  }
  return text
    .split('\n')
    .filter((line) => /^deb\s/.test(line))
    .map((line) => line.replace(/^deb\s/, 'deb-src '))
    .join('\n');
}

function writeAptConfiguration(folder: string, etc: string): string {
  const parts = join(folder, 'sources');
  makeFolder(parts);
  makeFolder(join(folder, 'lists', 'partial'));
  const listed = join(etc, 'sources.list.d');
  const files = [
    join(etc, 'sources.list'),
    ...(existsSync(listed) ? readdirSync(listed).map((name) => join(listed, name)) : []),
  ];
  for (const file of files.filter((path) => /\.(list|sources)$/.test(path) && existsSync(path))) {
    const entries = asSourceEntries(file, readFileSync(file, 'utf8'));
    if (entries !== '') writeFileSync(join(parts, file.split('/').at(-1) ?? 'x'), `${entries}\n`);
  }
  const configuration = join(folder, 'apt.conf');
  writeFileSync(
    configuration,
    [
      'Dir::Etc::sourcelist "/dev/null";',
      `Dir::Etc::sourceparts "${parts}";`,
      `Dir::State::lists "${join(folder, 'lists')}";`,
      `Dir::Cache::srcpkgcache "${join(folder, 'srcpkgcache.bin')}";`,
      `Dir::Cache::pkgcache "";`,
      'APT::Sandbox::User "root";',
      '',
    ].join('\n'),
  );
  return configuration;
}

export interface SourceOptions {
  readonly cache: string;
  /** As in `llvm-toolchain-19`. */
  readonly name: string;
  readonly version: string;
  readonly say: (text: string) => void;
  readonly signal: AbortSignal;
  readonly etcApt?: string;
}

/** The folder with the downloaded package. */
export async function downloadSource({
  cache,
  name,
  version,
  say,
  signal,
  etcApt = '/etc/apt',
}: SourceOptions): Promise<string> {
  const folder = join(cache, 'downloads', `${name}_${version.replaceAll(/[^\w.+~-]/g, '_')}`);
  sweepParts(join(cache, 'downloads'));
  if (existsSync(folder)) return folder;
  const part = partPathOf(folder);
  mkdirSync(part);
  const apt = partPathOf(join(cache, 'downloads', 'apt'));
  try {
    const env = { APT_CONFIG: writeAptConfiguration(apt, etcApt), LC_ALL: 'C' };
    say('fetching the index of source packages');
    await runTool('apt-get', ['-q', 'update'], { env, signal });
    say(`downloading the source of ${name} ${version}`);
    const got = await tryTool('apt-get', ['-q', 'source', '--download-only', `${name}=${version}`], {
      env,
      cwd: part,
      signal,
    });
    if (got.code !== 0) {
      if (/hash sum mismatch|checksum/i.test(got.stderr)) throw wrongChecksum(name);
      throw failure(`could not download the source package ${name} ${version}`, got.stderr);
    }
    await verifySource(part);
    publish(part, folder);
  } finally {
    rmSync(part, { recursive: true, force: true });
    rmSync(apt, { recursive: true, force: true });
  }
  return folder;
}

function wrongChecksum(file: string): UserError {
  return new UserError(`the checksum of ${file} is wrong`, [
    'the download was damaged or is not what Debian published; it has been thrown away',
    'the same command again downloads it anew',
  ]);
}

/** Holds every file against the sums in the package's description. */
export async function verifySource(folder: string): Promise<void> {
  const description = readdirSync(folder).find((name) => name.endsWith('.dsc'));
  if (description === undefined)
    throw new UserError(`no source package in ${folder}`, [`remove it: rm -r ${folder}`]);
  const text = readFileSync(join(folder, description), 'utf8');
  const sums = /^Checksums-Sha256:\n((?: .*\n?)+)/m.exec(text)?.[1] ?? '';
  let checked = 0;
  for (const [, sum, , name = ''] of sums.matchAll(/^ ([0-9a-f]{64}) (\d+) (\S+)$/gm)) {
    const file = join(folder, name);
    if (!existsSync(file)) continue; // signatures are not downloaded
    const hash = createHash('sha256');
    await pipeline(createReadStream(file, { highWaterMark: 1 << 20 }), hash);
    if (hash.digest('hex') !== sum) throw wrongChecksum(name);
    checked++;
  }
  if (checked < 2)
    throw new UserError(`the source package in ${folder} is not whole`, [`remove it: rm -r ${folder}`]);
}

/** Unpacks the folders, given relative to the package's root, and puts Debian's patches to them. */
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
  const patches = readdirSync(downloaded).find((file) => /\.debian\.tar\./.test(file)) ?? '';
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
    await patch(part, join(downloaded, patches), signal);
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

/** The stock archives are built with Debian's patches; those to our files are put to them too. */
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

/** Those sections of a patch whose files are wanted. */
export function sectionsFor(patchText: string, isWanted: (path: string) => boolean): string {
  const sections = patchText.split(/^(?=--- [^\n]*\n\+\+\+ )/m).slice(1);
  return sections
    .filter((section) => isWanted((/^\+\+\+ [^/\s]*\/(\S+)/m.exec(section) ?? [])[1] ?? ''))
    .map((section) => section.replace(/^(?:diff|Index:|===)[^]*$/m, ''))
    .join('');
}
