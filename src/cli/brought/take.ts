/** `cgfuzz FILE`: which command line does the first useful thing with what somebody brings. */
import { readFileSync, existsSync, openSync, closeSync, readSync, statSync } from 'node:fs';
import { basename, relative, resolve, extname, join } from 'node:path';
import type { Context } from '../command.ts';

/** A word that cgfuzz has looked at. */
export interface Taken {
  /** For people: a sentence without its subject, as in `is a program in C`. */
  readonly as: string;
  /** Command lines that cgfuzz runs, each as words. */
  readonly lines: readonly (readonly string[])[];
  /** Next steps for a person; they stand after the command lines, or alone. */
  readonly hints?: readonly string[];
}

const COMPILER = /^(?:[\w-]+-)?(?:gcc|g\+\+|clang|clang\+\+|llvm|trunk|newest|snapshot)(?:-\w+)?$/;

/** Undefined if it is nothing that cgfuzz knows: then the word is a mistyped command. */
export async function takenFor(
  word: string,
  rest: readonly string[],
  context: Context,
): Promise<Taken | undefined> {
  // An empty word would be the current folder.
  if (word === '') return undefined;
  const path = resolve(context.cwd, word);
  const kind = kindOf(path);
  const line = (...words: readonly string[]): readonly (readonly string[])[] => [[...words, ...rest]];
  switch (kind) {
    case undefined:
      if (!COMPILER.test(word)) return undefined;
      return (await import('./compiler.ts')).ofCompiler(word, rest, context);
    case 'campaign':
      return { as: 'is the folder of a campaign', lines: line('status', word) };
    case 'finding':
      return { as: 'is a finding', lines: line('findings', 'show', word) };
    case 'sequence':
      return { as: 'holds the choices of a test', lines: line('show', word) };
    case 'llvm checkout':
    case 'gcc checkout':
      return (await import('./change.ts')).ofCheckout(
        path,
        word,
        kind === 'llvm checkout' ? 'LLVM' : 'GCC',
        rest,
        context,
      );
    case 'patch':
      return (await import('./change.ts')).ofPatch(path, word, rest);
    case 'program':
      if (/\.(?:ll|bc)$/.test(word)) return ofIr(path, word, rest, context);
      return { as: `is a program in ${languageOf(word)}`, lines: line('check', word, '--report') };
    case 'module':
      return { as: 'is a module that defines a source', lines: line('source', 'check', asPath(word)) };
    case 'harness':
      return ofHarness(word, rest);
    case 'harness source':
    case 'harness object':
      return { as: 'is a harness, and no program yet', lines: [], hints: howToLink(word, kind) };
    case 'folder':
      return {
        as: 'is a folder',
        lines: [],
        hints: ['cgfuzz takes folders of campaigns and findings, and checkouts of LLVM and GCC'],
      };
    case 'other':
      return ofOther(path, word, rest);
  }
}

function languageOf(word: string): string {
  return /\.(?:c|i)$/.test(word) ? 'C' : 'C++';
}

