/**
 * A guest: our source and target under Centipede's engine, which keeps the corpus and chooses the inputs to
 * mutate.
 *
 * Inputs are sequence files. Invariants: a mutant is the record of a finished program, so it has no unused
 * choices. The origin of a mutant is the input that it was made from, because the engine may replace that
 * input by the mutant.
 */
import { hash } from 'node:crypto';
import { Alphabet, type ChoiceSequence, decodeSequence, makeRandom, uniformBelow } from '../choice/index.ts';
import { domainNumbers, featureIn, type Mutant } from '../centipede/index.ts';
import { entrySequence } from '../corpus/index.ts';
import { mutate } from '../mutate/index.ts';
import { classify, describeFailure } from '../oracle/index.ts';
import { type Execution, usualExecutionLimits } from '../serve/index.ts';
import { openSource, type Source, type SourceDefinition } from '../source/index.ts';
import { type Target, unpackFeatures } from '../target/index.ts';

/** One mutant in this many is made from no input. */
const FRESH_ONE_IN = 10;
const ID_DIGITS = 16;

export interface GuestOptions {
  readonly definition: SourceDefinition;
  readonly target: Target;
  readonly args: readonly string[];
  readonly searchPath: string;
  readonly seed: number;
}

export type ExecutedInput =
  | { readonly kind: 'executed'; readonly features: readonly number[]; readonly cpuMs: number }
  | { readonly kind: 'failed'; readonly description: string; readonly signature: string }
  /** The input is no sequence: the engine made it itself. */
  | { readonly kind: 'foreign' };

export class Guest {
  readonly #options: GuestOptions;
  readonly #alphabet = new Alphabet();
  readonly #source: Source;
  readonly #rng: ReturnType<typeof makeRandom>;
  #made = 0;

  constructor(options: GuestOptions) {
    this.#options = options;
    this.#source = openSource(options.definition, { alphabet: this.#alphabet });
    this.#rng = makeRandom(options.seed);
  }

  async execute(input: Uint8Array): Promise<ExecutedInput> {
    const { target, args, searchPath } = this.#options;
    const sequence = this.#decode(input);
    if (sequence === undefined) return { kind: 'foreign' };
    const made = await this.#source.run({ sequence });
    if (made.outcome !== 'ok') return { kind: 'executed', features: [], cpuMs: 0 };
    const [execution] = await target.execute({
      program: made.program,
      configurations: [{ args, emit: 'nothing' }],
      limits: usualExecutionLimits,
      wholeSet: true,
      remember: false,
    });
    if (execution === undefined) throw new Error('a target gave no answer');
    const kind = classify(execution);
    if (kind !== undefined && execution.outcome !== 'rejected') {
      const { signature } = await describeFailure(target, execution, searchPath);
      const id = hash('sha1', signature.key, 'hex').slice(0, ID_DIGITS);
      return { kind: 'failed', description: signature.key, signature: id };
    }
    return { kind: 'executed', features: this.#featuresOf(execution), cpuMs: execution.cpuMs };
  }

  /** Makes `count` tests, or fewer if the generator keeps failing. */
  async mutants(inputs: readonly Uint8Array[], count: number): Promise<Mutant[]> {
    const parents = inputs.map((input) => this.#decode(input));
    const mutants: Mutant[] = [];
    for (let attempt = 0; mutants.length < count && attempt < 4 * count; attempt++) {
      const isFresh = parents.length === 0 || uniformBelow(this.#rng, FRESH_ONE_IN) === 0;
      const origin = isFresh ? undefined : uniformBelow(this.#rng, parents.length);
      const parent = origin === undefined ? undefined : parents[origin];
      const donor = parents[uniformBelow(this.#rng, Math.max(1, parents.length))];
      const bytes = await this.#child(parent, donor);
      if (bytes !== undefined) mutants.push({ bytes, origin: parent === undefined ? undefined : origin });
    }
    return mutants;
  }

  async close(): Promise<void> {
    await Promise.all([this.#source.close(), this.#options.target.close()]);
  }

  async #child(
    parent: ChoiceSequence | undefined,
    donor: ChoiceSequence | undefined,
  ): Promise<Uint8Array | undefined> {
    const sequence =
      parent === undefined
        ? undefined
        : mutate(parent, this.#rng, { donors: donor === undefined ? [] : [donor] }).sequence;
    const seed = this.#options.seed + this.#made++;
    const made = await this.#source.run({ seed, ...(sequence === undefined ? {} : { sequence }) });
    return made.outcome === 'ok' ? entrySequence(made.record, this.#options.definition.name) : undefined;
  }

  #decode(input: Uint8Array): ChoiceSequence | undefined {
    try {
      return decodeSequence(input, this.#alphabet).sequence;
    } catch {
      return undefined;
    }
  }

  /** Edges already have Centipede's form; all other features go into the first free domain for users. */
  #featuresOf({ features }: Execution): number[] {
    if (features?.all === undefined) return [];
    const { edgeCells } = this.#options.target.coverage!.space;
    const edgeFeatures = edgeCells * 8;
    return [...unpackFeatures(features.all)].map((feature) =>
      feature < edgeFeatures
        ? featureIn(domainNumbers.counters, feature)
        : featureIn(domainNumbers.users[0]!, feature - edgeFeatures),
    );
  }
}
