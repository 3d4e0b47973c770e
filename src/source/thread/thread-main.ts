/**
 * The thread that runs a generator: loads the module, then makes one test for each request.
 *
 * Invariant: every exception, result or swallowed error of the generator is an answer. Only the end of the
 * whole thread is not (memory, `process.exit`, a loop without draws): the source notices that from outside.
 */
import { readlinkSync } from 'node:fs';
import { basename } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';

import {
  Alphabet,
  ChoiceSequence,
  type Draw,
  fillerFrom,
  replay,
  type Replayed,
} from '../../choice/index.ts';
import type { Program } from '../../program/index.ts';
import { configured, type InProcessDefinition } from '../definition.ts';
import { fromFastCheck } from '../fast-check/from-fast-check.ts';
import { watchdogs } from '../record/watchdog.ts';
import { loadDefault } from '../load-module.ts';
import { GeneratorFailure } from '../record/generator-failure.ts';
import { SymbolTable } from '../record/symbol-table.ts';
import { messageWithHints } from '../../util/user-error.ts';
import { userLine } from '../user-line.ts';
import {
  packAnswers,
  type PlainText,
  type ThreadAnswer,
  type ThreadHello,
  type ThreadOutcome,
  type ThreadRequest,
  type ThreadRound,
  type ThreadSettings,
  unpackRequests,
} from './messages.ts';
import { givenAway } from './packing.ts';
import { programOfWritten } from './written.ts';

const settings = workerData as ThreadSettings;
const turns = new Int32Array(settings.stop);
const alphabet = new Alphabet({ maxIntegerSites: settings.maxIntegerSites });
const symbols = new SymbolTable(alphabet);
const watch = watchdogs();
/** Programs that are only a text. */
const texts = new WeakMap<Program, PlainText>();

function generatorOf(definition: InProcessDefinition): (draw: Draw) => Program {
  const { language } = definition;
  const write = 'generate' in definition ? definition.generate : fromFastCheck(definition.arbitrary);
  return (draw) => {
    const written = write(draw);
    const program = programOfWritten(written, language, settings.outputBytes);
    if (typeof written === 'string' || written instanceof Uint8Array)
      texts.set(program, { outcome: 'text', bytes: program.files[0]!.bytes });
    return program;
  };
}

function answerTo(generate: (draw: Draw) => Program, request: ThreadRequest, number: number): ThreadAnswer {
  const began = performance.now();
  Atomics.store(turns, 1, number);
  const { sequence, seed, resync, swarm, answers, limits, watchMs } = request;
  symbols.takeIn(Buffer.from(request.symbols.bytes), request.symbols.count);
  const made = replay(generate, {
    alphabet,
    seed,
    // 1 is past the deadline.
    limits: { ...limits, maxTimeMs: 0.5 },
    now: () => (Atomics.load(turns, 0) === number ? 1 : 0),
    ...(sequence === undefined
      ? {}
      : { sequence: new ChoiceSequence(alphabet, sequence.ops, sequence.words) }),
    ...(resync === undefined ? {} : { resync }),
    ...(swarm === undefined ? {} : { swarm }),
    ...(answers === undefined ? {} : { filler: fillerFrom(answers) }),
    ...(watchMs === 0 ? {} : { guard: watch(watchMs) }),
  });
  const { ops, words } = made.record;
  const before = symbols.count;
  const bytes = symbols.appendNews();
  const news = { bytes, count: symbols.count - before };
  const tookMs = performance.now() - began;
  return { outcome: outcomeOf(made), symbols: news, ops, words, freshCount: made.freshCount, tookMs };
}

function outcomeOf(made: Replayed<Program>): ThreadOutcome | PlainText {
  if (made.outcome === 'ok') return texts.get(made.value) ?? { outcome: 'ok', program: made.value };
  if (made.outcome === 'overrun') return { outcome: 'overrun', limit: made.limit };
  const { error, scopePath } = made;
  const isError = error instanceof Error;
  return {
    outcome: 'failed',
    reason: error instanceof GeneratorFailure ? error.reason : undefined,
    name: isError ? error.name : 'thrown',
    message: isError ? messageWithHints(error) : String(error),
    line: userLine(error),
    scopePath,
  };
}

/** The system's number for this thread, if available. */
function threadId(): number | undefined {
  try {
    return Number(basename(readlinkSync('/proc/thread-self')));
  } catch {
    return undefined;
  }
}

async function main(): Promise<void> {
  const port = parentPort!;
  const say = (hello: ThreadHello): void => port.postMessage(hello);
  try {
    const found = (await loadDefault(settings.entry)) as InProcessDefinition;
    const definition = configured(found, settings.words) as InProcessDefinition;
    const generate = generatorOf(definition);
    port.on('message', ({ first, requests }: ThreadRound) => {
      const all = unpackRequests(requests);
      const answers = packAnswers(all.map((request, index) => answerTo(generate, request, first + index)));
      port.postMessage(answers, givenAway(answers.packed));
    });
    say({ isReady: true, threadId: threadId() });
  } catch (error) {
    say({ isReady: false, why: error instanceof Error ? `${error.name}: ${error.message}` : String(error) });
  }
}

void main();
