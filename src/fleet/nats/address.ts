/**
 * The address of a fleet on a server: `nats://host:4222/NAME`, or `tls://` for a server with a certificate.
 */
import { UserError } from '../../util/user-error.ts';
import { isWorkerName } from '../worker-name.ts';

export interface FleetAddress {
  /** The server's address in the form that its client accepts. */
  readonly server: string;
  readonly isTls: boolean;
  /** Name of the fleet: several fleets may share one server. */
  readonly fleet: string;
}

const SCHEMES = ['nats:', 'tls:'];

export function isAddress(place: string): boolean {
  return /^[a-z]+:\/\//.test(place);
}

export function readAddress(place: string): FleetAddress {
  const url = URL.canParse(place) ? new URL(place) : undefined;
  const fleet = url?.pathname.replace(/^\//, '') || 'main';
  if (url === undefined || !SCHEMES.includes(url.protocol) || url.hostname === '' || !isWorkerName(fleet))
    throw new UserError(`a fleet cannot be at ${place}`, [
      'allowed: a folder; nats://HOST:4222 or tls://HOST:4222, with /NAME for one of several fleets',
    ]);
  return { server: url.host, isTls: url.protocol === 'tls:', fleet };
}
