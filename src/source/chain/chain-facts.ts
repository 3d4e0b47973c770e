/**
 * Facts for the stages of a chain: found when the first stage wants them, with the chain's own analyser and
 * sandbox.
 *
 * Invariant: missing facts about a program are an answer; only a machine without any compiler is an error.
 */
import { cacheFolder } from '../../build/index.ts';
import { FactFinder, type Facts } from '../../facts/index.ts';
import type { Program } from '../../program/index.ts';
import type { Stage } from '../../stage/index.ts';
import { compilerArgsFor, type SourceDefinition } from '../definition.ts';
import type { SourceSettings } from '../source.ts';

function stageWorld(): { readonly cache: string; readonly searchPath: string } {
  return { cache: cacheFolder(process.env), searchPath: process.env['PATH'] ?? '/usr/bin:/bin' };
}

/** Stages that are ready for work, in the same order. */
export function preparedStages(
  stages: readonly Stage[],
  tell: (text: string) => void,
): Promise<readonly Stage[]> {
  return Promise.all(
    stages.map(async (stage) =>
      stage.prepare === undefined ? stage : { ...stage, edit: await stage.prepare(stageWorld(), tell) },
    ),
  );
}

export class ChainFacts {
  readonly #definition: SourceDefinition;
  readonly #settings: SourceSettings;
  #finder: Promise<FactFinder> | undefined;

  constructor(definition: SourceDefinition, settings: SourceSettings) {
    this.#definition = definition;
    this.#settings = settings;
  }

  async of(program: Program): Promise<{ readonly facts: Facts | undefined; readonly cpuUs: number }> {
    const { say, tell = say } = this.#settings;
    this.#finder ??= FactFinder.open(stageWorld(), tell === undefined ? {} : { tell });
    const finder = await this.#finder;
    const args = compilerArgsFor(this.#definition, program);
    const { name: source, stages = [] } = this.#definition;
    const notesValues = stages.some(({ needs }) => needs === 'values');
    const answer = await finder.find({ program, args, notesValues, source });
    return {
      facts: answer.kind === 'facts' ? answer.facts : undefined,
      cpuUs: Math.round(answer.cpuMs * 1_000),
    };
  }

  /** The stages after their preparation: some must read files first. */
  prepared(stages: readonly Stage[]): Promise<readonly Stage[]> {
    const { say, tell = say ?? (() => undefined) } = this.#settings;
    return preparedStages(stages, tell);
  }

  async close(): Promise<void> {
    const finder = this.#finder;
    this.#finder = undefined;
    // A failed start has already thrown to its caller.
    await finder?.then(
      (opened) => opened.close(),
      () => undefined,
    );
  }
}
