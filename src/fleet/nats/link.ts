/**
 * A connection to a server of messages (NATS with JetStream), and the three streams of a fleet there.
 *
 * - notes: a log of all workers' notes, by `cg.FLEET.note.WORKER.PROCESS`;
 * - files: one message for each file, named after its content, so that equal files are stored once;
 * - state: names, signs of life, reports and claims, of which only the latest counts.
 */
import { readFileSync } from 'node:fs';
import { type JetStreamClient, type JetStreamManager, jetstream, jetstreamManager } from '@nats-io/jetstream';
import { connect, type NatsConnection, nkeyAuthenticator } from '@nats-io/transport-node';
import { UserError } from '../../util/user-error.ts';
import { readAddress } from './address.ts';
import { readKey } from './key.ts';

export interface Link {
  readonly connection: NatsConnection;
  readonly client: JetStreamClient;
  readonly manager: JetStreamManager;
  readonly streams: Streams;
  /** In front of each subject. */
  readonly prefix: string;
  /** True if the server can be reached now: a campaign does not wait for a server that is away. */
  readonly isUp: () => boolean;
}

interface Streams {
  readonly notes: string;
  readonly files: string;
  readonly state: string;
}

/** Time limit for one answer of the server. */
const TIMEOUT_MS = 2_000;

/** Connects, and makes missing streams. */
export async function openLink(place: string, keyFile: string | undefined): Promise<Link> {
  const { server, isTls, fleet } = readAddress(place);
  const key = keyFile === undefined ? undefined : readKey(readFileSync(keyFile, 'utf8'), keyFile);
  let connection: NatsConnection;
  try {
    connection = await connect({
      servers: server,
      name: 'cgfuzz',
      maxReconnectAttempts: -1,
      reconnectJitter: 1_000,
      ignoreClusterUpdates: true,
      ...(isTls
        ? { tls: { handshakeFirst: false, ...(key === undefined ? {} : { ca: key.authority }) } }
        : {}),
      ...(key === undefined ? {} : { authenticator: nkeyAuthenticator(new TextEncoder().encode(key.seed)) }),
    });
  } catch (error) {
    throw new UserError(`the server at ${place} cannot be reached: ${(error as Error).message}`, [
      'is it running? cgfuzz fleet serve DIR',
      'a server with keys needs --fleet-key FILE; one with TLS is at tls://HOST:PORT',
    ]);
  }
  try {
    return await withStreams(connection, fleet);
  } catch (error) {
    await connection.close();
    throw new UserError(`the server at ${place} keeps no messages: ${(error as Error).message}`, [
      'JetStream must be on: nats-server -js, or cgfuzz fleet serve DIR',
    ]);
  }
}

async function withStreams(connection: NatsConnection, fleet: string): Promise<Link> {
  const manager = await jetstreamManager(connection, { timeout: TIMEOUT_MS });
  const stem = `CG_${fleet}`;
  const prefix = `cg.${fleet}`;
  const streams = { notes: `${stem}_NOTES`, files: `${stem}_FILES`, state: `${stem}_STATE` };
  const one = { max_msgs_per_subject: 1, allow_direct: true };
  const wanted = [
    { name: streams.notes, subjects: [`${prefix}.note.>`] },
    {
      name: streams.files,
      subjects: [`${prefix}.file.*`],
      ...one,
      discard: 'new',
      discard_new_per_subject: true,
    },
    { name: streams.state, subjects: [`${prefix}.state.>`], ...one },
  ];
  for (const config of wanted) await manager.streams.add(config as Parameters<typeof manager.streams.add>[0]);
  let isUp = true;
  const follow = async (): Promise<void> => {
    for await (const { type } of connection.status()) {
      if (type === 'disconnect') isUp = false;
      else if (type === 'reconnect') isUp = true;
    }
  };
  void follow();
  const client = jetstream(connection, { timeout: TIMEOUT_MS });
  return { connection, client, manager, streams, prefix, isUp: () => isUp };
}
