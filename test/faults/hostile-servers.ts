/** Servers that lie, hang or end: every request has an answer, or an end that is told in a line, and no process is left. */
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RandomGenerator } from 'pure-rand/types/RandomGenerator';
import { uniformBelow } from '../../src/choice/index.ts';
import { programOf } from '../../src/program/index.ts';
import { encodeExecute, runsPayload } from '../../src/serve/protocol.ts';
import { Server } from '../../src/serve/server.ts';
import { UserError } from '../../src/util/user-error.ts';
import { pickOf } from './damage.ts';

const program = programOf('1+2', 'text');
const waits = { startMs: 400, overMs: 200 };
const limits = { cpuMs: 100, wallMs: 100, memoryBytes: 0 };
/** Odd, and at the ends of what fits. */
const numbers: readonly number[] = [0, 1, 2, 7, 255, 4_096, 2 ** 20, 2 ** 31, 2 ** 32 - 1];

function frame(type: number, body: Buffer): Buffer {
  const head = Buffer.alloc(5);
  head.writeUInt32LE(body.length + 1);
  head[4] = type;
  return Buffer.concat([head, body]);
}

function hello(rng: RandomGenerator): Buffer {
  const body = Buffer.alloc(10);
  body[0] = uniformBelow(rng, 12) === 0 ? 9 : 2;
  body.writeUInt32LE(uniformBelow(rng, 12) === 0 ? pickOf(rng, numbers) : 100, 2);
  body.writeUInt32LE(uniformBelow(rng, 12) === 0 ? pickOf(rng, numbers) : 100, 6);
  return frame(0, body);
}

function answer(rng: RandomGenerator): Buffer {
  const body = Buffer.alloc(55 + uniformBelow(rng, 40));
  body[0] = 1;
  body[2] = uniformBelow(rng, 4) === 0 ? 0 : 1;
  for (const at of [31, 35, 39, 43])
    if (uniformBelow(rng, 3) === 0) body.writeUInt32LE(pickOf(rng, numbers), at);
  if (uniformBelow(rng, 4) === 0) body[uniformBelow(rng, body.length)] = uniformBelow(rng, 256);
  return frame(1, body);
}

const sayings: readonly ((rng: RandomGenerator) => Buffer)[] = [
  answer,
  answer,
  answer,
  hello,
  () => frame(2, Buffer.from([1, 0, 0, 0, 5, 0, 0, 0, 47])),
  () => frame(9, Buffer.from('what')),
  () => Buffer.from('Usage: server [options]\n'),
  () => Buffer.from([255, 255, 255, 255, 1]),
  (rng) => answer(rng).subarray(0, 20),
  () => Buffer.alloc(0),
];

/** Afterwards: it ends, waits for ever, stops itself, or leaves a process that holds its pipes open. */
const ends: readonly string[] = ['', 'exit 3', 'exec sleep 50', 'kill -STOP $$', 'sleep 50 &', 'kill -9 0'];

const say = (rng: RandomGenerator, most: number): Buffer =>
  Buffer.concat(Array.from({ length: uniformBelow(rng, most) }, () => pickOf(rng, sayings)(rng)));

export async function serve(cwd: string, rng: RandomGenerator): Promise<readonly string[]> {
  const frames = encodeExecute({ program, configurations: [] }, limits, runsPayload(program, [['x'], ['y']]));
  const bytes = frames.reduce((sum, part) => sum + part.length, 0);
  const file = join(cwd, 'said');
  writeFileSync(`${file}-1`, uniformBelow(rng, 8) === 0 ? say(rng, 4) : hello(rng));
  writeFileSync(`${file}-2`, say(rng, 5));
  const heard = uniformBelow(rng, 8) === 0 ? 3 : bytes;
  const script = `cat "$1-1"; head -c ${heard} >/dev/null; cat "$1-2"; ${pickOf(rng, ends)}`;
  const server = new Server({ file: '/bin/sh', args: ['-c', script, 'sh', file], env: {}, waits });
  try {
    const answers = await server.execute(frames, true, { answers: 2, wallMs: limits.wallMs });
    return answers.length === 2 ? [] : [`${answers.length} answers instead of 2`];
  } catch (error) {
    return error instanceof UserError ? [] : [`a server that said ${script}: ${(error as Error).stack}`];
  } finally {
    await server.close();
    if (server.pid !== undefined && existsSync(`/proc/${server.pid}`)) process.kill(server.pid, 'SIGKILL');
  }
}
