/**
 * A chain: a source whose programs go through stages, each of which draws in a scope of its own after the
 * generator's.
 *
 * The generator replays its part as without stages; this module replays each stage's part, over its scope
 * alone. Invariants: if no stage takes part, the program is the generator's, byte for byte. The record of a
 * chain replays to itself. Errors in a stage never become exceptions.
 */
import {
  type Alphabet,
  type ChoiceSequence,
  type Draw,
  fillerFrom,
  replay,
  type Replayed,
} from '../../choice/index.ts';
import { editFacts, editText, type Facts, type SourceEdit } from '../../facts/index.ts';
import type { Program } from '../../program/index.ts';
import { type Stage, type StageInput, stageLabel, type StageResult, stageTuning } from '../../stage/index.ts';
import { type SourceDefinition, usualGeneratorLimits } from '../definition.ts';
import { watchdog } from '../record/watchdog.ts';
import { type Made, type MadeProgram, NO_COST } from '../made.ts';
import { ChainFacts } from './chain-facts.ts';
import { checkAlphabet, type GenerationRequest, type Source, type SourceSettings } from '../source.ts';
import { withoutChoices } from './front-scope.ts';
import { knownBasesOf, type KnownBases } from './known-bases.ts';
import { type ChainParts, joinedParts, chainParts } from './stage-scopes.ts';
import { fnv1a } from '../../util/fnv1a.ts';

export function withStages(
  source: Source,
  definition: SourceDefinition,
  settings: SourceSettings = {},
): Source {
  const { stages = [] } = definition;
  return stages.length === 0
    ? source
    : new StagedSource(source, definition, stages, new ChainFacts(definition, settings));
}

class StagedSource implements Source {
  readonly name: string;
  readonly alphabet: Alphabet;
  readonly #source: Source;
  readonly #stages: readonly Stage[];
  /** The same, ready for work. */
  #ready: Promise<readonly Stage[]> | undefined;
  readonly #maxChoices: number;
  readonly #known: KnownBases;
  readonly #facts: ChainFacts;

  constructor(
    source: Source,
    { name, limits }: SourceDefinition,
    stages: readonly Stage[],
    facts: ChainFacts,
  ) {
    this.name = name;
    this.alphabet = source.alphabet;
    this.#source = source;
    this.#stages = stages;
    this.#maxChoices = limits?.maxChoices ?? usualGeneratorLimits.maxChoices;
    this.#known = knownBasesOf(name, this.alphabet);
    this.#facts = facts;
  }

