/** Opens a fleet by the text that a person wrote: a folder, or the address of a server. */
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Exchange, FleetView } from '../fuzz/index.ts';
import { LEASE_MS } from '../ownership/index.ts';
import { UserError } from '../util/user-error.ts';
import { FleetFolder, FolderView } from './folder/fleet-folder.ts';
import { FolderExchange } from './folder/folder-exchange.ts';
import { isAddress } from './nats/address.ts';
import { LateExchange, Unreachable } from './late-exchange.ts';
import type { TakingName } from './taking-name.ts';

/** Time without signs of life after which a process on another machine counts as dead: six missing signs. */
const PATIENCE_MS = LEASE_MS / 2;

/** A fleet as a person names it. */
export interface FleetPlace {
  /** A folder, or the address of a server. */
  readonly place: string;
  /** The file with the key for the server. */
  readonly keyFile: string | undefined;
}

export interface PlaceContext {
  readonly cwd: string;
  readonly signal: AbortSignal;
  readonly dateMs: () => number;
  readonly say: (text: string) => void;
}

interface OpenedFleet {
  readonly exchange: Exchange;
  /** The folder of this worker's campaign if the person named none. */
  readonly dir: string;
}

export async function openExchange(
  { place, keyFile }: FleetPlace,
  worker: string,
  { cwd, signal, say }: PlaceContext,
): Promise<OpenedFleet> {
  const taking = { patienceMs: PATIENCE_MS, signal, say };
  if (isAddress(place)) {
    const { openLink, NatsExchange } = await natsClient();
    const key = keyFile === undefined ? undefined : resolve(cwd, keyFile);
    const connect = async (): Promise<Exchange> =>
      NatsExchange.open(await openLink(place, key), worker, taking);
    return { exchange: await orLater(worker, connect, taking), dir: resolve(cwd, `campaign-${worker}`) };
  }
  const path = resolve(cwd, place);
  if (!new FleetFolder(path).exists)
    throw new UserError(`there is no fleet in ${place}`, [
      'is the disk with the fleet mounted?',
      `a new fleet begins with: cgfuzz fleet init --folder ${place}`,
    ]);
  const exchange = await FolderExchange.open(path, worker, taking);
  return { exchange, dir: join(new FleetFolder(path).worker(worker), 'campaign') };
}

async function orLater(
  worker: string,
  connect: () => Promise<Exchange>,
  { signal, say }: TakingName,
): Promise<Exchange> {
  try {
    return await connect();
  } catch (error) {
    if (!(error instanceof Unreachable)) throw error;
    say(`${error.message}: goes on alone, and joins the fleet when it answers`);
    return new LateExchange(worker, error.message, connect, signal);
  }
}

/** Makes a folder for a fleet. */
export function beginFolder(path: string): void {
  new FleetFolder(path).begin();
}

/** A view of an existing fleet. */
export async function openView(
  { place, keyFile }: FleetPlace,
  { cwd, dateMs }: Pick<PlaceContext, 'cwd' | 'dateMs'>,
): Promise<FleetView> {
  if (isAddress(place)) {
    const { openLink, NatsView } = await natsClient();
    const link = await openLink(place, keyFile === undefined ? undefined : resolve(cwd, keyFile));
    return new NatsView(link, async () => dateMs());
  }
  const path = resolve(cwd, place);
  if (!existsSync(join(path, 'workers')))
    throw new UserError(`there is no fleet in ${place}`, [`start a worker: cgfuzz run --fleet ${place}`]);
  return new FolderView(new FleetFolder(path), dateMs);
}

/** The client for servers; it is loaded only for an address, since loading takes a twentieth of a second. */
export async function natsClient(): Promise<typeof import('./nats/index.ts')> {
  try {
    return await import('./nats/index.ts');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw error;
    throw new UserError('the client of NATS is not installed: it is an optional package of cgfuzz', [
      'install it: npm install --include=optional',
      'or share through a folder: --fleet FOLDER',
    ]);
  }
}
