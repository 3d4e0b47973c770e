/** A binary with Centipede's runner, of any age since 2025, or a worker of its C interface, as a target. */
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import {
  type ExecuteRequest,
  type Execution,
  type PcTable,
  usualExecutionLimits,
} from '../../serve/index.ts';
import { BlobError } from '../../centipede/index.ts';
import { UserError } from '../../util/user-error.ts';
import { judgeProgram } from '../executable/judge-program.ts';
import { ShownFeatures } from '../features/shown-features.ts';
import { Symbolizers } from '../features/kept-symbolizer.ts';
import { type CodePlace, withoutReporters } from '../features/symbolizer.ts';
import { isCrash, type Target, type TargetCoverage } from '../target.ts';
import { type JudgedEnd, judgeEnd } from './outcome.ts';
import { MOST_INPUT_BYTES, Runner, type RunnerOptions, type SeenRequest } from './runner.ts';
import { CentipedeSpace } from './space.ts';
import { readSanitizerStack, type StackFrame } from './stack-library.ts';

export interface CentipedeOptions extends RunnerOptions {
  readonly name: string;
  /** True for a worker of the C interface, which has tests with names. */
  readonly isWorker: boolean;
  readonly collects: { readonly callStacks: boolean; readonly paths: boolean; readonly users: boolean };
}

const MODULE_SHIFT = 48n;
const OFFSET_MASK = (1n << MODULE_SHIFT) - 1n;

export class CentipedeTarget implements Target {
  readonly name: string;
  readonly #runner: Runner;
  readonly #space: CentipedeSpace;
  readonly #features: ShownFeatures;
  /** Paths of modules whose frames have names: the program, and libraries that have edges. */
  readonly #modules: readonly string[];
  /** Names of addresses, since asking for them takes a second. */
  readonly #names = { symbolizers: new Symbolizers(), places: new Map<bigint, readonly CodePlace[]>() };
  #queue: Promise<unknown> = Promise.resolve();
  /** True once an input was executed to its end: a later failure then belongs to its input. */
  #hasWorked = false;

  private constructor(options: CentipedeOptions, runner: Runner, tables: readonly PcTable[]) {
    const { name, collects } = options;
    this.name = name;
    this.#runner = runner;
    this.#modules = [options.file, ...tables.map(({ path }) => path).filter((path) => path !== options.file)];
    this.#space = new CentipedeSpace({
      edges: tables.reduce((sum, { pairs }) => sum + pairs.length / 2, 0),
      hasCallStacks: collects.callStacks,
      hasPaths: collects.paths,
      hasUsers: collects.users,
    });
    this.#features = new ShownFeatures(this.#space.space, async () => tables);
  }

  static async open(asked: CentipedeOptions): Promise<CentipedeTarget> {
    const options = asked.isWorker ? await withTest(asked) : asked;
    const runner = await Runner.open(options);
    try {
      return new CentipedeTarget(options, runner, await tablesOf(runner, options));
    } catch (error) {
      await runner.close();
      throw error;
    }
  }

  get coverage(): TargetCoverage {
    return this.#features.coverage;
  }

  async execute(request: ExecuteRequest): Promise<readonly Execution[]> {
    const turn = this.#queue.then(async () => {
      const executions: Execution[] = [];
      for (const _ of request.configurations) executions.push(await this.#executeOnce(request));
      return executions;
    });
    this.#queue = turn.catch(() => undefined);
    return turn;
  }

  async nameStack(stack: readonly bigint[], searchPath: string): Promise<readonly CodePlace[]> {
    const unknown = [...new Set(stack)].filter((address) => !this.#names.places.has(address));
    for (const [index, module] of this.#modules.entries()) {
      const inside = unknown.filter((address) => Number(address >> MODULE_SHIFT) === index);
      const offsets = inside.map((address) => address & OFFSET_MASK);
      const found = await this.#names.symbolizers.nameAddresses(module, offsets, searchPath);
      for (const [at, address] of inside.entries()) this.#names.places.set(address, found[at] ?? []);
    }
    const places = stack.flatMap((address) => this.#names.places.get(address) ?? []);
    // Frames of the runner, which called the person's code, are dropped.
    const outer = places.findIndex(({ function: name }) => name.startsWith('fuzztest::internal::'));
    return withoutReporters(outer < 0 ? places : places.slice(0, outer));
  }

  async close(): Promise<void> {
    this.#names.symbolizers.close();
    await this.#runner.close();
  }

  async #executeOnce(request: ExecuteRequest): Promise<Execution> {
    const { program, limits = usualExecutionLimits } = request;
    const input = program.files.find(({ path }) => path === program.main)?.bytes ?? new Uint8Array();
    if (input.length > MOST_INPUT_BYTES) return this.#refusal(input.length, request);
    const first = await this.#see(input, limits);
    if (first.isFresh || !this.#isToConfirm(first)) return this.#judge(first, request);
    await this.#runner.renew();
    const second = this.#judge(await this.#see(input, limits), request);
    return { ...second, cpuMs: second.cpuMs + first.cpuMs };
  }

  async #see(input: Uint8Array, limits: NonNullable<ExecuteRequest['limits']>): Promise<SeenRequest> {
    try {
      return await this.#runner.execute(input, limits);
    } catch (error) {
      if (error instanceof BlobError)
        throw new UserError(`${this.name} does not keep to Centipede's protocol`, [error.message]);
      throw error;
    }
  }

  /**
   * A failure may come from the effects of earlier inputs on the process. The campaign itself repeats hangs,
   * which cost more.
   */
  #isToConfirm(seen: SeenRequest): boolean {
    const { outcome, isSetUp } = this.#endOf(seen);
    return isSetUp === true || isCrash(outcome) || outcome === 'out-of-memory';
  }

  #endOf(seen: SeenRequest): JudgedEnd {
    return judgeEnd({
      ...seen,
      isOverflow: seen.stack.isOverflow,
      showsFeatures: this.#space.space.edgeCells > 0,
    });
  }

  #judge(seen: SeenRequest, request: ExecuteRequest): Execution {
    const { isSetUp, signal, ...judged } = this.#endOf(seen);
    if (isSetUp === true && !this.#hasWorked)
      throw new UserError(`${this.name} executes nothing`, judged.text.trim().split('\n').slice(0, 8));
    this.#hasWorked ||= seen.reply.hasBegun;
    const execution = judgeProgram({
      ...judged,
      signal,
      stack: framesOf(seen).flatMap((frame) => this.#addressOf(frame)),
      cpuMs: seen.cpuMs,
      sharedCpuMs: 0,
      peakRssBytes: seen.peakBytes,
      features: undefined,
      output: new Uint8Array(),
    });
    const teaches = execution.outcome !== 'hang' && execution.outcome !== 'out-of-memory';
    const shown = this.#space.translate(seen.reply.features);
    return { ...execution, features: this.#features.show(shown, request, teaches) };
  }

  #addressOf({ module, offset }: StackFrame): bigint[] {
    const index = this.#modules.indexOf(module);
    return index < 0 ? [] : [(BigInt(index) << MODULE_SHIFT) | offset];
  }

  #refusal(bytes: number, request: ExecuteRequest): Execution {
    return {
      outcome: 'rejected',
      text: `the input has ${bytes} bytes, and a runner would cut it after ${MOST_INPUT_BYTES}`,
      signal: undefined,
      exitCode: -1,
      stack: [],
      cpuMs: 0,
      sharedCpuMs: 0,
      peakRssBytes: 0,
      features: this.#features.show([], request, false),
      output: new Uint8Array(),
    };
  }
}

