/** `cgfuzz reduce`: a failing test made small, on the choices behind it. */
import { relative, resolve } from 'node:path';
import { decodeSequence, readSummary, SequenceFileError } from '../../choice/index.ts';
import type { Finding, FindingFolder, FindingRecord } from '../../finding/index.ts';
import {
  checkTest,
  type FailureTest,
  finishFinding,
  Generators,
  openFailureTest,
  programSize,
  reduceFinding,
  reduceTest,
} from '../../fuzz/index.ts';
import { findSource } from '../../generators/sources.ts';
import { Laboratory } from '../../oracle/index.ts';
import type { Program } from '../../program/index.ts';
import { NotInterestingError, type Reduced } from '../../reduce/index.ts';
import { findingFiles } from '../../report/index.ts';
import type { SourceDefinition } from '../../source/index.ts';
import { UserError } from '../../util/user-error.ts';
import { type Command, type Context, defineCommand, exitCodes } from '../command.ts';
import { cpuClock } from '../cpu-clock.ts';
import { findFinding } from '../find-finding.ts';
import { durationFlag, type Flags, integerFlag, switchFlag, textFlag } from '../flags.ts';
import { readInput } from '../read-input.ts';
import { reductionProgress } from '../reduction-progress.ts';
import { remake } from '../reduce/remake.ts';
import { scriptTest } from '../reduce/script-test.ts';
import { SequenceOutput } from '../reduce/sequence-output.ts';
import { reductionSummary, type ReductionSummary } from '../reduce/summary.ts';
import { worldOf } from '../world.ts';

const flagTable = {
  test: textFlag({
    doc: 'tells whether a program is interesting; not needed for a finding, which must stay the same bug',
    category: 'Test',
    valueName: 'SCRIPT',
    default: undefined,
  }),
  name: textFlag({
    doc: 'what the file is called that the script looks at',
    category: 'Test',
    valueName: 'FILE',
    default: undefined,
    defaultDoc: 'test.c',
  }),
  timeout: durationFlag({
    doc: 'a script that takes longer says no',
    category: 'Test',
    default: 300_000,
    defaultDoc: '5m',
  }),
  repeats: integerFlag({
    doc: 'for a test that fails now and then: ask so often',
    category: 'Test',
    default: 1,
    min: 1,
  }),
  needed: integerFlag({ doc: 'and so often it must say yes', category: 'Test', default: 1, min: 1 }),
  dir: textFlag({
    doc: 'the campaign that a FINDING is in',
    category: 'Reduction',
    valueName: 'FOLDER',
    default: 'campaign',
  }),
  source: textFlag({
    doc: 'the generator; or a module that defines one',
    category: 'Reduction',
    valueName: 'NAME',
    default: undefined,
    defaultDoc: 'the one that made the sequence',
  }),
  output: textFlag({
    doc: 'where the reduction of a SEQUENCE goes: NAME.cgseq, and NAME.c or the like',
    category: 'Reduction',
    short: 'o',
    valueName: 'NAME',
    default: undefined,
    defaultDoc: "the SEQUENCE's name and .reduced",
  }),
  restart: switchFlag({ doc: 'begin anew, where otherwise a result is gone on from', category: 'Reduction' }),
  jobs: integerFlag({
    doc: 'evaluations at the same time; the result is the same for any number',
    category: 'Run',
    short: 'j',
    default: 1,
    min: 1,
    max: 256,
  }),
  evaluations: integerFlag({
    doc: 'stop after so many evaluations',
    category: 'Run',
    default: undefined,
    min: 1,
  }),
  json: switchFlag({ doc: 'print one object at the end, and nothing else', category: 'Output' }),
};
type ReduceFlags = Flags<typeof flagTable>;

