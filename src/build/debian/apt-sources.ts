/**
 * Lets apt fetch packages without root and without changing the machine's configuration: sources for this
 * machine's release, or programs of another release.
 *
 * cgfuzz makes the entries from the machine's own: each entry for binary packages becomes an entry for
 * sources, or for another suite. The entries and apt's lists lie in a folder of ours, which cgfuzz removes
 * after the work.
 */
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolder } from '../../util/make-folder.ts';
import { partPathOf, sweepParts } from '../places.ts';
import { tryTool, type ToolResult } from '../run-tool.ts';

/** Runs `apt-get` with these arguments in a folder. */
export type AptGet = (cwd: string, ...args: readonly string[]) => Promise<ToolResult>;

export interface AptOptions {
  /** Our cache; apt's temporary files lie below it. */
  readonly cache: string;
  readonly signal?: AbortSignal | undefined;
  readonly etcApt?: string | undefined;
}

/**
 * Lets `use` run apt with source entries. Apt may fail for one entry of several, so the caller checks whether
 * the source is there.
 */
export async function withSourceLists<T>(
  options: AptOptions & { readonly suite?: string | undefined },
  use: (apt: AptGet) => Promise<T>,
): Promise<T> {
  const { suite, etcApt = '/etc/apt' } = options;
  const entries = suite === undefined ? sourceEntries(etcApt) : suiteEntries(etcApt, suite, 'deb-src');
  return withApt(options, { entries, settings: [] }, use);
}

export interface SuiteOptions extends AptOptions {
  /** A release of Debian, as in `sid` or `trixie`. */
  readonly suite: string;
  /** A folder for complete and partial downloads, so that the next attempt continues from there. */
  readonly archives: string;
}

/** Apt as on a machine of another suite on which nothing is installed. */
export async function withSuite<T>(options: SuiteOptions, use: (apt: AptGet) => Promise<T>): Promise<T> {
  const { suite, archives, cache, etcApt = '/etc/apt' } = options;
  // Lists of an earlier attempt stay here, so that the next one continues from there.
  const lists = join(cache, 'downloads', `lists-${suite}`);
  for (const folder of [archives, lists]) makeFolder(join(folder, 'partial'));
  const settings = [
    'Dir::State "state";',
    'Dir::State::status "/dev/null";',
    `Dir::Cache::archives "${archives}/";`,
    'APT::Install-Recommends "false";',
    'APT::Get::Assume-Yes "true";',
  ];
  return withApt(options, { entries: suiteEntries(etcApt, suite), settings, folder: lists }, use);
}

interface Lists {
  readonly entries: string;
  /** A folder that keeps apt's lists; by default the lists are removed after the work. */
  readonly folder?: string;
  readonly settings: readonly string[];
}

async function withApt<T>(
  { cache, signal }: AptOptions,
  lists: Lists,
  use: (apt: AptGet) => Promise<T>,
): Promise<T> {
  const folder = partPathOf(join(cache, 'apt'));
  sweepParts(cache);
  makeFolder(join(folder, 'lists', 'partial'));
  const [entries, configuration] = [join(folder, 'entries.sources'), join(folder, 'apt.conf')];
  writeFileSync(entries, lists.entries);
  writeFileSync(
    configuration,
    [
      `Dir::Etc::sourcelist "${entries}";`,
      'Dir::Etc::sourceparts "-";',
      `Dir::State::lists "${lists.folder ?? join(folder, 'lists')}";`,
      `Dir::Cache "${folder}";`,
      'Dir::Cache::pkgcache "";',
      'APT::Sandbox::User "root";',
      'Acquire::Retries "2";',
      'Debug::NoLocking "1";',
      ...lists.settings.map((line) => line.replace('"state"', `"${folder}"`)),
      '',
    ].join('\n'),
  );
  const env = { APT_CONFIG: configuration, LC_ALL: 'C' };
  try {
    return await use((cwd, ...args) =>
      tryTool('apt-get', ['-q', ...args], {
        env,
        cwd,
        ...(signal ? { signal } : {}),
      }),
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Entries for sources, one for each enabled entry for packages. */
export function sourceEntries(etcApt: string): string {
  return asText(binaryStanzas(etcApt).map((stanza) => stanza.replace(/^Types:.*$/im, 'Types: deb-src')));
}

/** Entries for programs of another suite, one for each place that the machine has entries for. */
function suiteEntries(etcApt: string, suite: string, type: 'deb' | 'deb-src' = 'deb'): string {
  const stanzas = binaryStanzas(etcApt).map((stanza) =>
    stanza
      .replace(/^Types:.*$/im, `Types: ${type}`)
      .replace(/^Suites:.*$/im, `Suites: ${suitesFor(suite)}`)
      .replace(/^Components:.*$/im, 'Components: main'),
  );
  return asText(stanzas);
}

/** The suites that apt needs: `experimental` lacks most packages, so apt takes them from `sid`. */
function suitesFor(suite: string): string {
  return suite === 'experimental' ? 'sid experimental' : suite;
}

function asText(stanzas: readonly string[]): string {
  return `${[...new Set(stanzas)].join('\n\n')}\n`;
}

/** The enabled entries for packages, in the newer form. */
function binaryStanzas(etcApt: string): string[] {
  const listed = join(etcApt, 'sources.list.d');
  const files = [
    join(etcApt, 'sources.list'),
    ...(existsSync(listed) ? readdirSync(listed).toSorted() : []).map((name) => join(listed, name)),
  ];
  return files.flatMap((file) => {
    if (!/\.(list|sources)$/.test(file) || !existsSync(file)) return [];
    const text = readFileSync(file, 'utf8');
    return file.endsWith('.sources') ? fromStanzas(text) : fromLines(text);
  });
}

function fromStanzas(text: string): string[] {
  const stanzas = text.replaceAll(/^#.*\n/gm, '').split(/\n\s*\n/);
  return stanzas
    .filter((stanza) => /^Types:.*\bdeb(?![-\w])/im.test(stanza) && !/^Enabled:\s*no/im.test(stanza))
    .map((stanza) => stanza.trim());
}

/** For each option of the older form, the name of the same field in the newer form. */
const renamed: Readonly<Record<string, string>> = {
  arch: 'Architectures',
  lang: 'Languages',
  target: 'Targets',
};

function fromLines(text: string): string[] {
  return text.split('\n').flatMap((line) => {
    const [, options = '', uri, suite, components = ''] =
      /^\s*deb\s+(?:\[([^\]]*)\]\s*)?(\S+)\s+(\S+)([^#]*)/.exec(line) ?? [];
    if (uri === undefined) return [];
    return [
      [
        'Types: deb',
        `URIs: ${uri}`,
        `Suites: ${suite}`,
        ...(components.trim() === '' ? [] : [`Components: ${components.trim()}`]),
        ...[...options.matchAll(/(\S+?)=(\S+)/g)].map(
          ([, name = '', value = '']) => `${renamed[name] ?? name}: ${value.replaceAll(',', ' ')}`,
        ),
      ].join('\n'),
    ];
  });
}
