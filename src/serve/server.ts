/**
 * One running server: a process that answers frames over pipes, started when first needed and again when it dies.
 *
 * A death is not the engine's business: what the server knew (features seen, cells masked) is known here too and told
 * to its successor, and the request is asked again. Invariant: one request at a time, answers in order.
 */
import { execa } from 'execa';
import {
  askForPcs,
  decodeFrame,
  encodeMask,
  encodeSeen,
  protocolVersion,
  type Hello,
  type AddressMap,
  type ServerFrame,
} from './protocol.ts';
import type { Frame } from './frame-writer.ts';
import type { Execution } from './execution.ts';
import { bucketBit, cellOf } from './feature.ts';
import type { FeatureSet } from './feature-set.ts';

export interface ServerCommand {
  readonly file: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** The folder that it works in; the root if it is not given. */
  readonly folder?: string;
}

type Running = ReturnType<typeof startProcess>;

// oxlint-disable-next-line typescript/explicit-function-return-type -- execa's type follows from the options
const startProcess = ({ file, args, env, folder = '/' }: ServerCommand) =>
  execa(file, args, {
    stdin: 'pipe',
    stdout: 'pipe',
    stderr: 'pipe',
    buffer: false,
    reject: false,
    extendEnv: false,
    env,
    cwd: folder,
  });

const closingMs = 200;

/** Deaths in a row, without an answer between them, after which a request is given up. */
const maxDeaths = 3;

class ServerDied extends Error {}

interface Known {
  readonly hello: Hello;
  seen: Uint8Array;
}

export class Server {
  readonly #command: ServerCommand;
  #running: Running | undefined;
  readonly #inbox = new Inbox();
  /** Outlives a death: what the server said of itself at first, and the features that it has seen. */
  #known: Known | undefined;
  readonly #masked = new Set<number>();
  #queue: Promise<unknown> = Promise.resolve();
  #closed = false;
  restarts = 0;

  constructor(command: ServerCommand) {
    this.#command = command;
  }

  async hello(): Promise<Hello> {
    return this.#known?.hello ?? this.#inTurn(async () => (await this.#start()).hello);
  }

