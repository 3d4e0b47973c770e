/**
 * A hunt: many campaigns in one folder, which take turns by the shares of a table.
 *
 * Each pair of a source and a level is a campaign of its own. So a finding says its compiler and its flags, and
 * the same command goes on with all campaigns. The next turn goes to the campaign that has had least
 * for its share. Nothing is remembered beside the campaigns: how much each had is in its statistics.
 */
import { join } from 'node:path';
import { findProgram, listAdded } from '../../build/index.ts';
import {
  CampaignFolder,
  type CampaignSettings,
  type StatsLine,
  usualSettings,
} from '../../campaign/index.ts';
import { findJudge } from '../../oracle/index.ts';
import type { TargetWorld } from '../../target/index.ts';
import { cpuFlags } from '../../util/cpu-flags.ts';
import { UserError } from '../../util/user-error.ts';
import { huntSettings, huntSources, IR_PERCENT, PLAIN_PERCENT, plainLevels } from './table.ts';

/** One campaign of a hunt. */
export interface Post {
  /** The folder below that of the hunt. */
  readonly name: string;
  readonly settings: CampaignSettings;
  /** Its part of the hunt; the parts of all posts together are 1. */
  readonly share: number;
}

export interface HuntOptions {
  readonly dir: string;
  readonly jobs: number | undefined;
  readonly seed: number;
  readonly known: string;
}

/** The newest compilers here, the newest first: two of clang, the snapshot of gcc, and its newest release. */
export function newestHere({ cache }: TargetWorld): string[] {
  const added = listAdded(cache).map(({ name }) => name);
  const clangs = added
    .filter((name) => /^clang-\d+$/.test(name))
    .toSorted(byNumber)
    .toReversed();
  const gccs = added
    .filter((name) => /^gcc-\d+$/.test(name))
    .toSorted(byNumber)
    .toReversed();
  const snapshot = added.filter((name) => name === 'gcc-snapshot');
  const found = [...clangs.slice(0, 2), ...snapshot, ...gccs.slice(0, 1)];
  if (found.length > 0) return found;
  throw new UserError('no compiler of another release is here, and a hunt looks at the newest', [
    'cgfuzz compiler add newest; or name compilers: cgfuzz hunt gcc-12',
  ]);
}

function byNumber(one: string, other: string): number {
  return numberOf(one) - numberOf(other);
}

function numberOf(name: string): number {
  return Number(/\d+/.exec(name)?.[0]);
}

/** The campaigns of a hunt on these compilers. */
export function postsOf(compilers: readonly string[], world: TargetWorld, options: HuntOptions): Post[] {
  const flags = cpuFlags();
  const posts = compilers.flatMap((compiler) => {
    const isClang = compiler.startsWith('clang');
    const levels = plainLevels.filter(
      (level) =>
        (isClang || level.isForClang === undefined) &&
        (level.needs === undefined || flags.has(level.needs)) &&
        (level.isForClang === undefined || findProgram('qemu-aarch64', world.searchPath) !== undefined),
    );
    const ir = isClang && findJudge(world) !== undefined ? { irShare: IR_PERCENT } : {};
    return huntSources.flatMap(({ source: usual, forClang, share: ofSource, machine }) => {
      const source = isClang ? (forClang ?? usual) : usual;
      const usable = levels.filter(
        ({ isForClang = false }) => machine === undefined || isForClang === (machine === 'aarch64'),
      );
      const settings = { ...huntSettings, ...ir, source: [source], target: compiler };
      const plain = usable.map(({ args, share }) => ({
        name: [compiler, shortName(source), ...args].join('').replaceAll('=', '-'),
        weight: (ofSource * share * PLAIN_PERCENT) / sum(usable),
        settings: { ...settings, args },
      }));
      if (machine === 'aarch64') return plain;
      const documented = {
        name: `${compiler}-${shortName(source)}-documented`,
        weight: ofSource * (100 - PLAIN_PERCENT),
        settings: { ...settings, options: 'documented' as const },
      };
      return [...plain, documented];
    });
  });
  const all = posts.reduce((rest, { weight }) => rest + weight, 0);
  return posts.map(({ name, weight, settings }) => ({
    name,
    share: weight / all,
    settings: usualSettings({
      ...settings,
      dir: join(options.dir, name),
      jobs: options.jobs,
      seed: options.seed,
      known: options.known,
    }),
  }));
}

/** The name of a source, with the family of its intrinsics. */
function shortName(source: string): string {
  const [name = '', ...words] = source.split(' ');
  return [name, ...words.filter((word) => word.startsWith('of=')).map((word) => word.slice(3))].join('-');
}

function sum(levels: readonly { readonly share: number }[]): number {
  return levels.reduce((rest, { share }) => rest + share, 0);
}

/** How much a campaign has had so far; nothing if it has not begun. */
export function spentBy(dir: string): Pick<StatsLine, 'cpuMs' | 'wallMs' | 'findings'> {
  const folder = new CampaignFolder(dir);
  return (folder.exists ? folder.readStats().at(-1) : undefined) ?? { cpuMs: 0, wallMs: 0, findings: 0 };
}

/** The campaign that has had least for its share; at the beginning the campaign with the largest share. */
export function nextPost(posts: readonly Post[], spentMs: ReadonlyMap<string, number>): Post {
  const hunger = ({ name, share }: Post): number => ((spentMs.get(name) ?? 0) + 1) / share;
  return posts.reduce((best, post) => (hunger(post) < hunger(best) ? post : best));
}