  async run(request: GenerationRequest): Promise<Made> {
    checkAlphabet(this, request);
    const { sequence, resync } = request;
    const parts = sequence === undefined || resync === 'position' ? undefined : chainParts(sequence);
    const base = await this.#base(request, parts);
    if (base.outcome !== 'ok') return base;
    const maxChoices = request.limits?.maxChoices ?? this.#maxChoices;
    const work = new ChainWork({ request, parts, base, maxChoices, facts: this.#facts });
    this.#ready ??= this.#facts.prepared(this.#stages);
    for (const stage of await this.#ready) {
      const end = await work.take(stage);
      if (end !== undefined) return end;
    }
    return work.made();
  }

  seen(): ReadonlyMap<string, number> {
    return this.#source.seen();
  }

  async close(): Promise<void> {
    await Promise.all([this.#source.close(), this.#facts.close()]);
  }

  /** The program before its stages. */
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

interface Work {
  readonly request: GenerationRequest;
  readonly parts: ChainParts | undefined;
  readonly base: MadeProgram;
  readonly maxChoices: number;
  readonly facts: ChainFacts;
}

/**
 * A program with its facts. The facts belong to the base program, so that its variants share them.
 */
interface Known {
  readonly program: Program;
  readonly base: Program;
  /** Edits since then, by stage. */
  readonly edits: readonly (readonly SourceEdit[])[];
  /** Facts of the base; `open` if nobody has asked yet. */
  readonly facts: Facts | undefined | 'open';
}

/** One program on its way through the stages. */
class ChainWork {
  readonly #work: Work;
  readonly #records: ChoiceSequence[];
  #known: Known;
  #freshCount: number;
  #cpuUs = 0;

  constructor(work: Work) {
    const { base } = work;
    this.#work = work;
    this.#records = [base.record];
    this.#known = untouched(base.program);
    this.#freshCount = base.freshCount;
  }

  /** Returns the end of the chain if the stage fails. */
  async take(stage: Stage): Promise<Made | undefined> {
    const wantsFacts = stage.needs !== undefined && this.#wantsFacts(stage);
    if (wantsFacts && this.#known.facts === 'open') {
      const { facts, cpuUs } = await this.#work.facts.of(this.#known.base);
      this.#known = { ...this.#known, facts };
      this.#cpuUs += cpuUs;
    }
    const before = process.cpuUsage();
    const known = this.#known;
    const drawn = this.#draw(stage, (draw) =>
      staged(stage, known, draw, wantsFacts ? factsNow(known) : undefined),
    );
    const { user, system } = process.cpuUsage(before);
    this.#cpuUs += user + system;
    this.#records.push(drawn.record);
    this.#freshCount += drawn.freshCount;
    if (drawn.outcome === 'ok') this.#known = drawn.value;
    return drawn.outcome === 'ok' ? undefined : { ...drawn, ...this.#whole() };
  }

  made(): MadeProgram {
    const { base } = this.#work;
    const isRemembered = base.isRemembered === true;
    return {
      outcome: 'ok',
      program: this.#known.program,
      ...this.#whole(),
      ...(isRemembered ? { isRemembered } : {}),
      ...(this.#known.program === base.program ? {} : { unstaged: base.program }),
    };
  }

  #whole(): Pick<Made, 'record' | 'freshCount' | 'cost'> {
    const { record, cost } = this.#work.base;
    return {
      record: joinedParts(record.alphabet, this.#records),
      freshCount: this.#freshCount,
      cost: { ...cost, cpuUs: cost.cpuUs + this.#cpuUs },
    };
  }

  /** The answers to its first questions, which are the same at every call. */
  #wantsFacts(stage: Stage): boolean {
    const { program } = this.#known;
    const input = { program, text: textOf(program) };
    const drawn = this.#draw(
      stage,
      (draw) => takesPart(stage, draw) && (stage.wantsFacts?.(draw, input) ?? true),
    );
    return drawn.outcome === 'ok' && drawn.value;
  }

  #draw<T>(stage: Stage, body: (draw: Draw) => T): Replayed<T> {
    const { request, base, maxChoices } = this.#work;
    const { answers, swarm, resync, meanings, seed = 0 } = request;
    const label = stageLabel(stage);
    const sequence = this.#sequenceFor(label);
    const drawn = replay((draw) => draw.scope(label, () => body(draw)), {
      alphabet: base.record.alphabet,
      // The stage's name separates the draws of stages.
      seed: Math.imul(seed + 1, 0x9e3779b1) ^ fnv1a(stage.name),
      limits: { maxChoices: Math.max(0, maxChoices - this.#choiceCount()) },
      ...(sequence === 'left out' ? { filler: () => 0 } : sequence === undefined ? {} : { sequence }),
      ...(answers === undefined || sequence === 'left out' ? {} : { filler: fillerFrom(answers) }),
      ...(swarm === undefined || sequence === 'left out' ? {} : { swarm }),
      ...(resync === undefined ? {} : { resync }),
      ...(meanings === undefined ? {} : { meanings }),
      // A person's own module may loop without drawing.
      ...(stage.module === undefined ? {} : { guard: watchdog(stageTuning.timeMs.value) }),
    });
    return sequence === 'left out' ? { ...drawn, freshCount: 0 } : drawn;
  }

  /**
   * The choices for a stage. If a sequence answers all of the generator's questions and has no scope for the
   * stage, the stage takes no part. Undefined if the stage draws anew.
   */
  #sequenceFor(label: string): ChoiceSequence | 'left out' | undefined {
    const { request, base, parts } = this.#work;
    const { sequence, resync } = request;
    if (sequence === undefined) return undefined;
    const isComplete = base.freshCount === 0;
    if (resync === 'position') {
      const rest = withoutChoices(sequence, this.#choiceCount());
      return rest.choiceCount === 0 && isComplete ? 'left out' : rest;
    }
    return parts?.stages.get(label) ?? (isComplete ? 'left out' : undefined);
  }

  #choiceCount(): number {
    return this.#records.reduce((sum, { choiceCount }) => sum + choiceCount, 0);
  }
}

function takesPart({ share = stageTuning.takesPart.value }: Stage, draw: Draw): boolean {
  return draw.boolean(share);
}

/** The main file, one character for each byte. */
function textOf(program: Program): string {
  const { bytes } = mainOf(program);
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1');
}

function mainOf({ files, main }: Program): Program['files'][number] {
  return files.find(({ path }) => path === main)!;
}

function untouched(program: Program): Known {
  return { program, base: program, edits: [], facts: 'open' };
}

function factsNow({ facts, edits }: Known): Facts | undefined {
  if (facts === 'open' || facts === undefined) return undefined;
  return edits.reduce(editFacts, facts);
}

function staged(stage: Stage, known: Known, draw: Draw, facts: Facts | undefined): Known {
  if (!takesPart(stage, draw)) return known;
  const { program } = known;
  const main = mainOf(program);
  const input: StageInput = { program, text: textOf(program), facts };
  const result = resultOf(stage, stage.edit(draw, input));
  const { edits, promises, compilerArgs } = result;
  if (edits.length === 0 && promises === undefined && compilerArgs === undefined) return known;
  const bytes = editText(main.bytes, edits);
  const files = program.files.map((file) => (file === main ? { ...main, bytes } : file));
  const edited = lowered(completed({ ...program, files }, result), result);
  // The facts no longer hold if the program may behave differently.
  if (promises !== undefined) return untouched(edited);
  return { ...known, program: edited, edits: edits.length === 0 ? known.edits : [...known.edits, edits] };
}

/** The program with the files that a stage links with it. */
function completed(program: Program, { beside = [] }: StageResult): Program {
  const added = beside.filter(({ path }) => program.files.every((file) => file.path !== path));
  if (added.length === 0) return program;
  return {
    ...program,
    files: [...program.files, ...added],
    beside: [...(program.beside ?? []), ...added.map(({ path }) => path)],
  };
}

function lowered(program: Program, { promises, compilerArgs = [] }: StageResult): Program {
  const args = [...(program.compilerArgs ?? []), ...compilerArgs];
  const whole = args.length === 0 ? program : { ...program, compilerArgs: args };
  if (promises === undefined) return whole;
  const { truth: _truth, promises: before, ...rest } = whole;
  return promises === 'nothing' || before === undefined ? rest : { ...rest, promises };
}

/** The checked answer of a stage, which a person may have written. */
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
