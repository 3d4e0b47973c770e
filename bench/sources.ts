/**
 * Sources: do generators in other processes replay exactly, and what does answering their draws cost?
 *
 * "The same programs" is taken at its word. Csmith draws with lrand48, whose sequence for a seed is known. Played back
 * by position as raw words, it makes the unmodified binary print the same program, and the two can be timed against
 * each other. The other race is between a build with typed choices and the unmodified binary, which gets, raw, the
 * answers of a record of that build. Both run without packed structs, with which our patched builds differ. Texts are
 * compared, so a program that is not the same counts as a failure and not as a ratio.
 */
import { Alphabet, ChoiceSequence } from '../src/choice/index.ts';
import { csmithInstrumented } from '../lab/csmith.ts';
import { csmith, csmithScoped } from '../src/generators/index.ts';
import {
  type GenerationRequest,
  type Made,
  type Source,
  processSource,
  type ProcessDefinition,
} from '../src/source/index.ts';
import type { Bench, Measurement } from './harness.ts';

/** `PROGRAMS` in the environment makes it smaller. */
const REPLAYS = Number(process.env['PROGRAMS'] ?? 200);
const COMPARED = Math.min(REPLAYS, 40);
/** The most draws that a compared program may take; longer ones are left out. */
const MAX_DRAWS = 600_000;

function withDefaults(
  definition: ProcessDefinition,
  more: Partial<ProcessDefinition> = {},
): ProcessDefinition {
  const { options: _, ...rest } = definition;
  return { ...rest, ...more };
}

function textOf(generated: Made): string {
  if (generated.outcome !== 'ok') return `${generated.outcome} ${generated.record.choiceCount}`;
  const text = Buffer.from(generated.program.files[0]!.bytes).toString();
  // The comment on top names options and seed.
  return text.replace(/^\/\/.*/, '');
}

async function* replays(definition: ProcessDefinition): AsyncIterable<Measurement> {
  const source = processSource(definition);
  let [same, choices] = [0, 0];
  for (let seed = 0; seed < REPLAYS; seed++) {
    const first = await source.run({ seed });
    const again = await source.run({ seed: seed + 1_000_000, sequence: first.record });
    choices += first.record.choiceCount;
    if (first.outcome === 'ok' && again.record.equals(first.record) && textOf(again) === textOf(first))
      same++;
  }
  await source.close();
  yield {
    name: `${definition.name}: identical records and bytes`,
    value: same,
    unit: 'programs',
    goal: { atLeast: REPLAYS },
    how: `of ${REPLAYS} programs of all sizes and features, ${choices} choices`,
  };
}

/** A flat sequence of raw words. */
function words32(alphabet: Alphabet, words: Uint32Array): ChoiceSequence {
  return new ChoiceSequence(
    alphabet,
    new Uint16Array(words.length).fill(alphabet.word(32)),
    words,
    words.length,
  );
}

/** The words that lrand48 gives after srand48(seed), after the words that Csmith draws for a seed. */
function lrand48(seed: number, count: number): Uint32Array {
  const words = new Uint32Array(SEED_WORDS + count);
  let state = (BigInt(seed) << 16n) | 0x330en;
  for (let i = 0; i < count; i++) {
    state = (state * 0x5deece66dn + 0xbn) & 0xffff_ffff_ffffn;
    words[SEED_WORDS + i] = Number(state >> 17n);
  }
  return words;
}

/** Raw words that make Csmith's own draw functions give the answers of a record of its wrapped build. */
function rawAnswers(record: ChoiceSequence): Uint32Array {
  const words: number[] = [];
  for (let op = 0; op < record.ops.length; op++) {
    if (!record.isChoice(op)) continue;
    const { kind, value } = record.choiceAt(op);
    words.push(kind === 'weighted' ? (value === 1n ? 0 : 99) : Number(value));
  }
  return Uint32Array.from(words);
}

class Ratios {
  readonly #list: number[] = [];
  different = 0;

  /** Takes a program in, if it is the same as the base. */
  compare(made: Made, base: Made): void {
    if (base.outcome !== 'ok' || textOf(made) !== textOf(base)) this.different++;
    else this.#list.push(made.cost.cpuUs / base.cost.cpuUs);
  }

  get median(): number {
    return this.#list.toSorted((a, b) => a - b)[Math.floor(this.#list.length / 2)] ?? Number.NaN;
  }

  get count(): number {
    return this.#list.length;
  }
}

/** The run of two that took less CPU: it was disturbed less. */
async function faster(source: Source, request: GenerationRequest): Promise<Made> {
  const a = await source.run(request);
  const b = await source.run(request);
  return a.cost.cpuUs < b.cost.cpuUs ? a : b;
}

