/** The fleet in the settings: this campaign becomes one of its workers. */
import { hash } from 'node:crypto';
import {
  type CampaignFolder,
  type CampaignSettings,
  campaignSettings,
  type FleetState,
} from '../campaign/index.ts';
import type { Exchange } from '../fuzz/index.ts';
import { isDiskFull } from '../util/circumstance.ts';
import { askForEnding } from '../util/ending.ts';
import type { SessionContext } from './world.ts';

export interface Enlisted {
  /** The settings, adapted for this worker. */
  readonly settings: CampaignSettings;
  /** Undefined if the campaign is alone. */
  readonly exchange: Exchange | undefined;
}

/** Time after the first Ctrl-C or SIGTERM in which a worker tells the fleet what it found. */
const TELLING_MS = 10_000;

/** A campaign that is alone loads no code for fleets. */
export async function enlist(
  settings: CampaignSettings,
  { cwd, env, signal, dateMs }: SessionContext,
  say: (text: string) => void,
): Promise<Enlisted> {
  if (settings.fleet === '') return { settings, exchange: undefined };
  const { openExchange, workerName } = await import('../fleet/index.ts');
  const worker = workerName(settings.worker, env);
  const place = { place: settings.fleet, keyFile: settings.fleetKey };
  const { exchange, dir } = await openExchange(place, worker, { cwd, signal, dateMs, say });
  askForEnding(TELLING_MS);
  const onEnd = (): void =>
    say(
      `telling the fleet what was found, for ${TELLING_MS / 1_000} s at most; a second signal ends at once`,
    );
  signal.addEventListener('abort', onEnd, { once: true });
  const isOwnFolder = settings.dir !== campaignSettings.dir.default;
  return { settings: isOwnFolder ? settings : { ...settings, dir }, exchange };
}

/** Workers with the same seed would all make the same tests. */
export function seedOfWorker(seed: number, exchange: Exchange | undefined): number {
  if (exchange === undefined) return seed;
  return Number.parseInt(hash('sha256', `${seed} ${exchange.worker}`).slice(0, 8), 16);
}

/** Stores the list of members for the campaign's page. The file may be lost. */
export function noteFleet(folder: CampaignFolder, { members }: FleetState, atMs: number): void {
  try {
    folder.writeFleet({ atMs, workers: members });
  } catch (error) {
    if (!isDiskFull(error)) throw error;
  }
}
