/**
 * `fuzz(arbitrary, f)`: calls a function of this process with values of an arbitrary or generator, until it
 * throws. Half of the values are mutants of earlier ones. The value of a failure is reduced on its choices.
 *
 * There is no coverage here: a program or harness as a target has it.
 */
import { inspect } from 'node:util';
import {
  Alphabet,
  type ChoiceSequence,
  decodeSequence,
  encodeSequence,
  type Generator,
  makeRandom,
} from '../choice/index.ts';
import { mutate } from '../mutate/index.ts';
import { reduce } from '../reduce/index.ts';
import { type ArbitraryLike, fromFastCheck, inProcessSource, type InProcessSource } from '../source/index.ts';

export interface FuzzFunctionOptions {
  /** Equal seeds give equal values. Default 1. */
  readonly seed?: number;
  /** Calls until the end. Default 1,000. */
  readonly execs?: number;
  /** Seconds by the clock until the end, if calls do not end it before. */
  readonly seconds?: number;
  readonly signal?: AbortSignal;
  /** The text of a failure: only its value is tried. */
  readonly repeat?: string;
}

/** The function threw. The message has the reduced value, what was thrown, and the option that repeats it. */
export class FunctionFailure<T = unknown> extends Error {
  readonly value: T;
  /** For the option `repeat`. */
  readonly repeat: string;

  constructor(value: T, repeat: string, thrown: unknown) {
    const what = thrown instanceof Error ? `${thrown.name}: ${thrown.message}` : String(thrown);
    super(`${what}\nthe value: ${shown(value)}\nagain: { repeat: '${repeat}' }`, { cause: thrown });
    this.name = 'FunctionFailure';
    this.value = value;
    this.repeat = repeat;
  }
}

/** Number of latest values among which a mutant finds its parent. */
const PARENTS = 256;
const MOST_EVALUATIONS = 5_000;

const shown = (value: unknown): string =>
  inspect(value, { depth: Infinity, maxArrayLength: Infinity, maxStringLength: Infinity });

/** Returns the number of calls; throws a `FunctionFailure` if the function threw. */
export async function fuzzFunction<T>(
  from: ArbitraryLike<T> | Generator<T>,
  check: (value: T) => unknown,
  options: FuzzFunctionOptions = {},
): Promise<{ readonly execs: number }> {
  const { seed = 1, execs: most = 1_000, seconds = Infinity, signal, repeat } = options;
  const alphabet = new Alphabet();
  const source = inProcessSource(typeof from === 'function' ? from : fromFastCheck(from), { alphabet });
  if (repeat !== undefined) {
    const { sequence } = decodeSequence(Buffer.from(repeat, 'base64'), alphabet);
    const made = source.runNow({ sequence });
    const thrown = made.outcome === 'ok' ? await thrownBy(check, made.value) : undefined;
    if (made.outcome === 'ok' && thrown !== undefined)
      throw new FunctionFailure(made.value, repeat, thrown.error);
    return { execs: 1 };
  }
  const rng = makeRandom(seed);
  const parents: ChoiceSequence[] = [];
  const end = performance.now() + 1_000 * seconds;
  let execs = 0;
  for (; execs < most && performance.now() < end; execs++) {
    if (signal?.aborted === true) break;
    const roll = rng.next() >>> 1;
    const parent = roll % 2 === 0 ? parents[(roll >> 1) % PARENTS] : undefined;
    const made = source.runNow({
      seed: seed * 2 ** 20 + execs,
      ...(parent === undefined ? {} : { sequence: mutate(parent, rng).sequence }),
    });
    if (made.outcome !== 'ok') continue;
    parents[execs % PARENTS] = made.record;
    const thrown = await thrownBy(check, made.value);
    if (thrown !== undefined) throw await reduced(source, made.record, check, thrown.error);
  }
  return { execs };
}

async function thrownBy<T>(check: (value: T) => unknown, value: T): Promise<{ error: unknown } | undefined> {
  try {
    await check(value);
    return undefined;
  } catch (error) {
    return { error };
  }
}

/** A smaller value counts if it makes the function throw an error of the same name. */
async function reduced<T>(
  source: InProcessSource<T>,
  sequence: ChoiceSequence,
  check: (value: T) => unknown,
  first: unknown,
): Promise<FunctionFailure<T>> {
  const nameOf = (error: unknown): string => (error instanceof Error ? error.name : typeof error);
  let evaluations = 0;
  const { sequence: smallest, test } = await reduce<T>(
    sequence,
    async (value) => {
      if (++evaluations > MOST_EVALUATIONS) return false;
      const thrown = await thrownBy(check, value);
      return thrown !== undefined && nameOf(thrown.error) === nameOf(first);
    },
    { generate: (candidate, how) => source.runNow({ sequence: candidate, ...how }), keyOf: shown },
  );
  const thrown = await thrownBy(check, test);
  const bytes = encodeSequence(smallest, { source: { name: source.name, version: '1' } });
  return new FunctionFailure(test, Buffer.from(bytes).toString('base64'), thrown?.error ?? first);
}
