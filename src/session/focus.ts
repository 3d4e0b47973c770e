/** The focus of a campaign: edges of a target by names of files or functions, or by lines of a file. */
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

/** Edges of all names in a list with commas. */
export function edgesNamed(names: EdgeNames, list: string): ReadonlySet<number> {
  const wanted = list.split(',').map((name) => name.trim());
  return new Set(wanted.flatMap((name) => [...edgesOfOne(names, name)]));
}

/**
 * Edges in a file of this name, with or without its ending. If there is no such file: edges in a function of
 * this name, with or without parameters and qualifiers. `FILE:LINE` and `FILE:FROM-TO` mean the functions
 * that have these lines.
 */
function edgesOfOne(names: EdgeNames, wanted: string): ReadonlySet<number> {
  const lines = /^(.+):(\d+)(?:-(\d+))?$/.exec(wanted);
  if (lines !== null && !lines[1]!.endsWith(':')) {
    const [, file = '', from = '', to = from] = lines;
    return aroundLines(names, edgesOfOne(names, file), Number(from), Number(to));
  }
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

/** Edges of the functions that lines of a file are in. A function begins at its entry, and ends at the next one. */
function aroundLines(
  names: EdgeNames,
  inFile: ReadonlySet<number>,
  from: number,
  to: number,
): ReadonlySet<number> {
  const lineOf = (edge: number): number => names.place(edge).line;
  const entries = [...inFile].filter((edge) => names.isFunctionEntry(edge)).map(lineOf);
  const begin = Math.max(0, ...entries.filter((line) => line <= from));
  const end = Math.min(Infinity, ...entries.filter((line) => line > to));
  return new Set([...inFile].filter((edge) => lineOf(edge) >= begin && lineOf(edge) < end));
}

function isCalled(called: string, wanted: string): boolean {
  if (called === wanted) return true;
  const open = called.indexOf('(');
  const name = open < 0 ? called : called.slice(0, open);
  return name === wanted || name.endsWith(`::${wanted}`);
}
