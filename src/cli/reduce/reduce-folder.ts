/** Reduces a finding in its folder: by its own signature, or by a person's script. */
import { decodeSequence } from '../../choice/index.ts';
import type { Finding, FindingFolder, FindingRecord } from '../../finding/index.ts';
import {
  explainFinding,
  finishFinding,
  openFailureTest,
  type OpenedTest,
  reduceFinding,
} from '../../triage/index.ts';
import type { SourcePool } from '../../source/index.ts';
import { type Program, programSize } from '../../program/index.ts';
import { Laboratory } from '../../laboratory/index.ts';
import { findingFiles } from '../../report/index.ts';
import { UserError } from '../../util/user-error.ts';
import type { Context } from '../command.ts';
import { reductionProgress } from '../progress/reduction-progress.ts';
import { worldOf } from '../../session/world.ts';
import { exportFinding, exportScript } from './export-folder.ts';
import { remake } from '../../session/remake.ts';
import { withGeneratorsOf } from './generators-of-finding.ts';
import { limitsOf, openScript, PATIENCE, type ReduceSession, summaryOf } from './session.ts';
import type { ReductionSummary } from './summary.ts';
import { textStep, type TextStep } from './text-step.ts';

export async function reduceFolder(
  session: ReduceSession,
  folder: FindingFolder,
): Promise<ReductionSummary | { readonly exported: string }> {
  const { flags } = session;
  const record = folder.read();
  const { args } = record;
  if (flags.export !== undefined) {
    const program = folder.program(folder.smallest(record.program), record.program);
    if (program === undefined) throw new UserError(`the finding in ${folder.path} has no program`);
    return flags.test === undefined
      ? exportFinding(session, flags.export, folder, program)
      : exportScript(session, flags.export, program, flags.test, args);
  }
  return withGeneratorsOf(session, folder, record, (generators) =>
    new FolderReduction(session, folder, generators).run(),
  );
}

class FolderReduction {
  readonly #session: ReduceSession;
  readonly #folder: FindingFolder;
  readonly #generators: SourcePool;
  #record: FindingRecord;

  constructor(session: ReduceSession, folder: FindingFolder, generators: SourcePool) {
    this.#session = session;
    this.#folder = folder;
    this.#generators = generators;
    this.#record = folder.read();
  }

  async run(): Promise<ReductionSummary> {
    const { context, flags, cpuMs } = this.#session;
    const bytes = this.#folder.sequence('original');
    if (bytes === undefined) throw new UserError(`the finding in ${this.#folder.path} has no original.cgseq`);
    const { sequence } = decodeSequence(bytes, this.#generators.alphabet);
    const recorded = this.#folder.program('original', this.#record.program);
    const original = await remake(this.#generators, sequence, this.#folder.path, context.stderr, recorded);
    this.#checkOptions(original);
    const opened = await this.#openTest(original);
    const { test, validity } = opened;
    const view = reductionProgress(context, flags.json, cpuMs);
    view.begin(programSize(original));
    try {
      const finding = { record: this.#record, folder: this.#folder };
      const reduced = await reduceFinding(finding, {
        ...limitsOf(this.#session),
        generators: this.#generators,
        test,
        ...(validity === undefined ? {} : { validity }),
        restart: flags.restart,
        save: (more) => this.#save(more),
        onImproved: (program, progress) => view.show(programSize(program), progress),
        onTried: () => view.tick(),
        ...(flags.text ? { patience: PATIENCE } : {}),
      });
      view.clear();
      const from = { choices: sequence.choiceCount, bytes: programSize(original) };
      const summary = (): ReductionSummary => summaryOf(reduced, this.#folder.path, this.#session, from);
      if (reduced.end !== 'minimal' && reduced.end !== 'slow') return summary();
      if (reduced.end === 'minimal') {
        const how = { generators: this.#generators, test, signal: context.signal };
        this.#save({ explanation: await explainFinding(reduced.sequence, how) });
      }
      if (validity !== undefined) validity.isGuarded = true;
      const text = flags.text ? await this.#reduceText(reduced.test, opened) : undefined;
      if (context.signal.aborted && text !== undefined) return { ...summary(), end: 'aborted', text };
      this.#save(await finish({ record: this.#record, folder: this.#folder }, context));
      return text === undefined ? summary() : { ...summary(), text };
    } finally {
      view.clear();
      await test.close();
    }
  }

  /**
   * Choices refer to places in a list of options; if that list is gone, the same choices may mean other
   * options in today's list.
   */
  #checkOptions({ options }: Program): void {
    const { options: recorded, reduction } = this.#record;
    if (reduction !== undefined || recorded?.args.join(' ') === options?.args.join(' ')) return;
    this.#session.context.stderr(
      `${this.#folder.path} was found with other options than its choices mean today: ${recorded?.args.join(' ')}\n`,
    );
  }

  async #openTest(original: Program): Promise<OpenedTest> {
    const { context, flags, cpuMs } = this.#session;
    if (flags.test !== undefined)
      return {
        test: await openScript(this.#session, flags.test, original, () => cpuMs() - this.#generators.cpuMs),
      };
    const { definition } = this.#generators;
    const record = this.#record;
    const opened = await openFailureTest(record, this.#folder, definition, worldOf(context), flags.jobs);
    const { isInteresting, how } = await opened.test.ask(original);
    if (isInteresting || flags.repeats > 1) return opened;
    await opened.test.close();
    throw new UserError(`the finding is not there any more: ${record.compiler} gives ${how}`, [
      `expected: ${record.signature}`,
      `it was found with ${record.build}`,
      'for one that fails now and then: --repeats 5 --needed 3',
    ]);
  }

  async #reduceText(
    reduced: Program,
    { test, isCompiledOnly = false }: OpenedTest,
  ): Promise<ReductionSummary['text']> {
    // After an interruption the step continues from its last result.
    const program = this.#folder.program('text', this.#record.program) ?? reduced;
    let seen: Partial<FindingRecord> = {};
    const isInteresting = async (candidate: Program): Promise<boolean> => {
      const answer = await test.ask(candidate);
      return answer.isInteresting && answer.difference?.expected !== '';
    };
    const save = ({ program: best, tool, guard, bytes }: Omit<TextStep, 'end'>): void => {
      this.#folder.saveText(best);
      this.#save({ textReduction: { tool, guard, bytes, state: 'running' } });
    };
    const questions = { isInteresting, seemsInteresting: test.seems, isCompiledOnly, save };
    const text = await textStep(this.#session, program, this.#record.args, questions);
    const { signal } = this.#session.context;
    // After an interruption a script answers no more questions.
    const last = signal.aborted && this.#session.flags.test !== undefined ? undefined : text.program;
    const difference = last && (await test.ask(last)).difference;
    if (difference !== undefined) seen = { difference };
    const { tool, guard, bytes } = text;
    this.#folder.saveText(text.program);
    this.#save({ ...seen, textReduction: { tool, guard, bytes } });
    return { tool, guard, bytes };
  }

  #save(more: Partial<FindingRecord>): void {
    this.#record = { ...this.#record, ...more };
    this.#folder.save(this.#record, findingFiles);
  }
}

async function finish(finding: Finding, context: Context): Promise<Partial<FindingRecord>> {
  const laboratory = await Laboratory.open(worldOf(context));
  try {
    return await finishFinding(finding, laboratory);
  } finally {
    await laboratory.close();
  }
}