export const reduceCommand: Command = defineCommand({
  name: 'reduce',
  summary: 'Make a failing test small, on the choices behind it',
  details: [
    'Every candidate is written anew by the generator, and so is as valid as all that it writes. A finding is reduced',
    'by its own signature, so that it stays the same bug, and in its folder.',
    '',
    'SCRIPT is run without arguments in a new folder with the program, test.c, and exits with 0 if that is still',
    'interesting; scripts for C-Reduce and C-Vise fit as they are. Interrupted, the same command goes on; the best so',
    'far is on the disk at all times.',
  ].join('\n'),
  parameters: [
    {
      name: 'WHAT',
      doc: 'a finding: its folder or the first letters of its id; or a file with choices, *.cgseq',
    },
  ],
  flags: flagTable,
  examples: [
    ['reduce 3f2a', 'the finding whose id begins so, of the campaign in this folder'],
    [
      'reduce crash.cgseq --test ./interesting.sh -j 8',
      'any test, by a script; the result is crash.reduced.c',
    ],
    ['reduce crash.cgseq --test ./interesting.sh --repeats 5 --needed 3', 'one that fails now and then'],
  ],
  async run(context, flags, [what = '']) {
    if (flags.needed > flags.repeats)
      throw new UserError(`--needed ${flags.needed} of --repeats ${flags.repeats} can never be`, [
        'allowed: at most as many as --repeats',
      ]);
    const finding = findFinding(context.cwd, flags.dir, what);
    const cpuMs = cpuClock(context.nowMs);
    try {
      const summary =
        finding === undefined
          ? await reduceSequence(context, flags, what, cpuMs)
          : await reduceFolder(context, flags, finding, cpuMs);
      context.stdout(flags.json ? `${JSON.stringify(summary)}\n` : reductionSummary(summary, context));
      return summary.end === 'aborted' ? exitCodes.interrupted : exitCodes.ok;
    } catch (error) {
      if (error instanceof NotInterestingError) throw new UserError(error.message);
      throw error;
    }
  },
});

async function reduceSequence(
  context: Context,
  flags: ReduceFlags,
  path: string,
  cpuMs: () => number,
): Promise<ReductionSummary> {
  if (flags.test === undefined)
    throw new UserError(`${path} is no finding, so that nobody knows what is interesting about it`, [
      'say it: --test SCRIPT',
    ]);
  const bytes = readInput(context.cwd, path);
  return withGenerators(context, flags, sourceOf(path, bytes), async (generators) => {
    const { sequence, envelope } = decodeSequence(bytes, generators.alphabet);
    const original = await remake(generators, sequence, path, context.stderr);
    const test = await openScript(context, flags, flags.test!, original, cpuMs);
    const isInteresting = async (program: Program): Promise<boolean> =>
      (await test.ask(program)).isInteresting;
    const base = flags.output ?? `${path.replace(/\.cgseq$/, '')}.reduced`;
    const output = new SequenceOutput(resolve(context.cwd, base), envelope);
    const earlier = flags.restart ? undefined : output.read(generators.alphabet);
    const made = earlier && (await generators.make({ sequence: earlier }));
    const goesOn = made?.outcome === 'ok' && (await isInteresting(made.value));
    if (goesOn && !flags.json)
      context.stderr(`going on from ${relative(context.cwd, output.sequencePath)}\n`);
    const view = reductionProgress(context, flags.json, cpuMs);
    const reduced = await reduceTest(generators, goesOn ? made.record : sequence, isInteresting, {
      ...limitsOf(flags, context),
      onImproved(best, program, progress) {
        output.write(best, program);
        view.show(programSize(program), progress);
      },
    }).finally(() => view.clear());
    output.write(reduced.sequence, reduced.test);
    return summaryOf(reduced, output.programPath(reduced.test), cpuMs, {
      choices: sequence.choiceCount,
      bytes: programSize(original),
    });
  });
}

