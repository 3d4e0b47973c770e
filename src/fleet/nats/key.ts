/**
 * The key of a worker: a file with the seed that identifies the worker, and the authority that the server's
 * certificate comes from.
 */
import { UserError } from '../../util/user-error.ts';

export interface WorkerKey {
  readonly seed: string;
  /** A certificate, as text. */
  readonly authority: string;
}

export function writeKey({ seed, authority }: WorkerKey): string {
  return `${seed}\n${authority}`;
}

export function readKey(text: string, file: string): WorkerKey {
  const [, seed, authority] = /^(SU[A-Z2-7]{56})\n(-----BEGIN CERTIFICATE-----[^]*)$/.exec(text) ?? [];
  if (seed === undefined || authority === undefined)
    throw new UserError(`${file} is no key of a fleet`, ['cgfuzz fleet init DIR writes one: DIR/worker.key']);
  return { seed, authority };
}