/** Frames from the library, or from a sanitizer's report. */
function framesOf({ stack, errors }: SeenRequest): readonly StackFrame[] {
  return stack.frames.length > 0 ? stack.frames : readSanitizerStack(errors);
}

/** A worker needs the name of its test; if it has only one, the person need not name it. */
async function withTest(options: CentipedeOptions): Promise<CentipedeOptions> {
  const runner = await Runner.open(options);
  try {
    const { files } = await runner.dump('list_tests', 1);
    const tests = textOf(files[0]!).split('\n').filter(Boolean);
    const asked = options.flags['test'];
    const [only] = tests;
    if (asked === undefined && tests.length === 1 && only !== undefined)
      return { ...options, flags: { ...options.flags, test: only } };
    if (asked !== undefined && (tests.length === 0 || tests.includes(String(asked)))) return options;
    throw new UserError(
      asked === undefined ? `${basename(options.file)} has several tests` : `there is no test ${asked}`,
      [`its tests: ${tests.join(', ') || 'none'}`, 'name one after the file: test=NAME'],
    );
  } finally {
    await runner.close();
  }
}

/** Empty if there is no such file. */
function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

/** The edges of a binary: a list of numbers, and how many of them belong to which module. */
async function tablesOf(runner: Runner, { file, name }: CentipedeOptions): Promise<PcTable[]> {
  const { end, files, errors } = await runner.dump('dump_binary_info', 3);
  const [pcs, , modules] = files;
  if (end.how === 'stopped')
    throw new UserError(`${name} does not answer`, ['it did not tell its edges within the limits of a test']);
  let numbers: BigUint64Array;
  let lines: string[];
  try {
    numbers = new BigUint64Array(new Uint8Array(readFileSync(pcs!)).buffer);
    lines = readFileSync(modules!, 'utf8').split('\n').filter(Boolean);
  } catch {
    throw new UserError(`${basename(file)} does not tell its edges`, errors.trim().split('\n').slice(0, 8));
  }
  const tables: PcTable[] = [];
  let first = 0;
  for (const line of lines) {
    const [, path = '', count = '0'] = /^(.*) (\d+)$/.exec(line) ?? [];
    const pairs = numbers.slice(2 * first, 2 * (first + Number(count)));
    first += Number(count);
    if (pairs.length > 0) tables.push({ path, base: 0n, pairs });
  }
  return tables;
}
