/** Functions of LLVM's own tests, changed by choices; see `instrumentation/seeds`. */
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { cacheFolder } from '../build/index.ts';
import { wordForPipeline } from '../program/index.ts';
import type { ProcessDefinition } from '../source/index.ts';
import { packSeeds, packTests, prepareSeeds, type SeedsSpec } from '../target/index.ts';
import { UserError } from '../util/user-error.ts';

interface SeedsSettings {
  /** A folder with tests; by default the tests of that LLVM. */
  readonly folder?: string;
  readonly version: number;
}

const USUAL_VERSION = 19;

function defined(settings: SeedsSettings): ProcessDefinition {
  return {
    name: 'seeds',
    summary: "functions of LLVM's own tests, changed: seeds folder=DIR llvm=23",
    language: 'llvm-ir',
    command: (say) => prepared(settings, say),
    reach: 'linked',
    process: 'fork',
    scopes: 'own',
    writes: { to: 'stdout' },
    promises: 'valid',
    argsOf: argsIn,
    configure: (words) => defined(settingsIn(words)),
  };
}

export const seeds: ProcessDefinition = defined({ version: USUAL_VERSION });

async function prepared(
  { folder, version }: SeedsSettings,
  say: (text: string) => void,
): Promise<readonly [string, ...string[]]> {
  const cache = cacheFolder(process.env);
  const { signal } = new AbortController();
  // Says the name of each step alone: nothing here measures how much time is left.
  const options = { cache, signal, nowMs: () => 0, onProgress: ({ step }: { step: string }) => say(step) };
  const spec: SeedsSpec = { llvmVersion: version };
  const { file } = await prepareSeeds(spec, options);
  const pool =
    folder === undefined
      ? await packTests(spec, file, { cache, say, signal })
      : await packSeeds(file, [folder], { cache, say, signal });
  return [file, 'make', pool.file];
}

/** The words `folder=DIR` and `llvm=VERSION`. */
function settingsIn(words: readonly string[]): SeedsSettings {
  let settings: SeedsSettings = { version: USUAL_VERSION };
  for (const word of words) {
    const [name, value = ''] = word.split(/=(.*)/s);
    if (name === 'folder') settings = { ...settings, folder: checkedFolder(value) };
    else if (name === 'llvm' && /^\d\d$/.test(value)) settings = { ...settings, version: Number(value) };
    else
      throw new UserError(`seeds knows no setting "${word}"`, [
        'allowed: folder=DIR, a folder with .ll files; llvm=19, the LLVM whose tests and passes are used',
      ]);
  }
  return settings;
}

function checkedFolder(folder: string): string {
  const path = resolve(folder);
  const isThere =
    existsSync(path) &&
    (path.endsWith('.ll') ||
      (statSync(path).isDirectory() &&
        readdirSync(path, { recursive: true, encoding: 'utf8' }).some((name) => name.endsWith('.ll'))));
  if (isThere) return path;
  throw new UserError(`${folder} has no test that can be a seed`, [
    `allowed: a folder with files whose names end with .ll, as in ${join('llvm', 'test', 'Transforms')}`,
  ]);
}

/** The passes and options that a test was made for, as its first lines say. */
function argsIn(text: string): string[] {
  const passes = /^; passes (.*)$/m.exec(text)?.[1];
  const options = [...text.matchAll(/^; option (.*)$/gm)].map(([, option = '']) => option);
  return [
    ...options.flatMap((option) => ['-mllvm', `-${option}`]),
    ...(passes === undefined ? [] : [wordForPipeline(passes)]),
  ];
}
