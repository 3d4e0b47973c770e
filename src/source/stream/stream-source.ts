/**
 * Stream source: a generator that asks for each choice over a pipe, in lines of text.
 *
 * It serves generators in languages that the choice library does not reach. The engine replays, so it reads
 * the pipe without the event loop, inside one synchronous replay. This cannot block for ever: the launcher, a
 * separate process, ends the generator and so the pipe when the time is up.
 *
 * Invariant: no message of a generator makes the engine throw or write elsewhere; see {@link Conversation}
 * for the allowed messages.
 */
import { closeSync } from 'node:fs';
import { tmpdir } from 'node:os';

import { Alphabet, applyEdits, ChoiceSequence, replay, type Replayed } from '../../choice/index.ts';
import type { Program, ProgramFile } from '../../program/index.ts';
import { collectProgram, programFrom, readRegularFile } from '../record/collect.ts';
import { usualGeneratorLimits, preparedSource, type ProcessDefinition } from '../definition.ts';
import { failureOf, GeneratorFailure } from '../record/generator-failure.ts';
import { Launcher, LauncherGone, type LauncherRunEnd } from '../process/launcher.ts';
import { drawOptions, withoutOptions } from '../chain/options-scope.ts';
import { type Made, madeFrom, NO_COST } from '../made.ts';
import { ProtocolError } from '../record/protocol-error.ts';
import { checkAlphabet, type GenerationRequest, type Source, type SourceSettings } from '../source.ts';
import { Conversation, HungUp } from './stream-conversation.ts';

interface Talking {
  readonly conversation: Conversation;
  readonly descriptors: readonly number[];
}

/** A conversation about one program, and the files that it named. */
interface Asked {
  readonly left: Replayed<void>;
  readonly files: readonly ProgramFile[];
}

export function streamSource(definition: ProcessDefinition, options: SourceSettings = {}): Source {
  return new StreamSource(definition, options);
}

class StreamSource implements Source {
  readonly name: string;
  readonly alphabet: Alphabet;
  readonly #definition: ProcessDefinition;
  readonly #options: SourceSettings;
  readonly #limits: Required<NonNullable<ProcessDefinition['limits']>>;
  #launcher: Launcher | undefined;
  #talking: Talking | undefined;

  constructor(definition: ProcessDefinition, options: SourceSettings) {
    this.name = definition.name;
    this.alphabet = options.alphabet ?? new Alphabet();
    this.#definition = definition;
    this.#options = options;
    // Each choice costs a round trip and each scope a level of our own stack.
    this.#limits = { ...usualGeneratorLimits, maxDepth: 1_000, ...definition.limits };
  }

