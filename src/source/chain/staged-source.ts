/**
 * A chain: a source whose programs go through stages, each of which draws in a scope of its own behind the generator's.
 *
 * The generator replays its part as it does without stages; each stage's part is replayed here, over its scope alone.
 * Invariants: where no stage takes part, the program is the generator's, byte for byte; the record of a chain replays to
 * itself; nothing that a stage does throws.
 */
import {
  type Alphabet,
  type ChoiceSequence,
  type Draw,
  fillerFrom,
  replay,
  type Replayed,
} from '../../choice/index.ts';
import { editText, type SourceEdit } from '../../facts/index.ts';
import type { Program } from '../../program/index.ts';
import { type Stage, type StageInput, stageLabel, type StageResult, stageTuning } from '../../stage/index.ts';
import { type SourceDefinition, usualGeneratorLimits } from '../definition.ts';
import { watchdog } from '../in-process/watchdog.ts';
import { type GenerationCost, type Made, type MadeProgram, NO_COST } from '../made.ts';
import { checkAlphabet, type GenerationRequest, type Source } from '../source.ts';
import { withoutChoices } from './front-scope.ts';
import { knownBasesOf, type KnownBases } from './known-bases.ts';
import { type ChainParts, joinedParts, chainParts } from './stage-scopes.ts';

export function withStages(source: Source, definition: SourceDefinition): Source {
  const { stages = [] } = definition;
  return stages.length === 0 ? source : new StagedSource(source, definition, stages);
}

class StagedSource implements Source {
  readonly name: string;
  readonly alphabet: Alphabet;
  readonly #source: Source;
  readonly #stages: readonly Stage[];
  readonly #maxChoices: number;
  readonly #known: KnownBases;

  constructor(source: Source, { name, limits }: SourceDefinition, stages: readonly Stage[]) {
    this.name = name;
    this.alphabet = source.alphabet;
    this.#source = source;
    this.#stages = stages;
    this.#maxChoices = limits?.maxChoices ?? usualGeneratorLimits.maxChoices;
    this.#known = knownBasesOf(name, this.alphabet);
  }

  async run(request: GenerationRequest): Promise<Made> {
    checkAlphabet(this, request);
    const { sequence, resync } = request;
    const parts = sequence === undefined || resync === 'position' ? undefined : chainParts(sequence);
    const base = await this.#base(request, parts);
    if (base.outcome !== 'ok') return base;
    const work = new ChainWork(request, parts, base, request.limits?.maxChoices ?? this.#maxChoices);
    for (const stage of this.#stages) {
      const end = work.take(stage);
      if (end !== undefined) return end;
    }
    return work.made();
  }

  seen(): ReadonlyMap<string, number> {
    return this.#source.seen();
  }

  async close(): Promise<void> {
    await this.#source.close();
  }

  /** The program as it leaves the generator. */
  async #base(request: GenerationRequest, parts: ChainParts | undefined): Promise<Made> {
    const { limits, meanings, isAnew = false } = request;
    const sequence = parts?.generator;
    if (sequence !== undefined && meanings === undefined && !isAnew) {
      const known = this.#known.find(sequence);
      if (known !== undefined && known.record.choiceCount <= (limits?.maxChoices ?? Infinity))
        return { outcome: 'ok', ...known, freshCount: 0, cost: NO_COST, isRemembered: true };
    }
    const made = await this.#source.run(sequence === undefined ? request : { ...request, sequence });
    if (made.outcome === 'ok') this.#known.add({ program: made.program, record: made.record });
    return made;
  }
}

/** One program on its way through the stages. */
class ChainWork {
  readonly #request: GenerationRequest;
  readonly #parts: ChainParts | undefined;
  readonly #base: MadeProgram;
  readonly #maxChoices: number;
  readonly #records: ChoiceSequence[];
  #program: Program;
  #freshCount: number;
  #cpuUs = 0;

  constructor(
    request: GenerationRequest,
    parts: ChainParts | undefined,
    base: MadeProgram,
    maxChoices: number,
  ) {
    this.#request = request;
    this.#parts = parts;
    this.#base = base;
    this.#maxChoices = maxChoices;
    this.#records = [base.record];
    this.#program = base.program;
    this.#freshCount = base.freshCount;
  }

