/** Opens the option space of a target: reads the compiler's list, and learns what is not known of it. */
import { optionTiers, type OptionTier } from '../program/index.ts';
import { openTarget, type TargetWorld } from '../target/index.ts';
import { UserError } from '../util/user-error.ts';
import { clangOptions } from './clang.ts';
import { factsOf, type OptionFacts } from './facts.ts';
import { gccOptions } from './gcc.ts';
import type { OptionList } from './option.ts';
import { OptionSpace } from './space.ts';

export interface KnownOptions {
  readonly list: OptionList;
  readonly facts: OptionFacts;
}

/** The list of a target's options up to a tier, and what each does. */
export async function knownOptions(
  target: string,
  tier: OptionTier,
  world: TargetWorld,
  say: (text: string) => void,
): Promise<KnownOptions> {
  const { family, program } = await compilerOf(target, world);
  if (family === 'tcc')
    throw new UserError(`${target} has no options to draw`, [
      'leave --options away, or take a gcc or a clang',
    ]);
  const list = await (family === 'gcc' ? gccOptions : clangOptions)(program);
  const tiers = optionTiers.slice(0, optionTiers.indexOf(tier) + 1);
  return { list, facts: await factsOf({ target, program, list, tiers, world, say }) };
}

export async function openOptionSpace(
  target: string,
  tier: OptionTier,
  world: TargetWorld,
  say: (text: string) => void,
): Promise<OptionSpace> {
  const { list, facts } = await knownOptions(target, tier, world, say);
  return new OptionSpace(list, facts, tier);
}

async function compilerOf(
  name: string,
  world: TargetWorld,
): Promise<{ readonly family: string; readonly program: string }> {
  const target = await openTarget(name, world);
  await target.close();
  if (target.compiler !== undefined) return target.compiler;
  throw new UserError(`${name} is no compiler, and has no options to draw`, ['leave --options away']);
}
