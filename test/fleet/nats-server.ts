/** A real server of messages on a free port, gone when the test is over. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { connect } from 'node:net';
import { temporaryFolder } from '../temporary-folder.ts';

export interface NatsServer {
  readonly port: number;
  readonly kill: () => Promise<void>;
  readonly start: () => Promise<void>;
  /** Removes everything that is stored; the server must not run. */
  readonly lose: () => void;
}

/** `atEnd` is told what ends it; a configuration says where messages are kept. */
export async function startNats(
  atEnd: (cleanUp: () => Promise<void>) => void,
  configuration?: string,
  wanted?: number,
): Promise<NatsServer> {
  const folder = temporaryFolder((cleanUp) => atEnd(async () => cleanUp()));
  const port = wanted ?? (await freePort());
  const words = [
    '-a',
    '127.0.0.1',
    '-p',
    String(port),
    ...(configuration === undefined ? ['-js', '-sd', folder] : ['-c', configuration]),
  ];
  let running: ReturnType<typeof spawn> | undefined;
  const start = async (): Promise<void> => {
    running = spawn('nats-server', words, { stdio: 'ignore' });
    while (!(await answers(port))) await setTimeout(20);
  };
  const kill = async (): Promise<void> => {
    if (running === undefined) return;
    const ended = once(running, 'exit');
    running.kill('SIGKILL');
    await ended;
    running = undefined;
  };
  atEnd(kill);
  await start();
  const lose = (): void => rmSync(folder, { recursive: true, force: true });
  return { port, kill, start, lose };
}

export async function freePort(): Promise<number> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}
