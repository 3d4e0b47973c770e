/** Opens a fleet by what a person wrote: a folder, or the address of a server. */
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Exchange, FleetView } from '../fuzz/index.ts';
import { UserError } from '../util/user-error.ts';
import { FleetFolder, FolderView } from './folder/fleet-folder.ts';
import { FolderExchange } from './folder/folder-exchange.ts';

/** Silence after which a process of another machine is taken for dead: six signs of life that did not come. */
const PATIENCE_MS = 30_000;

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
  place: string,
  worker: string,
  { cwd, signal, say }: PlaceContext,
): Promise<OpenedFleet> {
  refuseAddress(place);
  const path = resolve(cwd, place);
  const exchange = await FolderExchange.open(path, worker, { patienceMs: PATIENCE_MS, signal, say });
  return { exchange, dir: join(new FleetFolder(path).worker(worker), 'campaign') };
}

/** A look at a fleet that is there. */
export async function openView(
  place: string,
  { cwd, dateMs }: Pick<PlaceContext, 'cwd' | 'dateMs'>,
): Promise<FleetView> {
  refuseAddress(place);
  const path = resolve(cwd, place);
  if (!existsSync(join(path, 'workers')))
    throw new UserError(`there is no fleet in ${place}`, [`start a worker: cgfuzz run --fleet ${place}`]);
  return new FolderView(new FleetFolder(path), dateMs);
}

function refuseAddress(place: string): void {
  if (/^[a-z]+:\/\//.test(place))
    throw new UserError(`a fleet cannot be at ${place}`, [
      'name a folder that all workers see: --fleet FOLDER',
    ]);
}
