/**
 * Process source: a generator in a process of its own that draws through the choice library.
 *
 * The generator replays by itself: a program asks tens of thousands of questions, and each would cost a round
 * trip. It gets the sequence to follow through shared memory and leaves its record there, draw by draw. So
 * the choices so far survive every end of it. Its options are drawn here, before it starts, in the first
 * scope of the sequence.
 *
 * Invariant: `run` never throws because of a generator; only a machine on which nothing can be run makes it
 * throw.
 */
import { tmpdir } from 'node:os';
import { dirname, resolve } from 'node:path';

import { Alphabet, ChoiceSequence, type Limits, type Replayed } from '../../choice/index.ts';
import type { Program } from '../../program/index.ts';
import { ChoiceMemory, type MemoryRecord } from './choice-memory.ts';
import { collectProgram, readRegularFile } from '../record/collect.ts';
import { enginesOf, usualGeneratorLimits, preparedSource, type ProcessDefinition } from '../definition.ts';
import { failureOf, GeneratorFailure } from '../record/generator-failure.ts';
import { Launcher, LauncherGone, type LauncherRunEnd } from './launcher.ts';
import { roomFor } from './memory-layout.ts';
import { drawOptions, withoutOptions } from '../chain/options-scope.ts';
import { ProtocolError } from '../record/protocol-error.ts';
import { type Made, madeFrom, NO_COST } from '../made.ts';
import { checkAlphabet, type GenerationRequest, type Source, type SourceSettings } from '../source.ts';

interface Running {
  readonly launcher: Launcher;
  readonly memory: ChoiceMemory;
  readonly command: readonly [string, ...string[]];
}

const SAID_BYTES = 4_096;

export function processSource(definition: ProcessDefinition, options: SourceSettings = {}): Source {
  return new LaunchedSource(definition, options);
}

class LaunchedSource implements Source {
  readonly name: string;
  readonly alphabet: Alphabet;
  readonly #definition: ProcessDefinition;
  readonly #settings: SourceSettings;
  readonly #limits: Required<NonNullable<ProcessDefinition['limits']>>;
  #running: Running | undefined;
  #seen: ReadonlyMap<string, number> = new Map();

  constructor(definition: ProcessDefinition, options: SourceSettings) {
    this.name = definition.name;
    this.alphabet = options.alphabet ?? new Alphabet();
    this.#definition = definition;
    this.#settings = options;
    this.#limits = { ...usualGeneratorLimits, ...definition.limits };
  }

