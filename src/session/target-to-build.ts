/** The build that a person asked for: of one of Debian's LLVMs or GCCs, or of the person's own. */
import { join, resolve } from 'node:path';
import { readFileSync } from 'node:fs';
import { buildableGccVersions, nameOfGcc } from '../build/index.ts';
import {
  buildGcc,
  buildTarget,
  changedLines,
  nameOfGccSpec,
  nameOfSpec,
  type Progress,
  findGccProfile,
  findPatches,
  findProfile,
  buildableTriples,
  gccNamed,
  gccProfileNames,
  type GccSpec,
  parseTargetName,
  profileNames,
  sourceOfGcc,
  type TargetSpec,
  versionOfLlvm,
} from '../target/index.ts';
import { UserError } from '../util/user-error.ts';
import { type SessionContext, worldOf } from './world.ts';

export interface GccAsked extends BuildAsked {
  readonly 'gcc-source': string | undefined;
}

export interface BuildAsked {
  /** Undefined if nobody named one: the name of the target may say it. */
  readonly profile: string | undefined;
  readonly coverage: TargetSpec['coverage'];
  readonly patches: string | undefined;
  readonly 'no-assertions': boolean;
  readonly 'llvm-config': string | undefined;
  readonly source: string | undefined;
}

/** The profile if neither a flag nor the target's name says one. */
export const USUAL_PROFILE = 'passes';

/** The two parts of a name such as `clang-19-starter`, as lists of targets have it. */
export function compilerAndProfile(
  name: string,
  asked: string | undefined,
): { readonly compiler: string; readonly profile: string } {
  const named = [...profileNames, ...gccProfileNames].find((each) => name.endsWith(`-${each}`));
  if (named === undefined) return { compiler: name, profile: asked ?? USUAL_PROFILE };
  if (asked !== undefined && asked !== named)
    throw new UserError(`${name} has the profile ${named}, and --profile says ${asked}`, [
      `leave one of the two out: cgfuzz target build ${name}`,
    ]);
  return { compiler: name.slice(0, -named.length - 1), profile: named };
}

/** The build of GCC that a name or a source asks for; undefined if LLVM is meant. */
export async function gccToBuild(
  { cwd }: Pick<SessionContext, 'cwd'>,
  asked: GccAsked,
  called: string,
): Promise<GccSpec | undefined> {
  const { compiler: name, profile } = compilerAndProfile(called, asked.profile);
  const source = asked['gcc-source'];
  const known = gccNamed(name);
  if (source === undefined && !/(?:^|-)gcc\b/.test(name)) return undefined;
  const about = {
    profile: findGccProfile(profile),
    coverage: asked.coverage,
    assertions: !asked['no-assertions'],
    ...(asked.patches === undefined ? {} : { patches: findPatches(asked.patches, cwd, sourceOfGcc) }),
  };
  checkPatched(about);
  if (source === undefined) {
    if (known !== undefined) return { ...known, ...about };
    throw new UserError(`no instrumented target named "${name}"`, [
      `known versions of gcc: ${buildableGccVersions.map(nameOfGcc).join(', ')}`,
      `for other machines, as in ${buildableTriples[0]}-gcc-16: ${buildableTriples.join(', ')}`,
      'a GCC of your own: cgfuzz target build NAME --gcc-source DIR',
    ]);
  }
  checkOwnName('a GCC', name);
  const folder = resolve(cwd, source);
  return { gccVersion: versionOfGcc(folder), own: { name, source: folder }, ...about };
}

/** The first number of the version in the source of GCC. */
function versionOfGcc(source: string): number {
  try {
    return Number.parseInt(readFileSync(join(source, 'gcc', 'BASE-VER'), 'utf8'), 10);
  } catch {
    throw new UserError(`${source} has no gcc/BASE-VER`, [
      'name the folder that has gcc and libcpp in it: --gcc-source DIR',
    ]);
  }
}

function checkOwnName(what: string, name: string): void {
  if (/^[a-z][\w.]*$/i.test(name) && !/^(?:clang|gcc|tcc)$/i.test(name)) return;
  throw new UserError(`${what} of your own cannot be called ${name}`, [
    'allowed: letters, digits, _ and ., beginning with a letter; and no name of a compiler',
  ]);
}

function checkPatched({ profile, patches }: Pick<TargetSpec, 'patches'> & { profile: string }): void {
  if (profile !== 'patched' || patches !== undefined) return;
  throw new UserError(
    '--profile patched instruments the files that patches change, and no patches are named',
    ['name their folder: --patches FOLDER'],
  );
}

export async function targetToBuild(
  { cwd }: Pick<SessionContext, 'cwd'>,
  asked: BuildAsked,
  called: string,
): Promise<TargetSpec> {
  const { compiler: name, profile } = compilerAndProfile(called, asked.profile);
  const { 'llvm-config': config, source } = asked;
  const about = {
    profile: findProfile(profile),
    coverage: asked.coverage,
    assertions: !asked['no-assertions'],
    ...(asked.patches === undefined ? {} : { patches: findPatches(asked.patches, cwd) }),
  };
  checkPatched(about);
  if (config === undefined && source === undefined) return { llvmVersion: parseTargetName(name), ...about };
  if (config === undefined || source === undefined)
    throw new UserError(
      `--${config === undefined ? 'source' : 'llvm-config'} is half of an LLVM of your own`,
      ['for example: cgfuzz target build mine --llvm-config ~/llvm/build/bin/llvm-config --source ~/llvm'],
    );
  checkOwnName('an LLVM', name);
  const own = { name, config: resolve(cwd, config), source: resolve(cwd, source) };
  return { llvmVersion: await versionOfLlvm(own.config), own, ...about };
}

/** A compiler that was built with patches. */
export interface PatchedBuild {
  readonly target: string;
  /** The lines that the patches change, as `--focus` takes them. */
  readonly focus: string;
}

export async function buildPatched(
  context: SessionContext,
  patches: string,
  old: string,
  onProgress: (progress: Progress) => void,
): Promise<PatchedBuild> {
  const asked = {
    profile: 'patched',
    coverage: 'edges' as const,
    'no-assertions': false,
    patches,
    'llvm-config': undefined,
    source: undefined,
    'gcc-source': undefined,
  };
  const { cache, searchPath } = worldOf(context);
  const building = { cache, signal: context.signal, nowMs: context.monotonicMs, onProgress };
  const gcc = await gccToBuild(context, asked, old);
  if (gcc !== undefined) {
    const { sourceTree } = await buildGcc(gcc, { ...building, searchPath });
    return {
      target: nameOfGccSpec(gcc),
      focus: focusOn(changedLines(gcc.patches!.folder, sourceTree, sourceOfGcc)),
    };
  }
  const llvm = await targetToBuild(context, asked, old);
  const { sourceTree } = await buildTarget(llvm, building);
  return { target: nameOfSpec(llvm), focus: focusOn(changedLines(llvm.patches!.folder, sourceTree)) };
}

function focusOn(lines: ReturnType<typeof changedLines>): string {
  return lines.map(({ file, from, to }) => `${file}:${from}-${to}`).join(',');
}
