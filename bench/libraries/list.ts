/**
 * The libraries of the bench, as Debian's source packages have them. A row says what is compiled, the source of texts,
 * and texts that the projects themselves hold for valid.
 *
 * The list rotates: libraries that cgfuzz was tuned on leave it. expat, pcre2, sqlite3, jansson and libyaml have left.
 */
import { copyFileSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { deflateSync, gzipSync } from 'node:zlib';
import { runTool } from '../../src/build/index.ts';

export interface Library {
  /** The name of the source package, and of the harness. */
  readonly name: string;
  /** A ready source, or the name of a module in `sources`. */
  readonly source: string;
  readonly flags: readonly string[];
  /** Makes the files that a configuration would make, in the unpacked tree. */
  readonly prepare: (tree: string) => Promise<void>;
  /** C files, relative to the tree. */
  readonly files: (tree: string) => readonly string[];
  /** Inputs for which the project itself has a use: its tests and documents. */
  readonly inputs: (tree: string) => readonly (string | Uint8Array)[];
}

const words = (text: string): readonly string[] => text.split(' ');
const nothing = async (): Promise<void> => {};

const cjson: Library = {
  name: 'cjson',
  source: 'json',
  flags: ['-I.'],
  prepare: nothing,
  files: () => ['cJSON.c'],
  inputs: (tree) => filesOf(tree, /^(?:tests|fuzzing)\/(?:inputs|json-patch-tests)\/[\w.-]+$/),
};

const withoutOfXml =
  'python zlib lzma http ftp debug catalog legacy modules threads iconv icu xptr c14n schematron html docbook mem-debug run-debug';
/** Files of libxml2 that are programs, or that other files include. */
const notOfXml = /^(?:test|run|gen|xmllint|xmlcatalog|trio|DOCBparser|nano|dbgen)/;

const libxml2: Library = {
  name: 'libxml2',
  source: 'xml',
  flags: words('-Iinclude -I. -DHAVE_CONFIG_H -DLIBXML_STATIC'),
  prepare: async (tree) => {
    await runTool(
      './configure',
      ['--disable-shared', ...words(withoutOfXml).map((what) => `--without-${what}`)],
      {
        cwd: tree,
      },
    );
  },
  files: (tree) => readdirSync(tree).filter((name) => name.endsWith('.c') && !notOfXml.test(name)),
  inputs: (tree) => filesOf(tree, /\.(?:xml|xsd|xsl|rng|html|svg)$/),
};

const lua: Library = {
  name: 'lua5.4',
  source: 'lua.mjs',
  // Without this, tables have another order in each process.
  flags: ['-Isrc', '-Dluai_makeseed(L)=0', '-DLUA_USE_POSIX'],
  prepare: nothing,
  files: (tree) =>
    readdirSync(join(tree, 'src'))
      .filter((name) => name.endsWith('.c') && name !== 'lua.c' && name !== 'luac.c')
      .map((name) => `src/${name}`),
  inputs: (tree) => [
    ...[...readFileSync(join(tree, 'doc/manual.html'), 'latin1').matchAll(/<pre>([^]*?)<\/pre>/g)].map(
      ([, text = '']) => withoutMarkup(text),
    ),
    ...filesOf(join(import.meta.dirname, '../../../../bench/libraries/inputs'), /\.lua$/),
  ],
};

const zlib: Library = {
  name: 'zlib',
  source: 'zlib.mjs',
  flags: ['-I.', '-DHAVE_UNISTD_H', '-DHAVE_STDARG_H'],
  prepare: nothing,
  files: () => words('adler32.c crc32.c deflate.c infback.c inffast.c inflate.c inftrees.c trees.c zutil.c'),
  inputs: (tree) =>
    filesOf(tree, /^(?:[\w.]+|doc\/[\w.]+|examples\/[\w.]+)$/).flatMap((bytes, index) => [
      deflateSync(bytes, { level: index % 10, strategy: index % 5 }),
      gzipSync(bytes.subarray(0, 50 * index), { level: 9 - (index % 10), memLevel: 1 + (index % 9) }),
    ]),
};

const md4c: Library = {
  name: 'md4c',
  source: 'markdown.mjs',
  flags: ['-Isrc'],
  prepare: nothing,
  files: () => words('src/md4c.c src/md4c-html.c src/entity.c'),
  inputs: (tree) =>
    filesOf(tree, /^test\/[\w-]+\.txt$/).flatMap((bytes) =>
      [...bytes.toString('utf8').matchAll(/^`{32} example.*\n([^]*?)^\.\n/gm)].map(([, text = '']) =>
        text.replaceAll('→', '\t'),
      ),
    ),
};

const libonig: Library = {
  name: 'libonig',
  source: 'regex',
  flags: words('-I. -Isrc -DHAVE_CONFIG_H -DONIG_STATIC'),
  prepare: async (tree) => {
    const sizes = { INT: 4, LONG: 8, LONG_LONG: 8, VOIDP: 8 };
    const lines = Object.entries(sizes).map(([type, size]) => `#define SIZEOF_${type} ${size}`);
    const has = words('ALLOCA ALLOCA_H STDINT_H INTTYPES_H SYS_TYPES_H UNISTD_H').map(
      (what) => `#define HAVE_${what} 1`,
    );
    writeFileSync(join(tree, 'config.h'), [...lines, ...has, ''].join('\n'));
    copyFileSync(join(tree, 'config.h'), join(tree, 'src/config.h'));
  },
  files: () =>
    words(
      'regparse regcomp regexec regenc regerror regext regsyntax regtrav regversion st onig_init unicode unicode_unfold_key unicode_fold1_key unicode_fold2_key unicode_fold3_key utf8 ascii',
    ).map((name) => `src/${name}.c`),
  inputs: (tree) =>
    filesOf(tree, /^test\/test_(?:utf8|back)\.c$/, LARGEST_TEST).flatMap((bytes) =>
      [...bytes.toString('latin1').matchAll(/^ {2}(?:x2|x3|n)\("((?:[^"\\]|\\.)*)",/gm)].map(
        ([, text = '']) => Buffer.from(unescaped(text), 'latin1'),
      ),
    ),
};

export const libraries: readonly Library[] = [libxml2, cjson, lua, zlib, md4c, libonig];

/** A literal of C; it holds no escapes but these. */
function unescaped(text: string): string {
  return text.replaceAll(
    /\\(?:x([0-9a-f]{2})|([0-7]{3})|(.))/g,
    (_, hex?: string, octal?: string, other = '') =>
      hex !== undefined
        ? String.fromCharCode(Number.parseInt(hex, 16))
        : octal !== undefined
          ? String.fromCharCode(Number.parseInt(octal, 8))
          : ({ n: '\n', t: '\t', r: '\r' }[other as string] ?? (other as string)),
  );
}

function withoutMarkup(text: string): string {
  const signs: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', nbsp: ' ' };
  return text
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/&(\w+);/g, (whole, name: string) => signs[name] ?? whole);
}

const LARGEST_INPUT = 20_000;
/** The largest file, in bytes, that may hold many inputs. */
const LARGEST_TEST = 1_000_000;

/** The files of a tree whose relative paths match. */
function filesOf(tree: string, pattern: RegExp, mostBytes = LARGEST_INPUT, below = ''): Buffer[] {
  return readdirSync(join(tree, below), { withFileTypes: true })
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const path = join(below, entry.name);
      if (entry.isDirectory()) return filesOf(tree, pattern, mostBytes, path);
      const fits = entry.isFile() && pattern.test(path) && statSync(join(tree, path)).size <= mostBytes;
      return fits ? [readFileSync(join(tree, path))] : [];
    });
}

/** The object that a compiler makes of a file. */
export function objectOf(path: string): string {
  return basename(path).replace(/\.c$/, '.o');
}
