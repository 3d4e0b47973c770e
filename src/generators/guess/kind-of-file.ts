/** Files that may be generators of tests: how each one starts, and how cgfuzz reaches its choices. */
import { execFileSync } from 'node:child_process';
import { openSync, closeSync, readSync, realpathSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { choicesFolder, type ProcessDefinition } from '../../source/index.ts';
import { UserError } from '../../util/user-error.ts';

/** How a generator is called, and how cgfuzz reaches its choices. */
export interface GeneratorFile {
  /** For people, as in `a script in Python`. */
  readonly what: string;
  /** The command without cgfuzz. */
  readonly plain: readonly [string, ...string[]];
  /** Ways for its definition, the most likely first. */
  readonly ways: readonly WayIn[];
}

export type WayIn = Pick<
  ProcessDefinition,
  'command' | 'reach' | 'process' | 'scopes' | 'engines' | 'env'
> & {
  readonly command: readonly [string, ...string[]];
};

const HEAD_BYTES = 256;

const byEnding: Readonly<Record<string, string>> = { py: 'python3', pl: 'perl', rb: 'ruby', lua: 'lua' };

/** True for modules of JavaScript and TypeScript, which define a source themselves. */
export function isScriptOfNode(path: string): boolean {
  return /\.[cm]?[jt]sx?$/.test(path);
}

/** Undefined if the file is no program that could be started. */
export function generatorFile(path: string): GeneratorFile | undefined {
  if (!(statSync(path, { throwIfNoEntry: false })?.isFile() ?? false) || isScriptOfNode(path))
    return undefined;
  const head = headOf(path);
  const isExecutable = (statSync(path).mode & 0o111) !== 0;
  if (head.startsWith('\u007FELF')) return isExecutable ? binary(realpathSync(path)) : undefined;
  const [, line] = /^#!\s*(.*)/.exec(head) ?? [];
  const ending = /\.(\w+)$/.exec(path)?.[1] ?? '';
  const named = line === undefined ? byEnding[ending] : line.replace(/^\S*\/env\s+(-S\s+)?/, '').trim();
  if (named === undefined || named === '') return undefined;
  const [program = '', ...words] = named.split(/\s+/);
  return script(realpathSync(path), program, words);
}

function headOf(path: string): string {
  const bytes = Buffer.alloc(HEAD_BYTES);
  const file = openSync(path, 'r');
  try {
    return bytes.subarray(0, readSync(file, bytes)).toString('latin1');
  } finally {
    closeSync(file);
  }
}

/** The process waits before `main` and is copied for each program; an engine may be found later. */
const asItIs = { reach: 'preload', process: 'fork', scopes: 'stack' } as const;

function binary(path: string): GeneratorFile {
  return { what: 'a program', plain: [path], ways: [{ command: [path], ...asItIs }] };
}

function script(path: string, program: string, words: readonly string[]): GeneratorFile {
  if (/\bpython[\d.]*$/.test(program)) {
    const python = asked(program, ['-c', 'import sys; print(sys.executable)']);
    const way = {
      command: [python, join(choicesFolder, 'clients/cgfuzz-python'), path],
      reach: 'preload',
      scopes: 'own',
      env: { PYTHONHASHSEED: '0' },
    } as const;
    return {
      what: 'a script in Python',
      plain: [python, path],
      ways: [
        { ...way, process: 'persistent' },
        { ...way, process: 'exec' },
      ],
    };
  }
  if (/\bperl[\d.]*$/.test(program)) {
    const plain = [asked(program, ['-e', 'print $^X']), ...words, path] as const;
    const way = { command: plain, ...asItIs, env: { PERL_HASH_SEED: '0' } };
    return {
      what: 'a script in Perl',
      plain,
      ways: [{ ...way, engines: ['Perl_drand48_r unit'] }, way],
    };
  }
  const plain = [asked('sh', ['-c', 'command -v "$0"', program]), ...words, path] as const;
  const name = program.replace(/.*\//, '');
  return { what: `a script for ${name}`, plain, ways: [{ command: plain, ...asItIs }] };
}

/** The path that a program prints of itself: a name on the search path may be a script that starts the program. */
function asked(program: string, words: readonly string[]): string {
  try {
    return realpathSync(
      execFileSync(program, words, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim(),
    );
  } catch {
    const name = program === 'sh' ? words.at(-1)! : program;
    throw new UserError(`${name}, which runs this script, is not installed`, [
      `install it: sudo apt-get install ${name}`,
    ]);
  }
}
