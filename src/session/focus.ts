/** The focus of a campaign: edges of a target by the name of a file or a function. */
import { basename, extname } from 'node:path';
import type { CampaignSettings } from '../campaign/index.ts';
import type { FocusPlace } from '../search/index.ts';
import type { EdgeNames, FoundTarget, TargetWorld } from '../target/index.ts';
import { didYouMean } from '../util/did-you-mean.ts';
import { UserError } from '../util/user-error.ts';

/** Undefined if the settings name none. */
export async function focusFor(
  { focus }: Pick<CampaignSettings, 'focus'>,
  target: FoundTarget,
  world: TargetWorld,
): Promise<FocusPlace | undefined> {
  if (focus === undefined) return undefined;
  const names = await target.names?.(world);
  if (names === undefined)
    throw new UserError(`--focus needs a target whose edges have names, and ${target.name} has none`, [
      'choose an instrumented target, such as --target clang-19',
    ]);
  return { name: focus, edges: edgesNamed(names, focus) };
}

/**
 * Edges in a file of this name, with or without its ending. If there is no such file: edges in a function of
 * this name, with or without parameters and qualifiers.
 */
export function edgesNamed(names: EdgeNames, wanted: string): ReadonlySet<number> {
  const [inFiles, inFunctions] = [new Set<number>(), new Set<number>()];
  const files = new Set<string>();
  for (let edge = 0; edge < names.count; edge++) {
    const { file, function: called } = names.place(edge);
    const short = basename(file);
    const stem = short.slice(0, short.length - extname(short).length);
    files.add(stem);
    if (wanted === short || wanted === stem || (wanted.includes('/') && file.endsWith(`/${wanted}`)))
      inFiles.add(edge);
    if (isCalled(called, wanted)) inFunctions.add(edge);
  }
  const found = inFiles.size > 0 ? inFiles : inFunctions;
  if (found.size > 0) return found;
  const meant = didYouMean(wanted, [...files]);
  throw new UserError(`no file and no function of the target is called "${wanted}"`, [
    'name a file, with or without its ending, or a function: --focus SLPVectorizer',
    ...(meant === undefined ? [] : [`did you mean ${meant}?`]),
  ]);
}

function isCalled(called: string, wanted: string): boolean {
  if (called === wanted) return true;
  const open = called.indexOf('(');
  const name = open < 0 ? called : called.slice(0, open);
  return name === wanted || name.endsWith(`::${wanted}`);
}