/** The judge of IR runs modules with `main`; its first use costs a download, so cgfuzz then only names the command. */
async function ofIr(path: string, word: string, rest: readonly string[], context: Context): Promise<Taken> {
  const check = ['check', word, '--report', ...rest];
  const judge = ['judge', word, '--passes', 'default<O2>'];
  const asTyped = `cgfuzz judge ${word} --passes "default<O2>"`;
  const [{ findJudge }, { worldOf }] = await Promise.all([
    import('../../oracle/index.ts'),
    import('../../session/world.ts'),
  ]);
  // A declaration of main has no body that could run; in bitcode the name stands in a table.
  const text = readFileSync(path, 'latin1');
  const hasMain = word.endsWith('.ll') ? /^define\b.*@main\(/m.test(text) : text.includes('main');
  if (hasMain && findJudge(worldOf(context)) !== undefined)
    return {
      as: 'is a program in LLVM IR: compilers compile and run it, and the judge of IR',
      lines: [check, judge],
    };
  return {
    as: 'is a module of LLVM IR',
    lines: [check],
    hints: [
      hasMain
        ? `is an optimisation wrong? ${asTyped}; the first use downloads 300 megabytes`
        : `is an optimisation wrong? Add a main that calls the function, then: ${asTyped}`,
    ],
  };
}

/** The path with its folder, as a source or a target is written. */
function asPath(word: string): string {
  return word.includes('/') ? word : `./${word}`;
}

const FIRST_CAMPAIGN = ['--time', '10s'] as const;

function ofHarness(word: string, rest: readonly string[]): Taken {
  const hasInput = rest[0]?.startsWith('-') === false;
  const input = hasInput ? rest[0] : undefined;
  const more = hasInput ? rest.slice(1) : rest;
  const target = asPath(word);
  const check = input === undefined ? [] : [['target', 'check', target, '--input', input]];
  const source = sourceFor(input);
  const run = ['run', '--target', target, '--source', source, '--dir', `${basename(word)}-campaign`];
  return {
    as: `is a harness; without an input beside it cgfuzz begins with ${source}`,
    lines: [...check, [...run, ...FIRST_CAMPAIGN, ...more]],
    hints: [
      `longer: cgfuzz ${run.join(' ')} --time 10m`,
      'other texts: --source json, xml, sql, regex, or your own: docs/fuzz-your-library.md',
    ],
  };
}

/** The ready source that writes such inputs. */
function sourceFor(input: string | undefined): string {
  const ending = input === undefined ? undefined : /\.(json|xml|sql)$/.exec(input)?.[1];
  return ending ?? 'json';
}

function howToLink(word: string, kind: 'harness source' | 'harness object'): string[] {
  const isC = word.endsWith('.c');
  const object = word.replace(/\.\w+$/, '.o');
  const clang = isC ? 'clang-19' : 'clang++-19';
  return [
    ...(kind === 'harness object'
      ? []
      : [`compile it and its library: ${clang} -g -O1 -fsanitize=fuzzer-no-link,address -c ${word}`]),
    `link it: ${clang} -fsanitize=address ${object} "$(cgfuzz target runtime)" -o fuzzer`,
    'then: cgfuzz ./fuzzer INPUT; all steps: docs/fuzz-your-library.md',
  ];
}

async function ofOther(path: string, word: string, rest: readonly string[]): Promise<Taken | undefined> {
  const { generatorFile } = await import('../../generators/index.ts');
  const generator = generatorFile(path);
  if (generator === undefined)
    return {
      as: 'is nothing that cgfuzz could start or read',
      lines: [],
      hints: [
        'cgfuzz takes a program in C, C++ or LLVM IR by its ending, a patch, a harness, or a generator that can be executed',
        `is it a generator? chmod +x ${relative('.', word) || word}`,
      ],
    };
  const [input] = rest;
  if (input !== undefined && !input.startsWith('-') && kindOf(resolve(path, '..', input)) !== undefined)
    return {
      as: `is ${generator.what} with an input`,
      lines: [['target', 'check', asPath(word), '--input', input]],
      hints: [
        `then: cgfuzz run --target ${asPath(word)} --source ${sourceFor(input)} --time 10s`,
        'coverage guides the search if the program is linked with cgfuzz: docs/targets.md',
      ],
    };
  return {
    as: `is ${generator.what}, so cgfuzz takes it for a generator of tests`,
    lines: [['source', 'new', asPath(word), ...rest]],
  };
}

type Brought =
  | 'campaign'
  | 'finding'
  | 'llvm checkout'
  | 'gcc checkout'
  | 'folder'
  | 'sequence'
  | 'patch'
  | 'harness source'
  | 'harness object'
  | 'harness'
  | 'program'
  | 'module'
  | 'other';

const PROGRAMS: readonly string[] = ['.c', '.i', '.cc', '.cpp', '.cxx', '.C', '.ll', '.bc'];
const HARNESS = 'LLVMFuzzerTestOneInput';
/** A harness has its name at the end of its file, where the symbols are. */
const MOST_BYTES = 512 * 2 ** 20;

/** Undefined if there is no such file or folder. */
function kindOf(path: string): Brought | undefined {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined) return undefined;
  if (found.isDirectory()) return kindOfFolder(path);
  if (!found.isFile()) return 'other';
  if (path.endsWith('.cgseq')) return 'sequence';
  if (/\.[cm]?[jt]sx?$/.test(path)) return 'module';
  const head = headOf(path);
  if (head.startsWith('\u007FELF')) {
    if (found.size > MOST_BYTES || !readFileSync(path).includes(HARNESS)) return 'other';
    return (found.mode & 0o111) === 0 ? 'harness object' : 'harness';
  }
  if (/\.(?:patch|diff)$/.test(path) || /^(?:diff --git |--- \S+\n\+\+\+ )/m.test(head)) return 'patch';
  if (!PROGRAMS.includes(extname(path))) return 'other';
  return readFileSync(path).includes(`${HARNESS}(`) ? 'harness source' : 'program';
}

function kindOfFolder(path: string): Brought {
  const has = (...parts: readonly string[]): boolean => existsSync(join(path, ...parts));
  if (has('campaign.json')) return 'campaign';
  if (has('meta.json')) return 'finding';
  if (has('llvm', 'CMakeLists.txt')) return 'llvm checkout';
  if (has('gcc', 'BASE-VER')) return 'gcc checkout';
  return 'folder';
}

function headOf(path: string): string {
  const bytes = Buffer.alloc(4_096);
  const file = openSync(path, 'r');
  try {
    return bytes.subarray(0, readSync(file, bytes)).toString('latin1');
  } finally {
    closeSync(file);
  }
}