  async run(request: GenerationRequest): Promise<Made> {
    if (request.filler !== undefined)
      throw new Error('a filler cannot be asked from another process; answers and a swarm can be sent there');
    checkAlphabet(this, request);
    const drawn = drawOptions(this.#definition.options, request, this.alphabet);
    if (drawn.outcome !== 'ok') return { ...drawn, cost: NO_COST };
    const running = await this.#start();
    const limits = this.#limitsOf(request.limits, drawn.record.choiceCount);
    running.memory.write({
      sequence: withoutOptions(request, drawn.record),
      seed: request.seed ?? 0,
      resync: request.resync ?? 'scopes',
      swarm: request.swarm,
      answers: request.answers,
      limits,
      stackScopes: this.#definition.scopes === 'stack',
      forkServer: this.#definition.process === 'fork',
      keepClock: this.#definition.keepsClock ?? false,
      listens: this.#settings.listens ?? false,
      arguments: [...running.command, ...drawn.value],
    });
    try {
      const end = await running.launcher.run(request.limits?.maxTimeMs ?? this.#limits.timeMs);
      const cost = { cpuUs: end.cpuUs, wallUs: end.wallUs, peakRssBytes: end.peakRssBytes };
      return madeFrom(this.#result(running, end, drawn.record, drawn.freshCount), cost, this.#definition);
    } catch (error) {
      if (!(error instanceof LauncherGone || error instanceof ProtocolError)) throw error;
      const left = readable(running.memory, drawn.record);
      await this.close();
      const failure = new GeneratorFailure(
        'protocol',
        `the generator does not keep to the protocol: ${error.message}`,
      );
      return {
        outcome: 'failed',
        error: failure,
        scopePath: left?.openScopes() ?? [],
        record: left?.record ?? drawn.record,
        freshCount: drawn.freshCount + (left?.freshCount ?? 0),
        cost: NO_COST,
      };
    }
  }

  seen(): ReadonlyMap<string, number> {
    return this.#running === undefined ? this.#seen : this.#running.memory.seen();
  }

  async close(): Promise<void> {
    const running = this.#running;
    this.#running = undefined;
    if (running === undefined) return;
    this.#seen = running.memory.seen();
    running.memory.close();
    await running.launcher.close();
  }

  async #start(): Promise<Running> {
    if (this.#running !== undefined) return this.#running;
    const { say = () => undefined, isAlone = false, temporaryFolder = tmpdir() } = this.#settings;
    const definition = await preparedSource(this.#definition, say);
    const { command } = definition;
    const engines = enginesOf(definition);
    const limits = this.#limits;
    const room = roomFor(limits.maxChoices, limits.maxScopes);
    const launcher = await Launcher.start({
      command,
      mode: definition.process,
      memoryBytes: room.totalBytes,
      outputBytes: limits.outputBytes,
      dataBytes: limits.memoryBytes,
      folderBytes: limits.folderBytes,
      isPreloaded: definition.reach === 'preload',
      fixedAddresses: definition.randomAddresses !== true,
      isAlone,
      temporaryFolder,
      env: environmentOf(definition, engines),
    });
    this.#running = { launcher, memory: new ChoiceMemory(launcher.memoryPath, room, this.alphabet), command };
    return this.#running;
  }

  /** Limits for the generator: the options have used a part of the whole test's choices. */
  #limitsOf(asked: Limits | undefined, taken: number): Required<Omit<Limits, 'maxTimeMs'>> {
    const { maxChoices, maxScopes, maxDepth } = this.#limits;
    return {
      maxChoices: Math.max(0, Math.min(asked?.maxChoices ?? maxChoices, maxChoices) - taken),
      maxScopes: Math.min(asked?.maxScopes ?? maxScopes, maxScopes),
      maxDepth: asked?.maxDepth ?? maxDepth,
    };
  }

  #result(
    running: Running,
    end: LauncherRunEnd,
    options: ChoiceSequence,
    optionsFresh: number,
  ): Replayed<Program> {
    const left = running.memory.read(options);
    const { record } = left;
    const freshCount = left.freshCount + optionsFresh;
    if (left.overrun !== undefined) return { outcome: 'overrun', limit: left.overrun, record, freshCount };
    if (end.reason === 'time') return { outcome: 'overrun', limit: 'time', record, freshCount };
    try {
      const value = this.#collect(running, end, left);
      return { outcome: 'ok', value, record, freshCount };
    } catch (error) {
      if (!(error instanceof GeneratorFailure)) throw error;
      return { outcome: 'failed', error, scopePath: left.openScopes(), record, freshCount };
    }
  }

  #collect(running: Running, end: LauncherRunEnd, left: MemoryRecord): Program {
    const { launcher } = running;
    const failure = failureOf(end, said(launcher), this.#limits);
    if (failure !== undefined) throw failure;
    if (!left.isAttached && this.#settings.isAlone !== true) {
      throw new GeneratorFailure(
        'unreached',
        'the choice library was never loaded into the generator: is it linked statically, or set-user-id, or a script?',
      );
    }
    const { writes, language, argsOf } = this.#definition;
    const program = collectProgram(
      writes,
      language,
      launcher.outputPath,
      launcher.folderPath,
      this.#limits.folderBytes,
    );
    if (argsOf === undefined) return program;
    const [test] = program.files.filter(({ path }) => path === program.main);
    return { ...program, compilerArgs: argsOf(new TextDecoder().decode(test?.bytes)) };
  }
}

/** A table's path is relative to the module of the definition; without a module, to the working folder. */
function tableOf({ table, module }: ProcessDefinition): string | undefined {
  return table === undefined ? undefined : resolve(module === undefined ? '.' : dirname(module), table);
}

function environmentOf(
  definition: ProcessDefinition,
  engines: readonly string[],
): Readonly<Record<string, string>> {
  const table = tableOf(definition);
  return {
    ...definition.env,
    ...(engines.length === 0 ? {} : { CGFUZZ_ENGINES: engines.join('\n') }),
    ...(table === undefined ? {} : { CGFUZZ_RUN_TABLE: table }),
  };
}

/** The record that the generator left, if it makes sense. */
function readable(memory: ChoiceMemory, options: ChoiceSequence): MemoryRecord | undefined {
  try {
    return memory.read(options);
  } catch (error) {
    if (error instanceof ProtocolError) return undefined;
    throw error;
  }
}

/** The end of the generator's output on standard error. */
function said(launcher: Launcher): string {
  const bytes = readRegularFile(launcher.errorsPath, Number.MAX_SAFE_INTEGER);
  return Buffer.from(bytes.subarray(-SAID_BYTES)).toString().trim();
}
