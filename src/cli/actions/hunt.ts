/** The work of `cgfuzz hunt`: campaigns on the newest compilers take turns. */
import { join, resolve } from 'node:path';
import { nextPost, newestHere, type Post, postsOf, spentBy } from '../../session/hunt/hunt.ts';
import { huntSources, plainLevels } from '../../session/hunt/table.ts';
import { runSession } from '../../session/run-session.ts';
import { worldOf } from '../../session/world.ts';
import { findTarget } from '../../target/index.ts';
import { counted, leftTable } from '../../util/text.ts';
import { UserError } from '../../util/user-error.ts';
import { type Context, exitCodes } from '../command.ts';
import type { HuntFlags } from '../commands/hunt.ts';
import type { Flags } from '../flags/flags.ts';
import { quiet } from '../progress/campaign-listener.ts';

export function huntDetails(): string {
  return [
    'A hunt is a folder of campaigns, one for each compiler, source and level. They take turns; the next turn goes to',
    'the campaign that has had least for its share. Four fifths of the time go to plain levels on x86-64 and AArch64.',
    'A third runs programs that know what they print, and a third judges the optimised IR of a clang, if the judge is',
    'here. The same command goes on where the last one stopped; Ctrl-C saves and ends.',
    '',
    'Without COMPILER: the two newest clangs, gcc-snapshot and the newest gcc that cgfuzz compiler add brought.',
    '',
    ...leftTable([
      ['source', 'share', 'what it has found'],
      ...huntSources.map(({ source, share, paid }) => [source, `${share}%`, paid]),
    ]),
    '',
    ...leftTable([
      ['level', 'share'],
      ...plainLevels.map(({ args, share }) => [args.join(' '), `${share}%`]),
    ]),
  ].join('\n');
}

export async function huntAction(
  context: Context,
  flags: Flags<HuntFlags>,
  compilers: readonly string[],
): Promise<number> {
  const world = worldOf(context);
  const chosen = compilers.length > 0 ? compilers : newestHere(world);
  for (const name of chosen) await findTarget(name, world);
  const posts = postsOf(chosen, world, flags);
  const names = new Set(posts.map(({ name }) => name));
  if (names.size < posts.length)
    throw new UserError('a compiler is named twice', ['name each compiler once']);
  const begun = context.monotonicMs();
  const left = (): number =>
    flags.time === undefined ? flags.turn : flags.time - (context.monotonicMs() - begun);
  const spent = new Map(posts.map(({ name }) => [name, spentBy(folderOf(context, flags.dir, name)).cpuMs]));
  const lost = new Set<string>();
  while (!context.signal.aborted && left() > 0) {
    const post = nextPost(
      posts.filter(({ name }) => !lost.has(name)),
      spent,
    );
    try {
      spent.set(post.name, await turn(context, post, Math.min(flags.turn, left())));
    } catch (error) {
      if (!(error instanceof UserError) || lost.size === posts.length - 1) throw error;
      context.stderr(`${post.name}: left out until the next start: ${error.message}\n`);
      lost.add(post.name);
    }
  }
  context.stdout(summary(context, flags.dir, posts, spent));
  const found = posts.some(({ name }) => spentBy(folderOf(context, flags.dir, name)).findings > 0);
  if (found) return exitCodes.found;
  return context.signal.aborted ? exitCodes.interrupted : exitCodes.ok;
}

function folderOf({ cwd }: Context, dir: string, name: string): string {
  return resolve(cwd, join(dir, name));
}

/** One turn of a campaign; returns the CPU time that the campaign has had. */
async function turn(context: Context, { name, settings }: Post, timeMs: number): Promise<number> {
  const { wallMs } = spentBy(resolve(context.cwd, settings.dir));
  const notes: string[] = [];
  const { listener } = quiet(notes);
  const line = await runSession({ ...settings, time: wallMs + timeMs }, context, {
    ...listener,
    onEvent(event) {
      listener.onEvent(event);
      if (event.type === 'finding') context.stderr(`${name}: ${event.finding.id}\n`);
    },
  });
  context.stderr(`${name}: ${counted(line.tests, 'test')}, ${counted(line.findings, 'finding')}\n`);
  return line.cpuMs;
}

function summary(
  context: Context,
  dir: string,
  posts: readonly Post[],
  spent: ReadonlyMap<string, number>,
): string {
  const rows = posts
    .filter(({ name }) => (spent.get(name) ?? 0) > 0)
    .map(({ name }) => [
      name,
      `${Math.round((spent.get(name) ?? 0) / 1_000)} s`,
      String(spentBy(folderOf(context, dir, name)).findings),
    ]);
  return [
    ...leftTable([['campaign', 'CPU', 'findings'], ...rows]),
    `kept in ${dir}; the same command goes on from here`,
    '',
  ].join('\n');
}