  /** The end of the chain, where the stage goes wrong. */
  take(stage: Stage): Made | undefined {
    const before = process.cpuUsage();
    const drawn = this.#draw(stage);
    const { user, system } = process.cpuUsage(before);
    this.#cpuUs += user + system;
    this.#records.push(drawn.record);
    this.#freshCount += drawn.freshCount;
    const { alphabet } = this.#base.record;
    const whole = { record: joinedParts(alphabet, this.#records), freshCount: this.#freshCount };
    if (drawn.outcome !== 'ok') return { ...drawn, ...whole, cost: this.#cost() };
    this.#program = drawn.value;
    return undefined;
  }

  made(): MadeProgram {
    const record = joinedParts(this.#base.record.alphabet, this.#records);
    return {
      outcome: 'ok',
      program: this.#program,
      record,
      freshCount: this.#freshCount,
      cost: this.#cost(),
      ...(this.#base.isRemembered === true ? { isRemembered: true } : {}),
    };
  }

  #cost(): GenerationCost {
    const { cpuUs, ...rest } = this.#base.cost;
    return { ...rest, cpuUs: cpuUs + this.#cpuUs };
  }

  #draw(stage: Stage): Replayed<Program> {
    const { alphabet } = this.#base.record;
    const { answers, swarm, resync, meanings, seed = 0 } = this.#request;
    const label = stageLabel(stage);
    const sequence = this.#sequenceFor(label);
    const drawn = replay((draw) => draw.scope(label, () => staged(stage, this.#program, draw)), {
      alphabet,
      seed: Math.imul(seed + 1, 0x9e3779b1) ^ hashOf(stage.name),
      limits: { maxChoices: Math.max(0, this.#maxChoices - this.#choiceCount()) },
      ...(sequence === 'left out' ? { filler: () => 0 } : sequence === undefined ? {} : { sequence }),
      ...(answers === undefined || sequence === 'left out' ? {} : { filler: fillerFrom(answers) }),
      ...(swarm === undefined || sequence === 'left out' ? {} : { swarm }),
      ...(resync === undefined ? {} : { resync }),
      ...(meanings === undefined ? {} : { meanings }),
      // A module of somebody's own may loop without drawing.
      ...(stage.module === undefined ? {} : { guard: watchdog(stageTuning.timeMs.value) }),
    });
    return sequence === 'left out' ? { ...drawn, freshCount: 0 } : drawn;
  }

  /**
   * The choices for a stage. A sequence that answers everything that the generator asks, and says nothing of the stage,
   * is of the generator alone: the stage takes no part. Undefined where it draws anew.
   */
  #sequenceFor(label: string): ChoiceSequence | 'left out' | undefined {
    const { sequence, resync } = this.#request;
    if (sequence === undefined) return undefined;
    const isComplete = this.#base.freshCount === 0;
    if (resync === 'position') {
      const rest = withoutChoices(sequence, this.#choiceCount());
      return rest.choiceCount === 0 && isComplete ? 'left out' : rest;
    }
    return this.#parts?.stages.get(label) ?? (isComplete ? 'left out' : undefined);
  }

  #choiceCount(): number {
    return this.#records.reduce((sum, { choiceCount }) => sum + choiceCount, 0);
  }
}

function staged(stage: Stage, program: Program, draw: Draw): Program {
  if (!draw.boolean(stageTuning.takesPart.value)) return program;
  const main = program.files.find(({ path }) => path === program.main)!;
  const text = Buffer.from(main.bytes).toString('latin1');
  const input: StageInput = { program, text, facts: undefined };
  const result = resultOf(stage, stage.edit(draw, input));
  if (result.edits.length === 0 && result.promises === undefined && result.compilerArgs === undefined)
    return program;
  const bytes = editText(main.bytes, result.edits);
  const files = program.files.map((file) => (file === main ? { ...main, bytes } : file));
  return lowered({ ...program, files }, result);
}

function lowered(program: Program, { promises, compilerArgs = [] }: StageResult): Program {
  const args = [...(program.compilerArgs ?? []), ...compilerArgs];
  const whole = args.length === 0 ? program : { ...program, compilerArgs: args };
  if (promises === undefined) return whole;
  const { truth: _truth, promises: before, ...rest } = whole;
  return promises === 'nothing' || before === undefined ? rest : { ...rest, promises };
}

/** The answer of a stage, which somebody else may have written. */
function resultOf({ name }: Stage, answer: readonly SourceEdit[] | StageResult): StageResult {
  const result: StageResult = Array.isArray(answer) ? { edits: answer } : (answer as StageResult);
  const isWhole =
    typeof result === 'object' &&
    result !== null &&
    Array.isArray(result.edits) &&
    result.edits.every(isEdit);
  if (!isWhole)
    throw new Error(
      `the stage ${name} returned no edits; return a list of { begin, end, text } with offsets in bytes, or { edits, promises }`,
    );
  return result;
}

function isEdit(edit: unknown): edit is SourceEdit {
  if (typeof edit !== 'object' || edit === null) return false;
  const { begin, end, text } = edit as Partial<SourceEdit>;
  return Number.isInteger(begin) && Number.isInteger(end) && typeof text === 'string';
}

/** Keeps the draws of stages apart. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash;
}
