/**
 * A campaign on a person's program instead of a compiler: settings that make no sense are refused, each with
 * an explanation.
 */
import { type CampaignSettings, campaignSettings } from '../campaign/index.ts';
import type { CampaignOptions } from '../fuzz/index.ts';
import { hasOwnShare, judgeNames, type SharedJudge } from '../oracle/judges/index.ts';
import type { FoundTarget, TargetWorld } from '../target/index.ts';
import type { CareOptions } from '../triage/index.ts';
import { settledShares, USUAL_SHARE } from './shares.ts';
import { kebabCase } from '../util/kebab-case.ts';
import { UserError } from '../util/user-error.ts';

type CompilerSettings = Pick<
  CampaignSettings,
  'args' | 'options' | 'machines' | 'compareWith' | 'upgrade' | 'truthShare' | `${SharedJudge}Share` | 'judge'
>;

const needsCode = 'it judges the code that compilers make';
const why: Readonly<Record<keyof CompilerSettings, string>> = {
  args: 'write its words after it: --target "./tool --check @@"',
  options: 'options are drawn for compilers',
  machines: 'compilers make code for machines',
  compareWith: 'outputs of compilers are compared',
  upgrade: 'it is built by you',
  truthShare: needsCode,
  judge: needsCode,
  // Sound because each entry has the name of its judge.
  ...(Object.fromEntries(judgeNames.filter(hasOwnShare).map((name) => [`${name}Share`, needsCode])) as Record<
    `${SharedJudge}Share`,
    string
  >),
};

/** True if the target is a person's program and no compiler. */
export function isExecutable({ kind }: Pick<FoundTarget, 'kind'>): boolean {
  return kind === 'executable' || kind === 'command' || kind === 'centipede';
}

export function refuseCompilerSettings(name: string, given: CompilerSettings): void {
  for (const key of Object.keys(why) as (keyof CompilerSettings)[]) {
    const usual: unknown = campaignSettings[key].default;
    // The default object itself, not an equal list, means that the flag was not given. A share of 0 asks for
    // nothing.
    if (given[key] === usual || given[key] === 0) continue;
    throw new UserError(`--${kebabCase(key)} is for compilers, and ${name} is none`, [
      `leave it out: ${why[key]}`,
    ]);
  }
}

/** Hangs are checked again, and findings reduced; no compiler takes part. */
export function careForExecutable(
  { compareShare, reduceShare }: Pick<CampaignSettings, 'compareShare' | 'reduceShare'>,
  world: TargetWorld,
): CareOptions {
  const shares = settledShares([
    { name: 'compare', given: compareShare, usual: USUAL_SHARE },
    { name: 'reduce', given: reduceShare, usual: USUAL_SHARE },
  ]);
  return {
    world,
    comparesNothing: true,
    shares,
    references: [],
  };
}

/**
 * One execution for each test, without compiler arguments. A refused input may be kept: a parser's error
 * paths are code, too.
 */
export const optionsForExecutable: Pick<CampaignOptions, 'configurations' | 'keepsRefused'> = {
  keepsRefused: true,
  configurations: () => [{ args: [], emit: 'nothing' }],
};

/**
 * The usual source makes C, which few programs read. `isThere` says whether a campaign with sources is being
 * resumed.
 */
export function refuseDefaultSource(sources: readonly string[], name: string, isThere: boolean): void {
  if (isThere || sources !== campaignSettings.source.default) return;
  throw new UserError(`no source is named that makes inputs for ${name}`, [
    'name one: --source ./mine.mjs; how to write it: docs/in-process-sources.md',
    'those that come with cgfuzz: cgfuzz source list',
  ]);
}