async function reduceFolder(
  context: Context,
  flags: ReduceFlags,
  folder: FindingFolder,
  cpuMs: () => number,
): Promise<ReductionSummary> {
  let record = folder.read();
  const { origin } = record;
  return withGenerators(context, flags, origin.module ?? origin.source, async (generators) => {
    const bytes = folder.sequence('original');
    if (bytes === undefined) throw new UserError(`the finding in ${folder.path} has no original.cgseq`);
    const { sequence } = decodeSequence(bytes, generators.alphabet);
    const recorded = folder.program('original', record.program);
    const original = await remake(generators, sequence, folder.path, context.stderr, recorded);
    const own = (cpu: () => number): Promise<FailureTest> =>
      openScript(context, flags, flags.test!, original, cpu);
    const { test, validity } =
      flags.test === undefined
        ? await openSignature(folder, original, generators.definition, context, flags)
        : { test: await own(() => cpuMs() - generators.cpuMs), validity: undefined };
    const view = reductionProgress(context, flags.json, cpuMs);
    const save = (more: Partial<FindingRecord>): void => {
      record = { ...record, ...more };
      folder.save(record, findingFiles);
    };
    try {
      const reduced = await reduceFinding(
        { record, folder },
        {
          ...limitsOf(flags, context),
          generators,
          test,
          ...(validity === undefined ? {} : { validity }),
          restart: flags.restart,
          save,
          onImproved: (program, progress) => view.show(programSize(program), progress),
        },
      );
      if (reduced.end === 'minimal') save(await finish({ record, folder }, context));
      return summaryOf(reduced, folder.path, cpuMs, {
        choices: sequence.choiceCount,
        bytes: programSize(original),
      });
    } finally {
      view.clear();
      await test.close();
    }
  });
}

async function finish(finding: Finding, context: Context): Promise<Partial<FindingRecord>> {
  const laboratory = await Laboratory.open(worldOf(context));
  try {
    return await finishFinding(finding, laboratory);
  } finally {
    await laboratory.close();
  }
}

async function withGenerators<T>(
  context: Context,
  flags: ReduceFlags,
  source: string,
  work: (generators: Generators) => Promise<T>,
): Promise<T> {
  const definition = await findSource(flags.source ?? source, context.cwd);
  const generators = new Generators(definition, flags.jobs, {
    say: (text) => context.stderr(`${text}\n`),
  });
  try {
    return await work(generators);
  } finally {
    await generators.close();
  }
}

async function openScript(
  context: Context,
  { name, timeout, repeats }: ReduceFlags,
  script: string,
  original: Program,
  cpuMs: () => number,
): Promise<FailureTest> {
  const test = scriptTest(context, { script, name, timeoutMs: timeout, cpuMs });
  await checkTest(
    {
      name: script,
      file: name ?? original.main,
      ask: (program) => test.ask(program),
      isFlakyAllowed: repeats > 1,
    },
    original,
  );
  return test;
}

async function openSignature(
  folder: FindingFolder,
  original: Program,
  definition: SourceDefinition,
  context: Context,
  { jobs, repeats }: ReduceFlags,
): ReturnType<typeof openFailureTest> {
  const record = folder.read();
  const opened = await openFailureTest(record, folder, definition, worldOf(context), jobs);
  const { isInteresting, how } = await opened.test.ask(original);
  if (isInteresting || repeats > 1) return opened;
  await opened.test.close();
  throw new UserError(`the finding is not there any more: ${record.compiler} gives ${how}`, [
    `expected: ${record.signature}`,
    `it was found with ${record.build}`,
    'for one that fails now and then: --repeats 5 --needed 3',
  ]);
}

function limitsOf(
  { jobs, repeats, needed, evaluations }: ReduceFlags,
  { signal }: Context,
): { jobs: number; signal: AbortSignal; repeats: number; needed: number; maxEvaluations?: number } {
  return {
    jobs,
    signal,
    repeats,
    needed,
    ...(evaluations === undefined ? {} : { maxEvaluations: evaluations }),
  };
}

function summaryOf(
  { end, sequence, test, progress }: Reduced<Program>,
  result: string,
  cpuMs: () => number,
  from: { readonly choices: number; readonly bytes: number },
): ReductionSummary {
  return {
    end,
    choices: { from: from.choices, to: sequence.choiceCount },
    bytes: { from: from.bytes, to: programSize(test) },
    evaluations: progress.evaluations,
    cpuMs: Math.round(cpuMs()),
    result,
  };
}

function sourceOf(path: string, bytes: Uint8Array): string {
  try {
    return readSummary(bytes).envelope.source.name;
  } catch (error) {
    if (!(error instanceof SequenceFileError)) throw error;
    throw new UserError(`cannot reduce ${path}: ${error.message}`, error.hints);
  }
}
