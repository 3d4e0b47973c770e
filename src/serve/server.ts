/**
 * One running server: a process that answers frames over pipes; it starts at its first use, and again after a
 * death.
 *
 * Callers do not notice a death. This class keeps the server's knowledge (seen features, masked cells): a
 * successor gets it, and the request is sent again. A server that breaks the protocol is ended, which counts
 * as a death. A server that is too late is ended, and the request gets an answer that says so. Invariant:
 * there is one request at a time, and answers come in order. Only a server that never serves leads to an
 * exception, with a message of one line.
 */
import { execa } from 'execa';
import {
  askForPcs,
  encodeMask,
  encodeSeen,
  protocolVersion,
  type Hello,
  type AddressMap,
  problemOf,
  type ServerFrame,
} from './protocol.ts';
import type { Frame } from './frame-writer.ts';
import type { Execution } from './execution.ts';
import { lostExecution, type AnswersDue, patienceMs, type ServerWaits, usualWaits } from './patience.ts';
import { bucketBit, cellOf } from './feature.ts';
import type { FeatureSet } from './feature-set.ts';
import { Inbox, readFrames, ServerDied, ServerLate } from './frame-reader.ts';
import { UserError } from '../util/user-error.ts';
import { descendantsOf } from '../util/descendants.ts';
import { OneAtATime } from '../util/one-at-a-time.ts';

export interface ServerCommand {
  readonly file: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** Its working folder; the root by default. */
  readonly folder?: string;
  readonly waits?: ServerWaits;
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
    // A session of its own: a signal that the server sends to its process group does not reach the engine.
    detached: true,
  });

const closingMs = 200;
const copiedBytes = 2 ** 18;

/** Limit of deaths in a row without an answer, after which the request is given up. */
const maxDeaths = 3;

/** Limit of requests in a row that killed a server, after which the server is given up. */
const maxLostRequests = 3;

/** Limit of configurations that a server answers for one request (`CGFUZZ_MAX_SLOTS`). */
const mostAnswers = 255;

/** More cells than any real target has: a server that claims more would fill the memory. */
const mostCells = 2 ** 28;

interface Known {
  readonly hello: Hello;
  seen: Uint8Array;
  /** Requests in a row without an answer; undefined until the first answer. */
  lost?: number;
}

export class Server {
  readonly #command: ServerCommand;
  #running: Running | undefined;
  readonly #inbox = new Inbox();
  /** Survives a death: the server's first description of itself, and the features that it has seen. */
  #known: Known | undefined;
  readonly #masked = new Set<number>();
  readonly #turns = new OneAtATime();
  #closed = false;
  restarts = 0;

  constructor(command: ServerCommand) {
    this.#command = command;
  }

