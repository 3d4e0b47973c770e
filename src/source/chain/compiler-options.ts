/**
 * A source whose programs come with compiler options, drawn in a scope before everything else.
 *
 * The generator does not know the options: the same sequence with another first scope gives the same program
 * with other options. A source without such options ignores a scope from another campaign, and makes the same
 * program.
 */
import { type Alphabet, applyEdits, type ChoiceSequence } from '../../choice/index.ts';
import type { DrawnOptions } from '../../program/index.ts';
import { COMPILER_LABEL, type SourceDefinition } from '../definition.ts';
import { type Made, NO_COST } from '../made.ts';
import { type GenerationRequest, runAll, type Source } from '../source.ts';
import { drawFront, type FrontScope, isScopeOf, withoutFront } from './front-scope.ts';

export function withCompilerOptions(
  source: Source,
  { compilerOptions }: Pick<SourceDefinition, 'compilerOptions'>,
): Source {
  return new OptionedSource(
    source,
    compilerOptions && {
      label: COMPILER_LABEL,
      draw: compilerOptions,
      seedOf: (seed) => Math.imul(seed + 1, 0x9e3779b1),
    },
  );
}

class OptionedSource implements Source {
  readonly name: string;
  readonly alphabet: Alphabet;
  readonly #source: Source;
  readonly #front: FrontScope<DrawnOptions> | undefined;

  constructor(source: Source, front: FrontScope<DrawnOptions> | undefined) {
    this.name = source.name;
    this.alphabet = source.alphabet;
    this.#source = source;
    this.#front = front;
  }

  async run(request: GenerationRequest): Promise<Made> {
    const front = this.#front;
    if (front === undefined) return this.#source.run(withoutForeignScope(request));
    const drawn = drawFront(front, request, this.alphabet);
    if (drawn.outcome !== 'ok') return { ...drawn, cost: NO_COST };
    const made = await this.#source.run(restOf(request, drawn.record));
    const whole = {
      record: joined(drawn.record, made.record),
      freshCount: drawn.freshCount + made.freshCount,
    };
    if (made.outcome !== 'ok') return { ...made, ...whole };
    return { ...made, ...whole, program: { ...made.program, options: drawn.value } };
  }

  async runAll(requests: readonly GenerationRequest[]): Promise<readonly Made[]> {
    if (this.#front === undefined) return runAll(this.#source, requests.map(withoutForeignScope));
    const all: Made[] = [];
    for (const request of requests) all.push(await this.run(request));
    return all;
  }

  seen(): ReadonlyMap<string, number> {
    return this.#source.seen();
  }

  async close(): Promise<void> {
    await this.#source.close();
  }
}

/** The request without the choices of the first scope; these count towards its limit. */
function restOf(
  { sequence, limits, ...request }: GenerationRequest,
  drawn: ChoiceSequence,
): GenerationRequest {
  const rest = withoutFront(COMPILER_LABEL, { ...request, ...(sequence && { sequence }) }, drawn);
  const { maxChoices } = limits ?? {};
  return {
    ...request,
    ...(rest === undefined ? {} : { sequence: rest }),
    ...(limits === undefined
      ? {}
      : {
          limits: {
            ...limits,
            ...(maxChoices === undefined ? {} : { maxChoices: Math.max(0, maxChoices - drawn.choiceCount) }),
          },
        }),
  };
}

function withoutForeignScope(request: GenerationRequest): GenerationRequest {
  const { sequence, resync } = request;
  if (sequence === undefined || resync === 'position' || !isScopeOf(sequence, 0, COMPILER_LABEL))
    return request;
  return { ...request, sequence: withoutFront(COMPILER_LABEL, { sequence }, sequence)! };
}

function joined(front: ChoiceSequence, rest: ChoiceSequence): ChoiceSequence {
  return applyEdits(rest, [{ from: 0, to: 0, ops: front.ops, words: front.words }]);
}
