/** The work of `cgfuzz fleet`. */
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { StatsLine } from '../../campaign/index.ts';
import { findingFiles, workerState } from '../../report/index.ts';
import { counted, grouped, leftTable, roughTime } from '../../util/text.ts';
import { UserError } from '../../util/user-error.ts';
import { type Context, exitCodes } from '../command.ts';
import { findAction } from '../find-action.ts';

/** The values of the command's flags. */
interface Values {
  readonly json: boolean;
  readonly 'fleet-key': string | undefined;
  readonly host: string;
  readonly names: string;
  readonly folder: boolean;
  readonly balance: boolean;
  readonly distil: boolean;
}

type Action = (context: Context, paths: readonly string[], values: Values) => Promise<number>;

const actions: Readonly<Record<string, Action>> = { status, collect, init, serve };

/** Answers with the exit code. */
export async function fleetAction(
  context: Context,
  values: Values,
  [action = '', ...paths]: readonly string[],
): Promise<number> {
  return findAction(actions, action)(context, paths, values);
}

async function status(context: Context, [place = '']: readonly string[], values: Values): Promise<number> {
  const { openView, testsThere } = await import('../../fleet/index.ts');
  const { json, 'fleet-key': keyFile } = values;
  const view = await openView({ place, keyFile }, context);
  const members = await view.members();
  const there = values.balance ? await testsThere(view) : undefined;
  await view.close();
  const rows = members.map(({ name, isAlive, silentMs, line }) => [
    name,
    workerState({ isAlive, silentMs }),
    roughTime(line?.cpuMs ?? 0),
    grouped(line?.executions ?? 0),
    grouped(line?.edges ?? 0),
    grouped(line?.corpus ?? 0),
    counted(line?.findings ?? 0, 'finding'),
    ...(there === undefined ? [] : balanceOf(line, there.get(name))),
  ]);
  const heads = ['worker', 'state', 'CPU', 'executions', 'edges', 'kept', 'findings'];
  if (there !== undefined) heads.push('sent', 'there', 'waiting', 'too large');
  context.stdout(
    json
      ? members
          .map((member) => `${JSON.stringify({ ...member, there: there?.get(member.name)?.size })}\n`)
          .join('')
      : `${leftTable([heads, ...rows]).join('\n')}\n`,
  );
  return exitCodes.ok;
}

function balanceOf(line: StatsLine | undefined, ids: ReadonlySet<string> | undefined): string[] {
  const { sent, waiting, leftOut } = line?.shared ?? { sent: 0, waiting: 0, leftOut: 0 };
  return [sent, ids?.size ?? 0, waiting, leftOut].map(grouped);
}

async function collect(
  context: Context,
  [place = '', out]: readonly string[],
  { json, distil, 'fleet-key': keyFile }: Values,
): Promise<number> {
  if (out === undefined) throw new UserError('OUT is missing', ['write: cgfuzz fleet collect PLACE OUT']);
  const path = resolve(context.cwd, out);
  if (distil && existsSync(path))
    throw new UserError(`${out} is there already`, ['a distilled corpus needs a new folder']);
  const fleet = await import('../../fleet/index.ts');
  const view = await fleet.openView({ place, keyFile }, context);
  const { signal } = context;
  const options = { renderFinding: findingFiles, isDistilled: distil, signal };
  const collected = await fleet.collect(view, path, options);
  await view.close();
  const { workers, tests, sent, features, findings, damaged } = collected;
  context.stdout(
    json
      ? `${JSON.stringify(collected)}\n`
      : `${out}: ${counted(tests, 'test')} of ${grouped(sent)} that ${counted(workers, 'worker')} sent, with ${counted(features, 'feature')}; ${counted(findings, 'finding')}\n`,
  );
  if (damaged > 0) context.stderr(`${grouped(damaged)} notes or tests are damaged, and left out\n`);
  return exitCodes.ok;
}

async function init(
  context: Context,
  [dir = '']: readonly string[],
  { host, names, folder }: Values,
): Promise<number> {
  const { beginFolder, natsClient } = await import('../../fleet/index.ts');
  if (folder) {
    beginFolder(resolve(context.cwd, dir));
    context.stdout(`start workers:  cgfuzz run --fleet ${dir}\n`);
    return exitCodes.ok;
  }
  const [hosts, workers] = [host, names].map((text) => text.split(',').filter(Boolean));
  const { initServer } = await natsClient();
  const options = { hosts: hosts!, names: workers!, signal: context.signal };
  const [address] = await initServer(resolve(context.cwd, dir), options);
  const key = `${dir}/${workers![0] ?? 'worker'}.key`;
  context.stdout(
    [
      `start the server:  cgfuzz fleet serve ${dir}`,
      `start a worker:    cgfuzz run --fleet ${address} --fleet-key ${key}${workers!.length === 0 ? '' : ` --worker ${workers![0]}`}`,
      `workers on other machines need a copy of ${workers!.length === 0 ? key : 'their key'}, and nothing else`,
      `to look and to collect, without the right to send: ${dir}/reader.key`,
      '',
    ].join('\n'),
  );
  return exitCodes.ok;
}

async function serve(context: Context, [dir = '']: readonly string[]): Promise<number> {
  const { natsClient } = await import('../../fleet/index.ts');
  const server = await natsClient();
  const say = (text: string): void => context.stderr(`${text}\n`);
  await server.serve(resolve(context.cwd, dir), { signal: context.signal, say });
  return exitCodes.ok;
}
