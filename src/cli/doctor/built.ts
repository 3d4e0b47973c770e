/** Checks of everything that is built on this machine: targets, stock compilers, the sandbox. */
import { installedCompilers, Laboratory } from '../../laboratory/index.ts';
import { findBlindness } from '../../oracle/index.ts';
import { type Confinement, Sandbox } from '../../sandbox/index.ts';
import { programOf } from '../../program/index.ts';
import {
  type BuiltTarget,
  listBuilt,
  listBuiltGcc,
  listOldBuilds,
  listOldGcc,
  openBuilt,
  openBuiltGcc,
  type Target,
  type TargetWorld,
} from '../../target/index.ts';
import { installedStockCompilers } from '../../build/index.ts';
import { advice, type Check, type CheckGroup, missing, ok } from './check.ts';

export async function targetChecks(world: TargetWorld): Promise<CheckGroup> {
  const { cache, searchPath } = world;
  const old = [...(await listOldBuilds(cache)), ...listOldGcc(cache)];
  const oldFiles = new Set(old.map(({ file }) => file));
  const ready = listBuilt(cache).filter(({ file }) => !oldFiles.has(file));
  const gccs = listBuiltGcc(cache).filter(({ file }) => !oldFiles.has(file));
  const stock = installedStockCompilers(searchPath);
  const megabytes = Math.round(old.reduce((sum, { bytes }) => sum + bytes, 0) / 1e6);
  return {
    title: 'targets',
    checks: [
      ...(await Promise.all(ready.map((built) => checkTarget(built.name, () => openBuilt(built))))),
      ...(await Promise.all(gccs.map((built) => checkTarget(built.name, () => openBuiltGcc(built, world))))),
      ...checkChoice(ready),
      stock.length > 0
        ? ok(`as Debian ships them: ${stock.map(({ name }) => name).join(', ')}`)
        : advice('no stock compiler is installed', 'sudo apt-get install clang-19 gcc-12'),
      ...(old.length > 0
        ? [
            advice(
              `${old.length} builds of another cgfuzz or compiler, ${megabytes} MB`,
              'remove them: cgfuzz target clean',
            ),
          ]
        : []),
    ],
  };
}

/** Compiles the smallest program. */
async function checkTarget(name: string, open: () => Promise<Target>): Promise<Check> {
  const todo = `look closer: cgfuzz target check ${name}`;
  try {
    const target = await open();
    try {
      const request = {
        program: programOf('int x;\n'),
        configurations: [{ args: ['-O2'], emit: 'nothing' as const }],
      };
      const [execution] = await target.execute(request);
      return execution?.outcome === 'ok'
        ? ok(`${name} is built, and compiles`)
        : missing(`${name} cannot compile an empty program: ${execution?.outcome}`, todo);
    } finally {
      await target.close();
    }
  } catch (error) {
    return missing(`${name} does not start: ${(error as Error).message}`, todo);
  }
}

function checkChoice(ready: readonly BuiltTarget[]): Check[] {
  const build = 'cgfuzz target build clang-19';
  if (ready.length === 0)
    return [
      missing(
        'no instrumented compiler is built',
        `in two minutes: ${build} --profile starter`,
        `all of the optimiser, in a quarter of an hour: ${build}`,
      ),
    ];
  if (ready.some(({ spec }) => spec.profile !== 'starter')) return [];
  return [
    advice('only the smallest profile is built, which sees InstCombine', `all of the optimiser: ${build}`),
  ];
}

const granted: Readonly<Record<keyof Confinement, string>> = {
  filesInMemory: 'files in memory',
  readOnlyOutside: 'nothing outside writable',
  noNetwork: 'no network',
  noStragglers: 'no process that stays',
  countedTogether: 'limits for all processes together',
};

export async function sandboxChecks(world: TargetWorld): Promise<CheckGroup> {
  return { title: 'sandbox', checks: [await checkSandbox(world), await checkComparing(world)] };
}

/**
 * Two compilers are enough to show that programs run, and that cgfuzz can tell a wrong compiler from a right
 * one.
 */
async function checkComparing(world: TargetWorld): Promise<Check> {
  const compilers = installedCompilers(world.searchPath).slice(-2);
  if (compilers.length === 0)
    return advice('no wrong code can be found without a stock compiler', 'sudo apt-get install gcc-12');
  try {
    const laboratory = await Laboratory.open(world);
    const matrix = compilers.map((compiler) => ({ compiler, args: ['-O1'] }));
    const why = await findBlindness(laboratory, matrix);
    await laboratory.close();
    if (why === undefined) return ok('a wrong program is told from a right one');
    return missing(
      `no wrong code can be found: ${why}`,
      'a compiler, a linker or the sandbox does not work here; try: sudo apt-get install gcc libc6-dev',
    );
  } catch (error) {
    return missing(`no wrong code can be found: ${(error as Error).message}`);
  }
}

async function checkSandbox(world: TargetWorld): Promise<Check> {
  try {
    const sandbox = await Sandbox.open(world);
    await sandbox.close();
    return checkConfinement(sandbox.confinement);
  } catch (error) {
    return missing(
      `test programs cannot be run: ${(error as Error).message}`,
      'sudo apt-get install gcc libc6-dev',
    );
  }
}

export function checkConfinement(confinement: Confinement): Check {
  const names = Object.keys(granted) as (keyof Confinement)[];
  const refused = names.filter((name) => !confinement[name]).map((name) => granted[name]);
  if (refused.length === 0) return ok('test programs are confined');
  return advice(
    `the kernel does not grant: ${refused.join(', ')}`,
    'test programs then run with less confinement; allow user namespaces: sudo sysctl kernel.unprivileged_userns_clone=1',
  );
}