  /** Sends a request to execute and collects its answers. */
  async execute(request: Frame, remember: boolean): Promise<Execution[]> {
    return this.#inTurn(async () => {
      const executions: Execution[] = [];
      await this.#ask(
        request,
        (frame) => {
          if (frame.type !== 'answer') throw new Error(`expected an answer, got ${frame.type}`);
          executions.push(frame.execution);
          return frame.last;
        },
        () => {
          executions.length = 0;
        },
      );
      if (remember) for (const execution of executions) this.#remember(execution);
      return executions;
    });
  }

  async addresses(): Promise<AddressMap> {
    return this.#inTurn(async () => {
      let map: AddressMap = { tables: [], modules: [] };
      await this.#ask([askForPcs], (frame) => {
        if (frame.type === 'pcs') map = frame.map;
        return true;
      });
      return map;
    });
  }

  /** Cells that are not stable are not reported from now on. */
  async mask(cells: Iterable<number>): Promise<void> {
    const added = [...cells].filter((cell) => !this.#masked.has(cell));
    for (const cell of added) this.#masked.add(cell);
    if (added.length > 0)
      await this.#inTurn(async () => {
        this.#running?.stdin.write(encodeMask(added));
      });
  }

  /** Counts these features as seen, and no others. */
  async assumeSeen(seen: FeatureSet): Promise<void> {
    await this.#inTurn(async () => {
      const known = await this.#start();
      known.seen = seen.toCells(known.seen.length);
      this.#running?.stdin.write(encodeSeen(known.seen));
    });
  }

  get file(): string {
    return this.#command.file;
  }

  get masked(): ReadonlySet<number> {
    return this.#masked;
  }

  /** The process, for tests that kill it. */
  get pid(): number | undefined {
    return this.#running?.pid;
  }

  async close(): Promise<void> {
    this.#closed = true;
    const running = this.#running;
    this.#running = undefined;
    if (!running) return;
    // An idle server sees the end of its input and leaves in order; a busy one is not waited for.
    running.stdin.end();
    const impatient = setTimeout(() => running.kill('SIGKILL'), closingMs);
    await running;
    clearTimeout(impatient);
  }

  async #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#queue.then(work, work);
    this.#queue = turn.catch(() => undefined);
    return turn;
  }

  async #ask(
    request: Frame,
    isLast: (frame: ServerFrame) => boolean,
    again: () => void = () => {},
  ): Promise<void> {
    for (let deaths = 0; ;) {
      try {
        if (!this.#running) await this.#start();
        if (this.#running) send(this.#running, request);
        while (!isLast(await this.#inbox.next())) {}
        return;
      } catch (error) {
        if (!(error instanceof ServerDied) || this.#closed || ++deaths === maxDeaths) throw error;
        this.restarts++;
        again();
      }
    }
  }

  async #start(): Promise<Known> {
    if (this.#closed) throw new Error('the server is closed');
    if (this.#running && this.#known) return this.#known;
    const running = startProcess(this.#command);
    this.#running = running;
    this.#inbox.clear();
    let complaint = '';
    running.stdin.on('error', () => {}); // its death is told by the end of stdout
    running.stderr.on('data', (chunk: Buffer) => (complaint = (complaint + chunk.toString()).slice(-2_000)));
    readFrames(running, (frame) => this.#inbox.deliver(frame));
    void running.then(({ shortMessage }) => {
      if (this.#running === running) this.#running = undefined;
      this.#inbox.deliver(new ServerDied([shortMessage ?? 'the server ended', complaint].join('\n').trim()));
    });
    const frame = await this.#inbox.next();
    if (frame.type !== 'hello') throw new Error(`expected a hello, got ${frame.type}`);
    if (frame.hello.version !== protocolVersion) {
      throw new Error(`the server speaks protocol ${frame.hello.version}, not ${protocolVersion}`);
    }
    const seen = this.#known?.seen ?? new Uint8Array(frame.hello.cells);
    this.#known = { hello: frame.hello, seen };
    if (this.restarts > 0) running.stdin.write(encodeSeen(seen));
    if (this.#masked.size > 0) running.stdin.write(encodeMask(this.#masked));
    return this.#known;
  }

  /** The server does the same: a test that ended for lack of time or memory teaches nothing. */
  #remember({ outcome, features }: Execution): void {
    if (!features || !this.#known || outcome === 'hang' || outcome === 'out-of-memory') return;
    const { seen } = this.#known;
    for (const feature of features.fresh) {
      const cell = cellOf(feature);
      seen[cell] = (seen[cell] ?? 0) | bucketBit(feature);
    }
  }
}

/** Frames that have arrived, and whoever waits for the next one; a death is the last to arrive. */
class Inbox {
  readonly #arrived: (ServerFrame | ServerDied)[] = [];
  #waiting: ((frame: ServerFrame | ServerDied) => void) | undefined;

  clear(): void {
    this.#arrived.length = 0;
  }

  deliver(frame: ServerFrame | ServerDied): void {
    const waiting = this.#waiting;
    this.#waiting = undefined;
    if (waiting) waiting(frame);
    else this.#arrived.push(frame);
  }

  async next(): Promise<ServerFrame> {
    const frame =
      this.#arrived.shift() ??
      (await new Promise<ServerFrame | ServerDied>((resolve) => (this.#waiting = resolve)));
    if (frame instanceof ServerDied) throw frame;
    return frame;
  }
}

/** All parts in one write. */
function send({ stdin }: Running, frame: Frame): void {
  const [first] = frame;
  if (first && frame.length === 1) {
    stdin.write(first);
    return;
  }
  stdin.cork();
  for (const part of frame) stdin.write(part);
  stdin.uncork();
}

/** Cuts the stream into frames; a frame that comes in many chunks is joined once. */
function readFrames(running: Running, deliver: (frame: ServerFrame) => void): void {
  let chunks: Buffer[] = [];
  let have = 0;
  let need = 4;
  running.stdout.on('data', (chunk: Buffer) => {
    chunks.push(chunk);
    have += chunk.length;
    if (have < need) return;
    let bytes = chunks.length === 1 ? chunk : Buffer.concat(chunks);
    for (;;) {
      need = bytes.length < 4 ? 4 : 4 + bytes.readUInt32LE(0);
      if (bytes.length < need) break;
      deliver(decodeFrame(bytes.subarray(4, need)));
      bytes = bytes.subarray(need);
    }
    chunks = bytes.length > 0 ? [bytes] : [];
    have = bytes.length;
  });
}