function ratioOf(name: string, ratios: Ratios, atMost: number, times = 1): Measurement {
  return {
    name,
    value: ratios.median * times,
    unit: 'times',
    goal: { atMost },
    how: `CPU, median of ${ratios.count} programs that are the same, a process each; ${ratios.different} were not the same`,
  };
}

/** Our builds are patched in what they do with packed structs and with floats, which are off unless asked for. */
const unpatched = (): readonly string[] => ['--no-packed-struct'];

/** Csmith takes a seed even when it is given one, from elsewhere: that comes first among its draws. */
const SEED_WORDS = 2;

async function* costs(): AsyncIterable<Measurement> {
  const alphabet = new Alphabet();
  let seed = 0;
  const alone = withDefaults(csmith, {
    process: 'exec',
    reach: 'linked',
    options: () => ['--seed', String(seed)],
  });
  const bare = processSource(alone, { isAlone: true });
  const fed = processSource(withDefaults(csmith, { process: 'exec', scopes: 'own' }), { alphabet });
  const stack = processSource(withDefaults(csmith, { process: 'exec' }), { alphabet });
  const [fedRatios, stackRatios] = [new Ratios(), new Ratios()];
  for (seed = 1; seed <= COMPARED; seed++) {
    const sequence = words32(alphabet, lrand48(seed, MAX_DRAWS));
    const request = { sequence, resync: 'position', seed } as const;
    const base = await faster(bare, {});
    for (const [source, ratios] of [
      [fed, fedRatios],
      [stack, stackRatios],
    ] as const) {
      ratios.compare(await faster(source, request), base);
    }
  }
  yield ratioOf('as it is, without scopes', fedRatios, 1.15);
  yield ratioOf('as it is, scopes from the stack', stackRatios, 1.7);

  const fedAlike = processSource(
    withDefaults(csmith, { process: 'exec', scopes: 'own', options: unpatched }),
    { alphabet },
  );
  for (const [definition, goal] of [
    [csmithScoped, 1.15],
    [csmithInstrumented, 2],
  ] as const) {
    const rebuilt = processSource(withDefaults(definition, { process: 'exec', options: unpatched }), {
      alphabet,
    });
    const ratios = new Ratios();
    for (seed = 1; seed <= COMPARED; seed++) {
      const { record } = await rebuilt.run({ seed });
      const raw = words32(alphabet, rawAnswers(record));
      const base = await faster(fedAlike, { sequence: raw, resync: 'position', seed });
      ratios.compare(await faster(rebuilt, { sequence: record, seed }), base);
    }
    await rebuilt.close();
    // The measurement above tells the cost of feeding the unmodified binary.
    yield ratioOf(
      definition === csmithScoped ? 'rebuilt, a table' : 'rebuilt, instrumented functions',
      ratios,
      goal,
      fedRatios.median,
    );
  }
  await Promise.all([bare, fed, stack, fedAlike].map((source) => source.close()));
}

async function* longSequences(): AsyncIterable<Measurement> {
  const huge = ['--max-funcs', '20', '--max-block-size', '8', '--no-pointers'];
  const large = processSource(
    withDefaults(csmithScoped, {
      options: () => huge,
      limits: { timeMs: 20_000, maxChoices: 20_000_000, maxScopes: 20_000_000 },
    }),
  );
  let best: Made | undefined;
  for (let seed = 0; seed < 12 && (best?.record.choiceCount ?? 0) < 1_000_000; seed++) {
    const made = await large.run({ seed });
    if (made.outcome === 'ok' && made.record.choiceCount > (best?.record.choiceCount ?? 0)) best = made;
  }
  const again = best === undefined ? undefined : await large.run({ seed: 99, sequence: best.record });
  const isSame =
    best !== undefined &&
    again !== undefined &&
    textOf(again) === textOf(best) &&
    again.record.equals(best.record);
  await large.close();
  yield {
    name: 'longest sequence replayed exactly',
    value: isSame ? (best?.record.choiceCount ?? 0) : 0,
    unit: 'choices',
    goal: { atLeast: 1_000_000 },
    how: 'Csmith with sizes turned up, seeds until one is long enough',
  };
}

export const sources: Bench = {
  name: 'sources',
  question: 'Do generators in other processes replay exactly, and what does answering their draws cost?',
  decision: 'which way into a generator to recommend, and whether scopes are on by default',
  async *run() {
    yield* costs();
    yield* longSequences();
    for (const definition of [csmith, csmithScoped, csmithInstrumented]) yield* replays(definition);
  },
};
