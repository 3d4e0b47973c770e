/**
 * Thread source: a function over the draw API, or a fast-check arbitrary, in a worker thread of this process.
 *
 * The thread replays by itself, like generators in processes; requests and records are transferred as typed
 * arrays. A number that both sides see stops a generator that draws. If the generator loops without drawing,
 * its thread is ended. The test is then made again in a new thread under a watchdog, which costs 0.1 ms a
 * test but leaves the record. From then on every test of this source runs under the watchdog.
 *
 * Invariant: a generator never makes `run` throw; only a module that cannot be loaded does.
 */
import { Alphabet, ChoiceSequence, type Replayed } from '../../choice/index.ts';
import { type Language, type Program, programOf } from '../../program/index.ts';
import { type InProcessDefinition, usualGeneratorLimits } from '../definition.ts';
import { type GenerationCost, type Made, madeFrom } from '../made.ts';
import { GeneratorFailure } from '../record/generator-failure.ts';
import { checkAlphabet, type GenerationRequest, type Source, type SourceSettings } from '../source.ts';
import type { ThreadAnswer } from './messages.ts';
import {
  GeneratorThread,
  type ThreadAnswered,
  type ThreadEnd,
  type ThreadQuestion,
} from './generator-thread.ts';

/** Draws pass through JavaScript functions, nested once for each open scope. */
const MAX_DEPTH = 1_000;

export function threadSource(definition: InProcessDefinition, settings: SourceSettings = {}): Source {
  return new ThreadSource(definition, settings);
}

class ThreadSource implements Source {
  readonly name: string;
  readonly alphabet: Alphabet;
  readonly #definition: InProcessDefinition;
  readonly #limits: Required<NonNullable<InProcessDefinition['limits']>>;
  #thread: Promise<GeneratorThread> | undefined;
  /** True after the generator once looped without drawing. */
  #isWatched = false;

  constructor(definition: InProcessDefinition, { alphabet = new Alphabet() }: SourceSettings) {
    this.name = definition.name;
    this.alphabet = alphabet;
    this.#definition = definition;
    this.#limits = { ...usualGeneratorLimits, maxDepth: MAX_DEPTH, ...definition.limits };
  }

  async run(request: GenerationRequest): Promise<Made> {
    this.#check(request);
    let end = await this.#ask([request]);
    if (end.end === 'stuck' && !this.#isWatched) {
      this.#isWatched = true;
      const { us } = end;
      end = await this.#ask([request]);
      end = { ...end, us: end.us + us };
    }
    return this.#made(end.end === 'all' ? { ...end.answers[0]!, us: end.us } : end);
  }

  /** If a test ends the thread, all are made again, one by one: that test alone has a bad end. */
  async runAll(requests: readonly GenerationRequest[]): Promise<readonly Made[]> {
    for (const request of requests) this.#check(request);
    const end = await this.#ask(requests);
    if (end.end === 'all') return end.answers.map((answered) => this.#made(answered));
    const all: Made[] = [];
    for (const request of requests) all.push(await this.run(request));
    return all;
  }

  /** Empty: a function's requests to the machine are not visible. */
  seen(): ReadonlyMap<string, number> {
    return new Map();
  }

  async close(): Promise<void> {
    const thread = this.#thread;
    this.#thread = undefined;
    // A failed start has already thrown to its caller.
    await thread?.then(
      (started) => started.close(),
      () => undefined,
    );
  }

  #check(request: GenerationRequest): void {
    if (request.filler !== undefined)
      throw new Error('a filler cannot be asked from another thread; answers and a swarm can be sent there');
    checkAlphabet(this, request);
  }

  async #ask(requests: readonly GenerationRequest[]): Promise<ThreadEnd> {
    const { outputBytes, memoryBytes } = this.#limits;
    const thread = await (this.#thread ??= GeneratorThread.start(this.#definition, this.alphabet, {
      outputBytes,
      memoryBytes,
    }));
    const end = await thread.ask(requests.map((request) => this.#questionOf(request)));
    if (end.end !== 'all') await this.close();
    return end;
  }

  #questionOf({
    sequence,
    seed = 0,
    resync,
    swarm,
    answers,
    limits = {},
  }: GenerationRequest): ThreadQuestion {
    const { timeMs, maxChoices, maxScopes, maxDepth } = this.#limits;
    const { maxTimeMs = timeMs, ...counts } = limits;
    return {
      sequence,
      seed,
      resync,
      swarm,
      answers,
      limits: { maxChoices, maxScopes, maxDepth, ...counts },
      watchMs: this.#isWatched ? maxTimeMs : 0,
      timeMs: maxTimeMs,
    };
  }

  #made(end: OneEnd): Made {
    const cost: GenerationCost = { cpuUs: Math.round(end.us), wallUs: 0, peakRssBytes: 0 };
    return madeFrom(this.#replayed(end), cost, this.#definition);
  }

  #replayed(end: OneEnd): Replayed<Program> {
    const nothing = { record: ChoiceSequence.empty(this.alphabet), freshCount: 0 };
    if (end.end === 'stuck') return { outcome: 'overrun', limit: 'time', ...nothing };
    if (end.end === 'gone') return { outcome: 'failed', error: end.failure, scopePath: [], ...nothing };
    const { record, answer } = end;
    const { outcome, freshCount } = answer;
    return { ...outcomeOf(outcome, this.#definition.language), record, freshCount };
  }
}

type OneEnd = ThreadAnswered | Exclude<ThreadEnd, { readonly end: 'all' }>;

type WithoutRecord<T> = T extends unknown ? Omit<T, 'record' | 'freshCount'> : never;

function outcomeOf(answer: ThreadAnswer['outcome'], language: Language): WithoutRecord<Replayed<Program>> {
  if (answer.outcome === 'text') return { outcome: 'ok', value: programOf(answer.bytes, language) };
  if (answer.outcome === 'ok') return { outcome: 'ok', value: answer.program };
  if (answer.outcome === 'overrun') return { outcome: 'overrun', limit: answer.limit };
  const { reason, name, message, line, scopePath } = answer;
  if (reason !== undefined)
    return { outcome: 'failed', error: new GeneratorFailure(reason, message), scopePath };
  const error = new Error(message);
  error.name = name;
  error.stack = `${name}: ${message}${line === undefined ? '' : `\n    at ${line}`}`;
  return { outcome: 'failed', error, scopePath };
}
