/**
 * Lets apt fetch source packages without root and without touching the machine's configuration.
 *
 * The entries are made from the machine's own: each of its entries for binary packages becomes one for sources. They lie
 * with apt's lists in a folder of ours, which is removed when the work is done.
 */
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolder } from '../../util/make-folder.ts';
import { partPathOf, sweepParts } from '../places.ts';
import { tryTool, type ToolResult } from '../run-tool.ts';

/** Runs `apt-get` with these arguments in a folder. */
export type AptGet = (cwd: string, ...args: readonly string[]) => Promise<ToolResult>;

export interface AptOptions {
  /** Our cache; what apt needs lies below it meanwhile. */
  readonly cache: string;
  readonly signal?: AbortSignal | undefined;
  readonly etcApt?: string | undefined;
}

/**
 * Lets `use` run apt with source entries. Apt may fail for one entry of several: the caller asks whether the source is
 * found.
 */
export async function withSourceLists<T>(options: AptOptions, use: (apt: AptGet) => Promise<T>): Promise<T> {
  const { cache, signal, etcApt = '/etc/apt' } = options;
  const folder = partPathOf(join(cache, 'apt'));
  sweepParts(cache);
  makeFolder(join(folder, 'lists', 'partial'));
  const [entries, configuration] = [join(folder, 'entries.sources'), join(folder, 'apt.conf')];
  writeFileSync(entries, sourceEntries(etcApt));
  writeFileSync(
    configuration,
    [
      `Dir::Etc::sourcelist "${entries}";`,
      'Dir::Etc::sourceparts "-";',
      `Dir::State::lists "${join(folder, 'lists')}";`,
      `Dir::Cache "${folder}";`,
      'Dir::Cache::pkgcache "";',
      'APT::Sandbox::User "root";',
      'Acquire::Retries "2";',
      'Debug::NoLocking "1";',
      '',
    ].join('\n'),
  );
  const env = { APT_CONFIG: configuration, LC_ALL: 'C' };
  try {
    return await use((cwd, ...args) =>
      tryTool('apt-get', ['-q', ...args], { env, cwd, ...(signal ? { signal } : {}) }),
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Entries for sources, one for each enabled entry for packages. */
export function sourceEntries(etcApt: string): string {
  const listed = join(etcApt, 'sources.list.d');
  const files = [
    join(etcApt, 'sources.list'),
    ...(existsSync(listed) ? readdirSync(listed).toSorted() : []).map((name) => join(listed, name)),
  ];
  const stanzas = files.flatMap((file) => {
    if (!/\.(list|sources)$/.test(file) || !existsSync(file)) return [];
    const text = readFileSync(file, 'utf8');
    return file.endsWith('.sources') ? fromStanzas(text) : fromLines(text);
  });
  return `${[...new Set(stanzas)].join('\n\n')}\n`;
}

function fromStanzas(text: string): string[] {
  const stanzas = text.replaceAll(/^#.*\n/gm, '').split(/\n\s*\n/);
  return stanzas
    .filter((stanza) => /^Types:.*\bdeb(?![-\w])/im.test(stanza) && !/^Enabled:\s*no/im.test(stanza))
    .map((stanza) => stanza.trim().replace(/^Types:.*$/im, 'Types: deb-src'));
}

/** Options of the older form whose field in the newer has another name. */
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
        'Types: deb-src',
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
