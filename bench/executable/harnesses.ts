/**
 * Fuzz harnesses as the projects of Debian's source packages ship them, unedited, and how each is compiled.
 *
 * A harness names its C files and flags and no build system, so that each engine compiles the same files in one call.
 */
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runTool } from '../../src/build/index.ts';
import { filesUnder, patternsIn, statementsIn } from './seeds.ts';

export interface Harness {
  readonly name: string;
  /** The source package of Debian. */
  readonly package: string;
  /** The ready source that writes its language. */
  readonly source: string;
  readonly flags: readonly string[];
  /** Makes the files that a configuration would make, in the unpacked tree. */
  readonly prepare: (tree: string) => Promise<void>;
  /** C files, relative to the tree; the harness is among them. */
  readonly files: (tree: string) => readonly string[];
  /** Texts of the project's own tests and documents. None of the packages has a dictionary. */
  readonly seeds: (tree: string) => readonly string[];
}

const expat: Harness = {
  name: 'expat',
  package: 'expat',
  source: 'xml',
  flags:
    '-Iexpat/lib -DXML_DTD -DXML_NS -DXML_CONTEXT_BYTES=1024 -DXML_DEV_URANDOM -DBYTEORDER=1234 -DENCODING_FOR_FUZZING=UTF-8'.split(
      ' ',
    ),
  prepare: async (tree) => writeFileSync(join(tree, 'expat/lib/expat_config.h'), ''),
  files: () => [
    ...['xmlparse', 'xmlrole', 'xmltok'].map((name) => `expat/lib/${name}.c`),
    'expat/fuzz/xml_parse_fuzzer.c',
  ],
  seeds: (tree) => filesUnder(join(tree, 'expat/doc'), '.xml').map((path) => readFileSync(path, 'utf8')),
};

/** Files of pcre2's `src` that are programs, or that other files include. */
const notOfPcre2 = /^pcre2_(?:dftables|jit_match|jit_misc|jit_test|printint|ucptables)\.c$/;

const pcre2: Harness = {
  name: 'pcre2',
  package: 'pcre2',
  source: 'regex',
  flags: '-Isrc -DHAVE_CONFIG_H -DPCRE2_CODE_UNIT_WIDTH=8 -DSUPPORT_UNICODE -DPCRE2_STATIC'.split(' '),
  prepare: async (tree) => {
    const copies = {
      'config.h.generic': 'config.h',
      'pcre2.h.generic': 'pcre2.h',
      'pcre2_chartables.c.dist': 'pcre2_chartables.c',
    };
    for (const [from, to] of Object.entries(copies))
      copyFileSync(join(tree, 'src', from), join(tree, 'src', to));
  },
  files: (tree) =>
    filesUnder(join(tree, 'src'), '.c')
      .map((path) => path.slice(tree.length + 1))
      .filter((path) => /^src\/pcre2_\w+\.c$/.test(path) && !notOfPcre2.test(path.slice('src/'.length))),
  seeds: (tree) =>
    [1, 2, 4, 5].flatMap((number) =>
      patternsIn(readFileSync(join(tree, `testdata/testinput${number}`), 'latin1')),
    ),
};

const sqlite3: Harness = {
  name: 'sqlite3',
  package: 'sqlite3',
  source: 'sql',
  flags:
    '-I. -DSQLITE_THREADSAFE=0 -DSQLITE_OMIT_LOAD_EXTENSION -DSQLITE_MAX_MEMORY=25000000 -DSQLITE_PRINTF_PRECISION_LIMIT=1048576 -DSQLITE_MAX_PAGE_COUNT=16384'.split(
      ' ',
    ),
  prepare: async (tree) => {
    await runTool('./configure', ['--disable-tcl'], { cwd: tree });
    await runTool('make', ['sqlite3.c'], { cwd: tree });
  },
  files: () => ['sqlite3.c', 'test/ossfuzz.c'],
  seeds: (tree) =>
    filesUnder(join(tree, 'test'), '.test').flatMap((path) => statementsIn(readFileSync(path, 'latin1'))),
};

export const harnesses: readonly Harness[] = [expat, pcre2, sqlite3];
