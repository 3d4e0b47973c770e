/** A campaign on a person's program, as against one on a compiler: settings that make no sense are refused with a word each. */
import { campaignSettings } from '../campaign/index.ts';
import type { FoundTarget, TargetWorld } from '../target/index.ts';
import type { CareOptions } from '../triage/index.ts';
import { UserError } from '../util/user-error.ts';

/** Settings of a campaign that mean something to compilers only. */
export interface CompilerSettings {
  readonly args: readonly string[];
  readonly options: string;
  readonly machines: readonly string[];
  readonly 'compare-with': string;
  readonly upgrade: string;
}

const why: Readonly<Record<keyof CompilerSettings, string>> = {
  args: 'write its words behind it: --target "./tool --check @@"',
  options: 'options are drawn for compilers',
  machines: 'compilers make code for machines',
  'compare-with': 'outputs of compilers are compared',
  upgrade: 'it is built by you',
};

const keys = {
  args: 'args',
  options: 'options',
  machines: 'machines',
  'compare-with': 'compareWith',
  upgrade: 'upgrade',
} as const;

/** Whether the target is a person's program and no compiler. */
export function isExecutable({ kind }: Pick<FoundTarget, 'kind'>): boolean {
  return kind === 'executable' || kind === 'command';
}

export function refuseCompilerSettings(name: string, given: CompilerSettings): void {
  for (const flag of Object.keys(keys) as (keyof CompilerSettings)[]) {
    const usual = campaignSettings[keys[flag]].default;
    // The default itself, and not an equal list: nobody said it.
    if (given[flag] === usual) continue;
    throw new UserError(`--${flag} is for compilers, and ${name} is none`, [`leave it out: ${why[flag]}`]);
  }
}

/** Its hangs are looked at again, and its findings reduced; no compiler takes part. */
export function careForExecutable(
  shares: { readonly 'compare-share': number; readonly 'reduce-share': number },
  world: TargetWorld,
): CareOptions {
  return {
    world,
    comparesNothing: true,
    compareShare: shares['compare-share'] / 100,
    truthShare: 0,
    reduceShare: shares['reduce-share'] / 100,
    references: [],
  };
}

/** The usual source makes C, which few programs read. `isThere` says whether a campaign with sources is gone on with. */
export function refuseDefaultSource(sources: readonly string[], name: string, isThere: boolean): void {
  if (isThere || sources !== campaignSettings.source.default) return;
  throw new UserError(`no source is named that makes inputs for ${name}`, [
    'name one: --source ./mine.mjs; how to write it: docs/in-process-sources.md',
    'those that come with cgfuzz: cgfuzz source list',
  ]);
}
