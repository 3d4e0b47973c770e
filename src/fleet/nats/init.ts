/**
 * The folder of a fleet's server: its configuration, its own certificate authority, a certificate, and keys.
 *
 * The server refuses a client without a key. A client with a worker's key may do a worker's actions and
 * nothing else. Such a client cannot delete or empty a stream, nor touch the subjects of another fleet. If
 * workers have keys of their own, none can send under the name of another. The reader's key only reads. Nobody
 * may make consumers, which send messages to any subject.
 * Websockets, leaf nodes, MQTT and clusters are off, since the configuration does not mention them. Paths are
 * relative, so that the folder may be moved.
 */
import { chmodSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';
import { nkeys } from '@nats-io/transport-node';
import { makeFolder } from '../../util/make-folder.ts';
import { UserError } from '../../util/user-error.ts';
import { isWorkerName } from '../worker-name.ts';
import { writeKey } from './key.ts';

const FLEET = 'main';
const PORT = 4_222;
const MOST_PAYLOAD = '8MB';
const DAYS = 3_650;
/** The name of the key that only reads. */
const READER = 'reader';

export interface InitOptions {
  /** Names and addresses under which workers reach the server. */
  readonly hosts: readonly string[];
  /** Workers with keys of their own; if empty, all workers have one key. */
  readonly names?: readonly string[];
  readonly signal: AbortSignal;
}

/** Returns the addresses of the fleet. */
export async function initServer(
  folder: string,
  { hosts, names: workers = [], signal }: InitOptions,
): Promise<readonly string[]> {
  const wrong = workers.find((name) => !isWorkerName(name) || name === READER);
  if (wrong !== undefined) throw new UserError(`a worker with a key cannot be called ${wrong}`);
  if (existsSync(join(folder, 'server.conf')))
    throw new UserError(`${folder} has a server.conf already`, [
      'another key would shut out workers that have the old one',
    ]);
  makeFolder(folder);
  const names = [...new Set([...hosts, hostname(), 'localhost', '127.0.0.1'])];
  await makeCertificates(folder, names, signal);
  const authority = readFileSync(join(folder, 'authority.pem'), 'utf8');
  const subjects = new Map(workers.map((name) => [name, subjectsOf(name)]));
  if (subjects.size === 0) subjects.set('worker', ['>']);
  const users = [...subjects.set(READER, [])].map(([name, own]) => {
    const pair = nkeys.createUser();
    const seed = new TextDecoder().decode(pair.getSeed());
    secret(join(folder, `${name}.key`), writeKey({ seed, authority }));
    return userText(pair.getPublicKey(), own);
  });
  writeFileSync(join(folder, 'server.conf'), configuration(users));
  return names.filter((name) => name !== '127.0.0.1').map((name) => `tls://${name}:${PORT}/${FLEET}`);
}

async function makeCertificates(
  folder: string,
  names: readonly string[],
  signal: AbortSignal,
): Promise<void> {
  const curve = [
    '-newkey',
    'ec',
    '-pkeyopt',
    'ec_paramgen_curve:prime256v1',
    '-noenc',
    '-days',
    String(DAYS),
  ];
  const openssl = async (...words: readonly string[]): Promise<void> => {
    const { failed, stderr, code } = await execa('openssl', ['req', '-x509', ...curve, ...words], {
      cwd: folder,
      reject: false,
      cancelSignal: signal,
    });
    if (!failed) return;
    if (code === 'ENOENT') throw new UserError('openssl is not installed', ['apt install openssl']);
    throw new UserError(`openssl makes no certificate: ${stderr.split('\n')[0]}`);
  };
  await openssl('-keyout', 'authority-key.pem', '-out', 'authority.pem', '-subj', '/CN=fleet of cgfuzz');
  const alternatives = names.map((name) => `${/^[\d.]+$|:/.test(name) ? 'IP' : 'DNS'}:${name}`).join(',');
  const subject = ['-subj', '/CN=server of a fleet', '-addext', `subjectAltName=${alternatives}`];
  const signed = [
    '-CA',
    'authority.pem',
    '-CAkey',
    'authority-key.pem',
    '-addext',
    'basicConstraints=CA:FALSE',
  ];
  await openssl('-keyout', 'server-key.pem', '-out', 'server.pem', ...subject, ...signed);
  chmodSync(join(folder, 'server-key.pem'), 0o600);
  // The authority's key is not needed again: another server gets another folder.
  rmSync(join(folder, 'authority-key.pem'));
}

function secret(path: string, text: string): void {
  writeFileSync(path, text, { mode: 0o600 });
}

/** The subjects to which a worker sends. Files and claims have names that no worker chooses. */
function subjectsOf(worker: string): string[] {
  const own = ['beat', 'name', 'report'].map((kind) => `state.${kind}.${worker}`);
  return [`note.${worker}.>`, 'file.*', 'state.claim.*', ...own];
}

/** A client that sends to no subject only reads. */
function userText(publicKey: string, subjects: readonly string[]): string {
  const streams = ['NOTES', 'FILES', 'STATE'].map((name) => `CG_${FLEET}_${name}`);
  const ofStreams = streams.flatMap((name) => [
    ...(subjects.length === 0 ? [] : [`$JS.API.STREAM.CREATE.${name}`]),
    `$JS.API.STREAM.INFO.${name}`,
    `$JS.API.DIRECT.GET.${name}`,
    `$JS.API.DIRECT.GET.${name}.>`,
  ]);
  const may = [...subjects.map((subject) => `cg.${FLEET}.${subject}`), '$JS.API.INFO', ...ofStreams];
  return `{
    nkey: ${publicKey}
    permissions: {
      publish: { allow: ${JSON.stringify(may)} }
      subscribe: { allow: ["_INBOX.>"] }
    }
  }`;
}

function configuration(users: readonly string[]): string {
  return `# A server for a fleet of cgfuzz: cgfuzz fleet serve DIR, or nats-server -c server.conf in this folder.
listen: "0.0.0.0:${PORT}"
server_name: cgfuzz
max_payload: ${MOST_PAYLOAD}
# The disk of the server: workers are told when it is full, and keep what they have.
jetstream { store_dir: "store", max_file_store: 32GB, max_memory_store: 256MB }
# Machines that fuzz are busy: they need more than the usual 2 s to say who they are.
tls { cert_file: "server.pem", key_file: "server-key.pem", timeout: 30 }
authorization {
  timeout: 30
  users = [${users.join(', ')}]
}
`;
}