  async hello(): Promise<Hello> {
    return (
      this.#known?.hello ??
      this.#turns.do(async () => {
        try {
          return (await this.#start()).hello;
        } catch (error) {
          throw error instanceof ServerDied ? this.#doesNotServe(error) : error;
        }
      })
    );
  }

  /** Sends a request to execute and collects its answers. */
  async execute(request: Frame, remember: boolean, asked: AnswersDue): Promise<Execution[]> {
    const [executions = []] = await this.executeAll([{ frame: request, remember, asked }]);
    return executions;
  }

  /** Sends all requests with one write: the server reads the next one without waiting for the engine. */
  async executeAll(requests: readonly ExecutionAsked[]): Promise<Execution[][]> {
    if (requests.some(({ asked }) => asked.answers === 0)) return requests.map(() => []);
    return this.#turns.do(async () => {
      const all: Execution[][] = [];
      const patience = (): AnswersDue => {
        const { wallMs, answers } = requests[all.length]!.asked;
        return { wallMs, answers: Math.min(answers, mostAnswers) };
      };
      let executions: Execution[] = [];
      const take = (frame: ServerFrame): Taken => {
        if (frame.type !== 'answer') throw new ServerDied(`it sent ${frame.type} and not an answer`);
        const problem = problemOf(frame.execution, this.#known?.hello.cells ?? 0);
        if (problem !== undefined) throw new ServerDied(`it does not keep to the protocol: ${problem}`);
        executions.push(frame.execution);
        const { answers } = patience();
        if (frame.last !== (executions.length === answers))
          throw new ServerDied(`it does not give ${answers} answers`);
        if (!frame.last) return 'more';
        if (requests[all.length]!.remember) for (const each of executions) this.#remember(each);
        all.push(executions);
        executions = [];
        return all.length === requests.length ? 'all' : 'one';
      };
      const request = (): Frame => {
        executions = [];
        return requests.slice(all.length).flatMap(({ frame }) => frame);
      };
      while (all.length < requests.length) {
        const lost = await this.#ask({ request, take, patience });
        if (lost !== undefined) all.push(Array.from({ length: patience().answers }, () => lost));
      }
      return all;
    });
  }

  async addresses(): Promise<AddressMap> {
    return this.#turns.do(async () => {
      let map: AddressMap = { tables: [], modules: [] };
      await this.#ask({
        request: () => [askForPcs],
        take: (frame) => {
          if (frame.type !== 'pcs') throw new ServerDied(`it sent ${frame.type} and not its addresses`);
          map = frame.map;
          return 'all';
        },
        patience: () => ({ answers: 1, wallMs: this.#waits.startMs }),
      });
      return map;
    });
  }

  /** Leaves out unstable cells from now on. */
  async mask(cells: Iterable<number>): Promise<void> {
    const added = [...cells].filter((cell) => !this.#masked.has(cell));
    for (const cell of added) this.#masked.add(cell);
    if (added.length > 0)
      await this.#turns.do(async () => {
        this.#running?.stdin.write(encodeMask(added));
      });
  }

  /** Counts these features as seen, and no others. */
  async assumeSeen(seen: FeatureSet): Promise<void> {
    await this.#turns.do(async () => {
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
    // An idle server sees the end of its input and ends in order; nobody waits for a busy one.
    running.stdin.end();
    const impatient = setTimeout(() => endProcess(running), closingMs);
    await running;
    clearTimeout(impatient);
    this.#inbox.deliver(new ServerDied('the server is closed'));
  }

  get #waits(): ServerWaits {
    return this.#command.waits ?? usualWaits;
  }

  /**
   * Sends until all requests have their answers, and returns undefined; otherwise returns the answer that says
   * why the next one has none.
   */
  async #ask({ request, take, patience }: Asking): Promise<Execution | undefined> {
    for (let deaths = 0; ;) {
      let timer: NodeJS.Timeout | undefined;
      try {
        const known = await this.#start();
        if (!this.#inbox.isEmpty) throw new ServerDied('it spoke before it was asked');
        const ms = patienceMs(patience(), this.#waits);
        timer = setTimeout(() => this.#inbox.deliver(new ServerLate(`no answer after ${ms / 1_000} s`)), ms);
        const frame = request();
        if (this.#running) send(this.#running, frame);
        for (;;) {
          const taken = take(await this.#inbox.nextFrame());
          if (taken === 'more') continue;
          known.lost = 0;
          if (taken === 'all') return undefined;
          deaths = 0;
          timer.refresh();
        }
      } catch (error) {
        if (!(error instanceof ServerDied) || this.#closed) throw error;
        this.#drop();
        if (error instanceof ServerLate || ++deaths === maxDeaths) return this.#lose(error);
      } finally {
        clearTimeout(timer);
      }
    }
  }

  /**
   * A request that the server cannot answer still has a result; a server that never answers leads to an
   * error.
   */
  #lose(error: ServerDied): Execution {
    const known = this.#known;
    if (known?.lost === undefined || ++known.lost >= maxLostRequests) throw this.#doesNotServe(error);
    const outcome = error instanceof ServerLate ? 'hang' : 'out-of-memory';
    return lostExecution(outcome, `the server ${this.file} did not answer: ${error.message}`);
  }

  #doesNotServe({ message }: ServerDied): UserError {
    return new UserError(`${this.file} does not serve`, message.split('\n'));
  }

  /** Ends the running process; its later answers are ignored. */
  #drop(): void {
    const running = this.#running;
    if (running === undefined) return;
    this.#running = undefined;
    this.restarts++;
    endProcess(running);
  }

  async #start(): Promise<Known> {
    if (this.#closed) throw new Error('the server is closed');
    if (this.#running && this.#known) return this.#known;
    const running = startProcess(this.#command);
    this.#running = running;
    this.#inbox.clear();
    this.#listen(running);
    const late = new ServerLate('it did not begin to serve');
    const timer = setTimeout(() => this.#inbox.deliver(late), this.#waits.startMs);
    try {
      const frame = await this.#inbox.nextFrame();
      const hello = this.#check(frame);
      this.#known ??= { hello, seen: new Uint8Array(hello.cells) };
    } catch (error) {
      this.#drop();
      throw error;
    } finally {
      clearTimeout(timer);
    }
    if (this.restarts > 0) running.stdin.write(encodeSeen(this.#known.seen));
    if (this.#masked.size > 0) running.stdin.write(encodeMask(this.#masked));
    return this.#known;
  }

  #listen(running: Running): void {
    let complaint = '';
    const die = (why: string): void => {
      if (this.#running !== running) return;
      this.#drop();
      this.#inbox.deliver(new ServerDied([why, complaint].join('\n').trim()));
    };
    running.stdin.on('error', () => {}); // its death is told by the end of stdout
    running.stdout.on('error', () => {});
    running.stderr.on('error', () => {});
    running.stderr.on('data', (chunk: Buffer) => (complaint = (complaint + chunk.toString()).slice(-2_000)));
    readFrames(running.stdout, {
      onFrame: (frame) => {
        if (this.#running === running) this.#inbox.deliver(frame);
      },
      onBreach: die,
    });
    void running.then(({ shortMessage }) => die(shortMessage ?? 'the server ended'));
  }

  #check(frame: ServerFrame): Hello {
    if (frame.type !== 'hello') throw new ServerDied(`it began with ${frame.type} and not with a hello`);
    const { version, edges, cells } = frame.hello;
    if (version !== protocolVersion)
      throw new ServerDied(`the server speaks protocol ${version}, not ${protocolVersion}`);
    if (cells > mostCells || edges > cells)
      throw new ServerDied(`it claims ${edges} edges and ${cells} cells; at most ${mostCells} are possible`);
    const before = this.#known?.hello;
    if (before !== undefined && (before.edges !== edges || before.cells !== cells))
      throw new ServerDied('it is another program than before');
    return frame.hello;
  }

  /** The server does the same: features of a test that ran out of time or memory are not remembered. */
  #remember({ outcome, features }: Execution): void {
    if (!features || !this.#known || outcome === 'hang' || outcome === 'out-of-memory') return;
    const { seen } = this.#known;
    for (const feature of features.fresh) {
      const cell = cellOf(feature);
      seen[cell] = (seen[cell] ?? 0) | bucketBit(feature);
    }
  }
}

/** A request to execute, in a round of several. */
export interface ExecutionAsked {
  readonly frame: Frame;
  readonly remember: boolean;
  readonly asked: AnswersDue;
}

/**
 * `more`: a request needs more frames. `one`: it has all its answers. `all`: all requests of the round have
 * theirs.
 */
type Taken = 'more' | 'one' | 'all';

/** Questions to the server. */
interface Asking {
  /** The frames of all requests without answers; is called again after a death. */
  readonly request: () => Frame;
  readonly take: (frame: ServerFrame) => Taken;
  /** For the next request without answers. All requests of a round have the same limits. */
  readonly patience: () => AnswersDue;
}

/**
 * Ends everything that the server started; a process that it left may hold its pipes open, and nobody waits
 * for it.
 */
function endProcess(running: Running): void {
  // Tests have sessions of their own, and so do processes that they started.
  const left = running.pid === undefined ? [] : descendantsOf(running.pid);
  for (const pid of [...(running.pid === undefined ? [] : [-running.pid]), ...left])
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // Nothing is left of its session.
    }
  running.kill('SIGKILL');
  for (const stream of [running.stdin, running.stdout, running.stderr]) stream.destroy();
}

/** All parts in one write. Small ones are copied: a write of many parts costs more. */
function send({ stdin }: Running, frame: Frame): void {
  const bytes = frame.reduce((sum, part) => sum + part.length, 0);
  if (frame.length === 1 || bytes <= copiedBytes) {
    stdin.write(frame.length === 1 ? frame[0]! : Buffer.concat(frame, bytes));
    return;
  }
  stdin.cork();
  for (const part of frame) stdin.write(part);
  stdin.uncork();
}
