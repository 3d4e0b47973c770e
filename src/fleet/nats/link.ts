/**
 * A connection to a server of messages (NATS with JetStream), and the three streams of a fleet there.
 *
 * - notes: a log of all workers' notes, by `cg.FLEET.note.WORKER.PROCESS`;
 * - files: one message for each file, named after its content, so that equal files are stored once;
 * - state: names, signs of life, reports and claims, of which only the latest counts.
 */
import { readFileSync } from 'node:fs';
import {
  JetStreamApiError,
  type JetStreamClient,
  type JetStreamManager,
  jetstream,
  jetstreamManager,
  type StoredMsg,
} from '@nats-io/jetstream';
import { connect, headers, type NatsConnection, nkeyAuthenticator } from '@nats-io/transport-node';
import { UserError } from '../../util/user-error.ts';
import { Unreachable } from '../late-exchange.ts';
import { readAddress } from './address.ts';
import { readKey } from './key.ts';

export interface Link {
  readonly connection: NatsConnection;
  readonly client: JetStreamClient;
  readonly manager: JetStreamManager;
  readonly streams: Streams;
  /** In front of each subject. */
  readonly prefix: string;
  /** Makes the streams that are missing; says whether there were any. */
  readonly makeStreams: () => Promise<boolean>;
  /** True if the server can be reached now: a campaign does not wait for a server that is away. */
  readonly isUp: () => boolean;
}

interface Streams {
  readonly notes: string;
  readonly files: string;
  readonly state: string;
}

/** Time limit for one answer of the server. */
const TIMEOUT_MS = 10_000;
/** Time limit for a connection: a machine that fuzzes is busy. */
const CONNECT_MS = 30_000;
const GB = 2 ** 30;

/** Connects, and makes missing streams. */
export async function openLink(place: string, keyFile: string | undefined): Promise<Link> {
  const { server, isTls, fleet } = readAddress(place);
  const key = keyFile === undefined ? undefined : readKey(readFileSync(keyFile, 'utf8'), keyFile);
  let connection: NatsConnection;
  try {
    connection = await connect({
      servers: server,
      name: 'cgfuzz',
      timeout: CONNECT_MS,
      maxReconnectAttempts: -1,
      reconnectJitter: 1_000,
      ignoreClusterUpdates: true,
      ...(isTls
        ? { tls: { handshakeFirst: false, ...(key === undefined ? {} : { ca: key.authority }) } }
        : {}),
      ...(key === undefined ? {} : { authenticator: nkeyAuthenticator(new TextEncoder().encode(key.seed)) }),
    });
  } catch (error) {
    const Problem = isRefused(error) ? UserError : Unreachable;
    throw new Problem(`the server at ${place} cannot be reached: ${(error as Error).message}`, [
      'is it running? cgfuzz fleet serve DIR',
      'a server with keys needs --fleet-key FILE; one with TLS is at tls://HOST:PORT',
    ]);
  }
  try {
    return await withStreams(connection, fleet);
  } catch (error) {
    await connection.close();
    if (error instanceof UserError) throw error;
    const Problem = error instanceof JetStreamApiError ? UserError : Unreachable;
    throw new Problem(`the server at ${place} keeps no messages: ${(error as Error).message}`, [
      'JetStream must be on: nats-server -js, or cgfuzz fleet serve DIR',
    ]);
  }
}

/** True if the server answered, and does not want this client. */
function isRefused(error: unknown): boolean {
  const { message, cause } = error as Error;
  const text = `${message} ${(cause as Error | undefined)?.message ?? ''}`;
  return /authoriz|authentic|permission|certificate|self.signed|tls/i.test(text) && !/time/i.test(text);
}

async function withStreams(connection: NatsConnection, fleet: string): Promise<Link> {
  const manager = await jetstreamManager(connection, { timeout: TIMEOUT_MS });
  const stem = `CG_${fleet}`;
  const prefix = `cg.${fleet}`;
  const streams = { notes: `${stem}_NOTES`, files: `${stem}_FILES`, state: `${stem}_STATE` };
  const one = { max_msgs_per_subject: 1, allow_direct: true };
  const wanted = [
    {
      name: streams.notes,
      subjects: [`${prefix}.note.>`],
      allow_direct: true,
      discard: 'new',
      max_bytes: 4 * GB,
    },
    {
      name: streams.files,
      subjects: [`${prefix}.file.*`],
      ...one,
      discard: 'new',
      discard_new_per_subject: true,
      max_bytes: 24 * GB,
    },
    { name: streams.state, subjects: [`${prefix}.state.>`], ...one, max_bytes: GB },
  ];
  const makeStreams = async (): Promise<boolean> => {
    const there = new Set<string>();
    for (const { name } of wanted) if (await isThere(manager, name)) there.add(name);
    for (const config of wanted) if (!there.has(config.name)) await addStream(manager, config);
    return there.size < wanted.length;
  };
  await makeStreams();
  let isUp = true;
  const follow = async (): Promise<void> => {
    for await (const { type } of connection.status()) {
      if (type === 'disconnect') isUp = false;
      else if (type === 'reconnect') isUp = true;
    }
  };
  void follow();
  const client = jetstream(connection, { timeout: TIMEOUT_MS });
  return { connection, client, manager, streams, prefix, makeStreams, isUp: () => isUp };
}

type StreamConfig = Parameters<JetStreamManager['streams']['add']>[0];

async function isThere(manager: JetStreamManager, name: string): Promise<boolean> {
  try {
    const { config } = await manager.streams.info(name);
    if (!config.allow_direct)
      throw new UserError('an older cgfuzz made this fleet on the server', [
        'name another one: --fleet ADDRESS/NAME',
      ]);
    return true;
  } catch (error) {
    if (error instanceof JetStreamApiError && error.code === NO_STREAM) return false;
    throw error;
  }
}

/** A server of a person's own may have less room than the limits say; then its own limits count. */
async function addStream(manager: JetStreamManager, config: object): Promise<void> {
  try {
    await manager.streams.add(config as StreamConfig);
  } catch (error) {
    if (!(error instanceof JetStreamApiError)) throw error;
    // Another worker was faster, with other limits.
    if (error.code === OTHER_CONFIGURATION) return;
    await manager.streams.add({ ...config, max_bytes: -1 } as StreamConfig);
  }
}

const NO_STREAM = 10_059;
const OTHER_CONFIGURATION = 10_058;

const MARK = 'Cgfuzz';

/**
 * Sends a message of this worker.
 *
 * A client with a key can have an answer of the server sent to any subject, since NATS has no permissions for
 * that. So each message has a mark, which no answer has.
 */
export async function sendTo(
  { client, prefix }: Link,
  subject: string,
  payload: Uint8Array | string,
  lastSubjectSequence?: number,
): Promise<void> {
  const marked = headers();
  marked.set(MARK, '1');
  const expect = lastSubjectSequence === undefined ? {} : { expect: { lastSubjectSequence } };
  await client.publish(`${prefix}.${subject}`, payload, { headers: marked, ...expect });
}

/** True if a client sent the message itself. An answer that repeats a message has the server's headers twice. */
export function isSent({ header }: StoredMsg): boolean {
  return header.get(MARK) !== '' && header.values('Nats-Subject').length === 1;
}

/** The last message of a subject; null if there is none. */
export function lastOf(
  { manager, prefix, streams }: Link,
  subject: string,
  stream: keyof Streams,
): Promise<StoredMsg | null> {
  return manager.direct.getMessage(streams[stream], { last_by_subj: `${prefix}.${subject}` });
}
