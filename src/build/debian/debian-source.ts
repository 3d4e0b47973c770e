/**
 * Fetches the source of a Debian package, from wherever this machine gets its packages.
 *
 * The upstream archive is what is fetched (`--tar-only`): apt checks its signature chain, and Debian's own changes are
 * about packaging. The machine's apt configuration is read, never written: lists and entries live in a folder of ours.
 */
import { mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { execa } from 'execa';

import { makeFolder } from '../../util/make-folder.ts';
import { UserError } from '../../util/user-error.ts';

/** The archive's path, in `folder`. Fetched only once. */
export async function fetchDebianSource(
  name: string,
  folder: string,
  say: (text: string) => void,
): Promise<string> {
  makeFolder(folder);
  const known = archiveIn(folder, name);
  if (known !== undefined) return known;
  say(`fetching the source of ${name}`);
  const temporary = mkdtempSync(join(folder, '.fetch-'));
  try {
    makeFolder(join(temporary, 'lists', 'partial'));
    makeFolder(join(temporary, 'cache', 'archives', 'partial'));
    writeFileSync(join(temporary, 'entries.sources'), sourceEntries('/etc/apt', codename()));
    const options = [
      `Dir::Etc::sourcelist=${join(temporary, 'entries.sources')}`,
      'Dir::Etc::sourceparts=-',
      `Dir::State::Lists=${join(temporary, 'lists')}`,
      `Dir::Cache=${join(temporary, 'cache')}`,
      'Acquire::Retries=2',
      'APT::Sandbox::User=root',
      'Debug::NoLocking=1',
    ].flatMap((option) => ['-o', option]);
    // One entry of several may be out of order; what counts is whether the source is found.
    const update = await execa('apt-get', [...options, '-q', 'update'], {
      reject: false,
      all: true,
      stdin: 'ignore',
    });
    const fetch = await execa('apt-get', [...options, '-q', 'source', '--tar-only', name], {
      reject: false,
      all: true,
      cwd: temporary,
      stdin: 'ignore',
    });
    const archive = archiveIn(temporary, name);
    if (archive === undefined) {
      throw new UserError(`cannot fetch the source of Debian's ${name}`, [
        ...`${update.all}\n${fetch.all}`.trim().split('\n').slice(-6),
        `by hand: put ${name}_VERSION.orig.tar.gz into ${folder}`,
      ]);
    }
    renameSync(archive, join(folder, archive.slice(temporary.length + 1)));
    return archiveIn(folder, name)!;
  } finally {
    rmSync(temporary, { recursive: true, force: true });
  }
}

function archiveIn(folder: string, name: string): string | undefined {
  const found = readdirSync(folder)
    .filter((file) => file.startsWith(`${name}_`) && /\.orig\.tar\.(gz|xz|bz2)$/.test(file))
    .toSorted();
  return found.length === 0 ? undefined : join(folder, found.at(-1)!);
}

function codename(): string {
  const release = readFileSync('/etc/os-release', 'utf8');
  return /^VERSION_CODENAME=(\S+)$/m.exec(release)?.[1] ?? 'stable';
}

/** Entries for sources, for each entry for packages of the distribution itself. */
export function sourceEntries(aptFolder: string, suite: string): string {
  const stanzas: string[] = [];
  const files = [join(aptFolder, 'sources.list')];
  const parts = join(aptFolder, 'sources.list.d');
  for (const file of listOf(parts).toSorted()) files.push(join(parts, file));
  for (const file of files) {
    const text = readOr(file);
    const found = file.endsWith('.sources') ? fromStanzas(text, suite) : fromLines(text, suite);
    stanzas.push(...found);
  }
  return `${[...new Set(stanzas)].join('\n\n')}\n`;
}

function fromStanzas(text: string, suite: string): string[] {
  const stanzas = text.replaceAll(/^#.*\n/gm, '').split(/\n\s*\n/);
  return stanzas.flatMap((stanza) => {
    const field = (name: string): string =>
      new RegExp(`^${name}:(.*(?:\n[ \t].*)*)`, 'im').exec(stanza)?.[1]?.trim() ?? '';
    const isOurs =
      field('Suites').split(/\s+/).includes(suite) && field('Components').split(/\s+/).includes('main');
    if (!isOurs || /^no$/i.test(field('Enabled'))) return [];
    return [entry(field('URIs').split(/\s+/), suite, field('Signed-By'), field('Trusted'))];
  });
}

function fromLines(text: string, suite: string): string[] {
  return text.split('\n').flatMap((line) => {
    const [, options = '', uri, named, components = ''] =
      /^\s*deb(?:-src)?\s+(?:\[([^\]]*)\]\s+)?(\S+)\s+(\S+)\s+(.*)$/.exec(line) ?? [];
    if (uri === undefined || named !== suite || !components.split(/\s+/).includes('main')) return [];
    const option = (name: string): string => new RegExp(`\\b${name}=(\\S+)`, 'i').exec(options)?.[1] ?? '';
    return [entry([uri], suite, option('signed-by'), option('trusted'))];
  });
}

function entry(uris: readonly string[], suite: string, signedBy: string, trusted: string): string {
  return [
    'Types: deb-src',
    `URIs: ${uris.join(' ')}`,
    `Suites: ${suite}`,
    'Components: main',
    ...(signedBy === '' ? [] : [`Signed-By: ${signedBy}`]),
    ...(trusted === '' ? [] : [`Trusted: ${trusted}`]),
  ].join('\n');
}

function listOf(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function readOr(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
