/** The work of `cgfuzz service`. */
import { existsSync } from 'node:fs';
import { hostname } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { execa } from 'execa';
import { cacheFolder, canExecute } from '../../build/index.ts';
import { isAddress, openView, runService, workerName } from '../../fleet/index.ts';
import { findingFiles } from '../../report/index.ts';
import { askForEnding } from '../../util/ending.ts';
import { ownCommand } from '../../util/own-command.ts';
import { UserError } from '../../util/user-error.ts';
import { followFleet } from '../../session/follow/follow-fleet.ts';
import { type Context, exitCodes } from '../command.ts';
import { campaignFlags, settingsOf } from '../flags/campaign-flags.ts';
import { parseFlags } from '../flags/flags.ts';

interface ServiceFlags {
  readonly workers: number;
  readonly name: string;
  readonly user: string;
  readonly every: number;
  readonly 'most-disk': number;
  readonly 'most-memory': number;
  readonly follow: boolean;
  readonly listen: string;
  readonly alarm: string;
  readonly 'fleet-key': string | undefined;
}

/** Time at the end in which workers tell their fleet what they found, and the service collects it. */
const ENDING_MS = 60_000;

export async function serviceAction(
  context: Context,
  values: ServiceFlags,
  [place = '', out = '', ...words]: readonly string[],
): Promise<number> {
  const { cwd, env, signal } = context;
  askForEnding(ENDING_MS);
  const own = ownCommand();
  if (own === undefined) throw new UserError('this cgfuzz runs apart from its package');
  const { user, 'fleet-key': keyFile, name } = values;
  if (user !== '' && !/^[1-9]\d*$/.test(user))
    throw new UserError(`--user takes the number of a user, not ${user}`, ['id --user NAME says it']);
  const key = keyFile === undefined ? [] : ['--fleet-key', keyFile];
  const stem = workerName(name === '' ? undefined : name, env, hostname());
  const orders = Array.from({ length: values.workers }, (_, index) => {
    const worker = `${stem}-${index + 1}`;
    const command = [process.execPath, own, 'run', '--fleet', place, '--worker', worker, ...key, ...words];
    return { name: worker, command, cwd, uid: user === '' ? undefined : Number(user) };
  });
  const alarm = values.alarm === '' ? '' : resolve(cwd, values.alarm);
  if (alarm !== '' && !canExecute(alarm))
    throw new UserError(`--alarm: ${alarm} is no command that can be started`);
  const say = (text: string): void => context.stderr(`${text}\n`);
  const view = { place, keyFile };
  // A place that is no fleet is refused at once.
  await (await openView(view, context)).close();
  if (user !== '')
    await refuseWithoutRights(Number(user), isAddress(place) ? '.' : join(place, 'workers'), context);
  await runService({
    openView: () => openView(view, context),
    orders,
    out: resolve(cwd, out),
    everyMs: values.every,
    listen: /^\d+$/.test(values.listen) ? values.listen : resolve(cwd, values.listen),
    alarm,
    folder: isAddress(place) ? undefined : resolve(cwd, place),
    mostBytes: values['most-disk'] * 2 ** 20,
    mostMemoryBytes: values['most-memory'] * 2 ** 20,
    followed: values.follow ? await followedTarget(context, words, resolve(cwd, out), say) : undefined,
    renderFinding: findingFiles,
    signal,
    say,
  });
  return exitCodes.ok;
}

/** Refuses a user whose workers would only end: they write to one place, and read the cache and cgfuzz itself. */
async function refuseWithoutRights(uid: number, writes: string, { cwd, env }: Context): Promise<void> {
  const may = async (...words: readonly string[]): Promise<boolean> => {
    const { failed, code } = await execa('test', words, { cwd: '/', uid, gid: uid, reject: false });
    if (code === 'EPERM') throw new UserError('only root can start workers as another user');
    return !failed;
  };
  const place = resolve(cwd, writes);
  if (!(await may('-w', place)))
    throw new UserError(`the user ${uid} cannot write to ${place}`, [`chown -R ${uid} ${dirname(place)}`]);
  for (const path of [cacheFolder(env), ownCommand()!])
    if (existsSync(path) && !(await may('-r', path)))
      throw new UserError(`the user ${uid} cannot read ${path}`, [
        'a cache for all users: XDG_CACHE_HOME=/var/cache',
      ]);
}

/** The target that the words for the workers name. */
async function followedTarget(
  context: Context,
  words: readonly string[],
  out: string,
  say: (text: string) => void,
): Promise<Awaited<ReturnType<typeof followFleet>>> {
  const { values } = parseFlags(campaignFlags, words);
  // Sound because these flags were parsed with that table.
  return followFleet(settingsOf(values as Parameters<typeof settingsOf>[0]), context, out, say);
}