  async run(request: GenerationRequest): Promise<Made> {
    checkAlphabet(this, request);
    const drawn = drawOptions(this.#definition.options, request, this.alphabet);
    if (drawn.outcome !== 'ok') return { ...drawn, cost: NO_COST };
    try {
      return await this.#run(request, drawn.value, drawn.record, drawn.freshCount);
    } catch (error) {
      if (!(error instanceof LauncherGone)) throw error;
      await this.close();
      const failure = new GeneratorFailure('protocol', error.message);
      const { record, freshCount } = drawn;
      return { outcome: 'failed', error: failure, scopePath: [], record, freshCount, cost: NO_COST };
    }
  }

  /** Empty: requests of such a generator to the machine cannot be seen from here. */
  seen(): ReadonlyMap<string, number> {
    return new Map();
  }

  async close(): Promise<void> {
    this.#hangUp();
    const launcher = this.#launcher;
    this.#launcher = undefined;
    await launcher?.close();
  }

  async #run(
    request: GenerationRequest,
    args: readonly string[],
    options: ChoiceSequence,
    optionsFresh: number,
  ): Promise<Made> {
    const launcher = (this.#launcher ??= await this.#launch());
    launcher.begin(request.limits?.maxTimeMs ?? this.#limits.timeMs);
    const wasThere = this.#talking !== undefined;
    this.#talking ??= await this.#call(launcher);
    let asked = this.#ask(this.#talking, request, args, options);
    // A generator that died after its last program has been started again, and does not know this request.
    if (wasThere && hasHungUp(asked.left) && (await launcher.isStartedAnew())) {
      this.#hangUp();
      this.#talking = await this.#call(launcher);
      asked = this.#ask(this.#talking, request, args, options);
    }
    const { left, files } = asked;
    // Waits for a generator that ends with its program; a generator that was stopped midway sends nothing
    // more.
    const isLasting = this.#definition.process === 'persistent' && left.outcome === 'ok';
    if (isLasting) await launcher.say('end');
    else if (left.outcome !== 'ok' && !hasHungUp(left)) await launcher.say('kill');
    if (!isLasting) this.#hangUp();
    const end = await launcher.end();
    if (!end.isAlive) this.#hangUp();
    const { cpuUs, wallUs, peakRssBytes } = end;
    const record = join(options, left.record);
    const freshCount = left.freshCount + optionsFresh;
    const result = this.#result({ ...left, record, freshCount }, end, launcher, files);
    return madeFrom(result, { cpuUs, wallUs, peakRssBytes }, this.#definition);
  }

  #ask(
    { conversation }: Talking,
    request: GenerationRequest,
    args: readonly string[],
    options: ChoiceSequence,
  ): Asked {
    const { sequence: _, limits, ...rest } = request;
    const sequence = withoutOptions(request, options);
    const { maxTimeMs: __, maxChoices = this.#limits.maxChoices, ...counts } = limits ?? {};
    const files: ProgramFile[] = [];
    const left = replay((draw) => conversation.makeProgram(draw, args, files), {
      ...rest,
      ...(sequence === undefined ? {} : { sequence }),
      limits: { ...this.#limits, ...counts, maxChoices: Math.max(0, maxChoices - options.choiceCount) },
      alphabet: this.alphabet,
    });
    return { left, files };
  }

  #result(
    left: Replayed<void>,
    end: LauncherRunEnd,
    launcher: Launcher,
    files: readonly ProgramFile[],
  ): Replayed<Program> {
    const { record, freshCount } = left;
    if (left.outcome === 'overrun') return left;
    if (end.reason === 'time') return { outcome: 'overrun', limit: 'time', record, freshCount };
    try {
      if (left.outcome === 'failed' && !hasHungUp(left)) throw wrap(left.error);
      const bytes = readRegularFile(launcher.errorsPath, Number.MAX_SAFE_INTEGER);
      const said = Buffer.from(bytes.subarray(-4_096)).toString().trim();
      const failure = failureOf(end, said, this.#limits);
      if (failure !== undefined) throw failure;
      if (left.outcome === 'failed')
        throw new GeneratorFailure('protocol', 'the generator hung up before its program was done', said);
      const { writes, language } = this.#definition;
      const value =
        files.length > 0
          ? programFrom(
              files,
              writes.to === 'folder' ? writes : { main: writes.to === 'file' ? writes.path : files[0]!.path },
              language,
            )
          : collectProgram(
              writes,
              language,
              launcher.outputPath,
              launcher.folderPath,
              this.#limits.folderBytes,
            );
      return { outcome: 'ok', value, record, freshCount };
    } catch (error) {
      if (!(error instanceof GeneratorFailure)) throw error;
      const scopePath = left.outcome === 'failed' ? left.scopePath : [];
      return { outcome: 'failed', error, scopePath, record, freshCount };
    }
  }

  async #launch(): Promise<Launcher> {
    const say = this.#options.say ?? (() => undefined);
    const { command, env, randomAddresses } = await preparedSource(this.#definition, say);
    const limits = this.#limits;
    return Launcher.start({
      command,
      mode: 'stream',
      memoryBytes: 4_096,
      outputBytes: limits.outputBytes,
      dataBytes: limits.memoryBytes,
      folderBytes: limits.folderBytes,
      isPreloaded: false,
      fixedAddresses: randomAddresses !== true,
      temporaryFolder: this.#options.temporaryFolder ?? tmpdir(),
      env,
    });
  }

  async #call(launcher: Launcher): Promise<Talking> {
    const { to, from } = await launcher.openPipes();
    await launcher.say('go');
    return { conversation: new Conversation(from, to, this.#limits.folderBytes), descriptors: [to, from] };
  }

  #hangUp(): void {
    for (const descriptor of this.#talking?.descriptors ?? []) closeSync(descriptor);
    this.#talking = undefined;
  }
}

function hasHungUp(left: Replayed<void>): boolean {
  return left.outcome === 'failed' && left.error instanceof HungUp;
}

function join(options: ChoiceSequence, record: ChoiceSequence): ChoiceSequence {
  if (options.ops.length === 0) return record;
  return applyEdits(record, [{ from: 0, to: 0, ops: options.ops, words: options.words }]);
}

function wrap(error: unknown): unknown {
  return error instanceof ProtocolError
    ? new GeneratorFailure('protocol', `the generator does not keep to the protocol: ${error.message}`)
    : error instanceof GeneratorFailure
      ? error
      : new GeneratorFailure('protocol', error instanceof Error ? error.message : String(error));
}
