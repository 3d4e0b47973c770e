/** The build that a person asked for: of one of Debian's LLVMs, or of their own. */
import { resolve } from 'node:path';
import {
  findPatches,
  findProfile,
  parseTargetName,
  type TargetSpec,
  versionOfLlvm,
} from '../target/index.ts';
import { UserError } from '../util/user-error.ts';
import type { Context } from './command.ts';

export interface BuildAsked {
  readonly profile: string;
  readonly coverage: TargetSpec['coverage'];
  readonly patches: string | undefined;
  readonly 'no-assertions': boolean;
  readonly 'llvm-config': string | undefined;
  readonly source: string | undefined;
}

export async function targetToBuild(
  { cwd }: Pick<Context, 'cwd'>,
  asked: BuildAsked,
  name: string,
): Promise<TargetSpec> {
  const { 'llvm-config': config, source } = asked;
  const about = {
    profile: findProfile(asked.profile),
    coverage: asked.coverage,
    assertions: !asked['no-assertions'],
    ...(asked.patches === undefined ? {} : { patches: findPatches(asked.patches, cwd) }),
  };
  if (about.profile === 'patched' && about.patches === undefined)
    throw new UserError(
      '--profile patched compiles the files that patches change, and no patches are named',
      ['name their folder: --patches FOLDER'],
    );
  if (config === undefined && source === undefined) return { llvmVersion: parseTargetName(name), ...about };
  if (config === undefined || source === undefined)
    throw new UserError(
      `--${config === undefined ? 'source' : 'llvm-config'} is half of an LLVM of your own`,
      ['for example: cgfuzz target build mine --llvm-config ~/llvm/build/bin/llvm-config --source ~/llvm'],
    );
  if (!/^[a-z][\w.]*$/i.test(name) || /^(?:clang|gcc|tcc)$/i.test(name))
    throw new UserError(`an LLVM of your own cannot be called ${name}`, [
      'allowed: letters, digits, _ and ., beginning with a letter; and no name of a compiler',
    ]);
  const own = { name, config: resolve(cwd, config), source: resolve(cwd, source) };
  return { llvmVersion: await versionOfLlvm(own.config), own, ...about };
}
