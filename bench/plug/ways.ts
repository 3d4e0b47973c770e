/**
 * Generators that are not Csmith, and the ways in to each: as they are, rebuilt with the wrappers, annotated.
 *
 * The environment names the folders of other people's generators, and the benchmark builds them in the cache. `YARPGEN`
 * is YARPGen v2 (C++, an engine of its own), and `CCG` is the C generator ccg (libc's rand).
 */
import { existsSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { execa } from 'execa';

import { root } from '../campaigns/campaign-side.ts';
import { cacheFolder, hashOf, makeWhole } from '../../src/build/places.ts';
import { choiceLibrary, choicesFolder, type ProcessDefinition } from '../../src/source/index.ts';

export interface Way {
  readonly generator: string;
  readonly way: string;
  /** Builds it, which happens once. */
  readonly define: () => Promise<ProcessDefinition>;
}

type Given = Readonly<Record<string, string | undefined>>;

export function waysIn(env: Given): Way[] {
  const [yarpgen, ccg] = [env['YARPGEN'], env['CCG']];
  return [
    ...(yarpgen === undefined ? [] : yarpgenWays(yarpgen, env)),
    ...(ccg === undefined ? [] : ccgWays(ccg, env)),
    ...pythonWays,
  ];
}

const unmodified = { reach: 'preload', process: 'fork', scopes: 'stack' } as const;
const rebuilt = { reach: 'linked', process: 'fork', scopes: 'own' } as const;

function yarpgenWays(tree: string, env: Given): Way[] {
  /** `wrapped`: where scopes come from; an empty text leaves that to the wrapper, and without it there is none. */
  const built = async (type: string, wrapped?: string): Promise<string> => {
    const { wrappers, object } = await choiceLibrary();
    const compiler = wrapped === undefined ? 'g++' : join(wrappers, 'cgfuzz-c++');
    const named = hashOf('yarpgen', tree, type, wrapped ?? '', wrapped === undefined ? '' : object);
    const folder = join(cacheFolder(env), 'plug', `yarpgen-${named}`);
    await once(folder, async (part) => {
      const flags = [`-DCMAKE_BUILD_TYPE=${type}`, `-DCMAKE_CXX_COMPILER=${compiler}`];
      const options = { cwd: part, env: wrapped ? { CGFUZZ_SCOPES: wrapped } : {} };
      await execa('cmake', ['-G', 'Unix Makefiles', ...flags, tree], options);
      await execa('make', ['-j2', 'yarpgen'], options);
    });
    return join(folder, 'yarpgen');
  };
  const define = (command: string, how: Partial<ProcessDefinition>): ProcessDefinition => ({
    ...unmodified,
    ...how,
    name: 'yarpgen',
    summary: 'YARPGen v2',
    language: 'c++',
    command: [command, '--std=c++', '-o', '.'],
    writes: { to: 'folder', main: 'func.cpp', beside: ['driver.cpp'] },
    limits: { timeMs: 60_000 },
  });
  const way = (name: string, build: () => Promise<string>, how: Partial<ProcessDefinition>): Way => ({
    generator: 'yarpgen',
    way: name,
    define: async () => define(await build(), how),
  });
  return [
    way('as it is, libc alone', () => built('Release'), { engines: [] }),
    way('as it is', () => built('Release'), {}),
    way('as it is, built at -O0', () => built('Debug'), {}),
    way('rebuilt, functions', () => built('Release', 'functions'), rebuilt),
    {
      generator: 'yarpgen',
      way: 'rebuilt, advised',
      // No setting of scopes: the wrapper then leaves room for a table that is read at run time.
      define: async () => advised(define(await built('Release', ''), rebuilt)),
    },
  ];
}

/** The same with the table that `cgfuzz source advise` writes for it. */
async function advised(definition: ProcessDefinition): Promise<ProcessDefinition> {
  const folder = dirname(commandOf(definition)[0]);
  const [module, table] = [join(folder, 'source.mjs'), join(folder, 'advised.table')];
  if (!existsSync(table)) {
    writeFileSync(module, `export default ${JSON.stringify(definition)};\n`);
    const words = ['source', 'advise', module, '--programs', '16', '--mutants', '20', '--out', table];
    await execa(process.execPath, [join(root, 'dist/cli/main.js'), ...words]);
  }
  return { ...definition, table };
}

function commandOf({ command }: ProcessDefinition): readonly [string, ...string[]] {
  if (typeof command === 'function') throw new Error('the command is to be built first');
  return command;
}

function ccgWays(tree: string, env: Given): Way[] {
  const built = async (scopes?: string): Promise<string> => {
    const { wrappers, object } = await choiceLibrary();
    const compiler = scopes === undefined ? 'gcc' : join(wrappers, 'cgfuzz-cc');
    const named = hashOf('ccg', tree, scopes ?? '', scopes === undefined ? '' : object);
    const folder = join(cacheFolder(env), 'plug', `ccg-${named}`);
    await once(folder, async (part) => {
      await execa('cp', ['-r', `${tree}/.`, part]);
      const settings = scopes === undefined ? {} : { CGFUZZ_SCOPES: scopes };
      await execa('make', ['clean'], { cwd: part });
      await execa('make', [`CC=${compiler}`], { cwd: part, env: settings });
    });
    return join(folder, 'ccg');
  };
  const way = (name: string, build: () => Promise<string>, how: Partial<ProcessDefinition>): Way => ({
    generator: 'ccg',
    way: name,
    define: async () => ({
      ...unmodified,
      ...how,
      name: 'ccg',
      summary: 'the random C generator ccg',
      language: 'c',
      command: [
        await build(),
        '--max-functions',
        '3',
        '--max-block-nesting',
        '3',
        '--max-expression-nesting',
        '4',
      ],
      writes: { to: 'stdout' },
    }),
  });
  return [way('as it is', () => built(), {}), way('rebuilt, functions', () => built('functions'), rebuilt)];
}

const python: Pick<ProcessDefinition, 'name' | 'summary' | 'language' | 'command' | 'writes'> = {
  name: 'statements',
  summary: 'a small generator in Python',
  language: 'c',
  command: ['/usr/bin/python3', join(root, 'bench/plug/statements.py')],
  writes: { to: 'folder', main: 'test.c' },
};

const pythonWays: readonly Way[] = [
  {
    generator: 'python',
    way: 'as it is',
    define: async () => ({ ...python, ...unmodified, process: 'exec' }),
  },
  {
    generator: 'python',
    way: 'with the client',
    define: async () => ({
      ...python,
      reach: 'stream',
      process: 'persistent',
      scopes: 'own',
      env: { CGFUZZ_CLIENTS: join(choicesFolder, 'clients'), PYTHONDONTWRITEBYTECODE: '1' },
    }),
  },
];

async function once(folder: string, build: (part: string) => Promise<void>): Promise<void> {
  if (!existsSync(folder)) await makeWhole(folder, build);
}
