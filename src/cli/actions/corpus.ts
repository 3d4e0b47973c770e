/** The work of `cgfuzz corpus`. */
import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { dirname, extname, join, resolve } from 'node:path';
import { makeFolder } from '../../util/make-folder.ts';
import { grouped, roughTime, counted } from '../../util/text.ts';
import { FIRST_SHARD, inputInShard } from '../../centipede/index.ts';
import { SequenceFileError } from '../../choice/index.ts';
import {
  Corpus,
  type EntryInfo,
  NOT_EXECUTED,
  addMade,
  addSequence,
  chooseSeeds,
  copyEntry,
  distillCorpus,
  takeOver,
  writeSeeds,
} from '../../corpus/index.ts';
import { CampaignFolder, KeptModules, type Manifest } from '../../campaign/index.ts';
import { inChain, modulesIn } from '../../generators/index.ts';
import { corpusSummaryText, summarizeCorpus } from '../../report/index.ts';
import type { Program } from '../../program/index.ts';
import { UserError } from '../../util/user-error.ts';
import { type Context, exitCodes } from '../command.ts';
import { findAction } from '../find-action.ts';
import { makePrograms } from '../../session/make-programs.ts';
import { ValidatedPrograms } from '../../session/validated.ts';
import { readInput } from '../read-input.ts';
import { sourceOf, sourcesIn } from '../../session/sources-given.ts';
import { showHistory } from '../show-history.ts';
import { statusLine } from '../progress/status-line.ts';
import { inputsIn, readerAmong } from '../foreign-inputs.ts';
import { Trust } from '../../session/trust.ts';
import { worldOf } from '../../session/world.ts';
import type { SourceDefinition } from '../../source/index.ts';

/** The values of the command's flags. */
interface Values {
  readonly json: boolean;
  readonly size: number;
  readonly programs: boolean;
  readonly validated: boolean;
  readonly as: 'sequences' | 'files' | 'centipede';
  readonly only: string | undefined;
  readonly source: string | undefined;
  readonly trust: boolean;
}

type Action = (context: Context, paths: readonly string[], values: Values) => Promise<number> | number;

const actions: Readonly<Record<string, Action>> = {
  stats,
  merge,
  distill,
  seeds,
  import: importPaths,
  export: exportEntries,
  history,
};

/** Answers with the exit code. */
export async function corpusAction(
  context: Context,
  values: Values,
  [action = '', ...paths]: readonly string[],
): Promise<number> {
  return findAction(actions, action)(context, paths, values);
}

function stats(context: Context, [dir = '', ...surplus]: readonly string[], { json }: Values): number {
  refuse(surplus);
  const { corpus } = readCorpus(context, dir);
  const folder = new CampaignFolder(resolve(context.cwd, dir));
  const summary = summarizeCorpus(corpus, (build) => folder.edgeCellsOf(build));
  const { warnings } = corpus;
  corpus.close();
  context.stdout(json ? `${JSON.stringify({ ...summary, warnings })}\n` : corpusSummaryText(summary));
  return exitCodes.ok;
}

function history(context: Context, words: readonly string[], { json }: Values): number {
  const [dir, id] = words.length === 1 ? ['campaign', words[0]] : words;
  refuse(words.slice(2));
  if (dir === undefined || id === undefined)
    throw new UserError('ID is missing', ['write: cgfuzz corpus history [DIR] ID']);
  showHistory(context, { dir, word: id, json });
  return exitCodes.ok;
}

function merge(context: Context, [dir = '', ...others]: readonly string[]): number {
  if (others.length === 0)
    throw new UserError('nothing to merge', ['write: cgfuzz corpus merge DIR OTHER...']);
  // Reads every corpus before anything is written.
  const readers = others.map((other) => readCorpus(context, other));
  try {
    return writing(context, dir, ({ corpus, manifest }) => {
      for (const [index, from] of readers.entries()) {
        const taker = (source: string): string => takerOf(source, manifest);
        const added = takeOver(corpus, from.corpus, manifest?.build, taker);
        context.stdout(`${others[index]}: ${added} of ${counted(from.corpus.size, 'test')} new\n`);
        const left = [...from.corpus.entries()].filter(({ source }) => taker(source) === source);
        tellSources(context, left, manifest);
      }
      context.stdout(`${dir}: ${counted(corpus.size, 'test')}\n`);
      return exitCodes.ok;
    });
  } finally {
    for (const { corpus } of readers) corpus.close();
  }
}

async function distill(context: Context, [dir = '', out, ...surplus]: readonly string[]): Promise<number> {
  refuse(surplus);
  if (out === undefined) throw new UserError('OUT is missing', ['write: cgfuzz corpus distill DIR OUT']);
  refuseExisting(context, out);
  const { corpus: from } = readCorpus(context, dir);
  try {
    const { chosen, features, costMs } = await distillCorpus(from, context.signal);
    return writing(context, out, ({ corpus }) => {
      for (const info of chosen) copyEntry(corpus, from, info);
      const before = [...from.entries()].reduce((sum, info) => sum + info.costMs, 0);
      context.stdout(
        `${out}: ${counted(chosen.length, 'test')} of ${grouped(from.size)} have all ${grouped(features)} features; ${roughTime(costMs)} of CPU instead of ${roughTime(before)}\n`,
      );
      return exitCodes.ok;
    });
  } finally {
    from.close();
  }
}

function seeds(context: Context, [dir = '', out, ...surplus]: readonly string[], { size }: Values): number {
  refuse(surplus);
  if (out === undefined) throw new UserError('OUT is missing', ['write: cgfuzz corpus seeds DIR OUT']);
  const { corpus } = readCorpus(context, dir);
  try {
    const folder = resolve(context.cwd, out);
    makeFolder(folder);
    const entries = ofOneBuild([...corpus.entries()]);
    for (const source of new Set(entries.map((info) => info.source))) {
      const own = entries.filter((info) => info.source === source);
      const chosen = chooseSeeds(corpus, own, size * 1_000);
      const files = chosen.map(({ id }) => corpus.sequenceBytes(id));
      writeSeeds(join(folder, `${source}.cgcorpus`), files);
      const reached = new Set(chosen.flatMap(({ id }) => [...corpus.features(id)])).size;
      const costMs = chosen.reduce((sum, info) => sum + info.costMs, 0);
      context.stdout(
        `${join(out, `${source}.cgcorpus`)}: ${counted(chosen.length, 'test')} of ${grouped(own.length)} with ${grouped(reached)} features, ${roughTime(costMs)} of CPU\n`,
      );
    }
    return exitCodes.ok;
  } finally {
    corpus.close();
  }
}

/** The entries of the build that has the most: features of different builds cannot be compared. */
function ofOneBuild(entries: readonly EntryInfo[]): EntryInfo[] {
  const executed = entries.filter(({ build }) => build !== NOT_EXECUTED);
  const builds = [...new Set(executed.map(({ build }) => build))];
  const parts = builds.map((build) => executed.filter((each) => each.build === build));
  return parts.toSorted((a, b) => b.length - a.length)[0] ?? [];
}

async function importPaths(
  context: Context,
  [dir = '', ...paths]: readonly string[],
  values: Values,
): Promise<number> {
  if (paths.length === 0)
    throw new UserError('nothing to import', ['write: cgfuzz corpus import DIR PATH...']);
  return values.as === 'sequences'
    ? importSequences(context, dir, paths)
    : importInputs(context, dir, paths, values);
}

/** Inputs of other engines become tests of a source that can write them. */
async function importInputs(
  context: Context,
  dir: string,
  paths: readonly string[],
  { source }: Values,
): Promise<number> {
  const folder = new CampaignFolder(resolve(context.cwd, dir));
  const used = folder.exists ? folder.readManifest().sources : [];
  const ready = used.filter((name) => modulesIn(name, context.cwd).length === 0);
  const reader = readerAmong(await sourcesIn(source ?? ready.join(','), context.cwd));
  const inputs = paths.flatMap((path) => inputsIn(context.cwd, path));
  return writing(context, dir, ({ corpus, manifest }) => {
    const made = inputs.flatMap((input) => reader.read(input) ?? []);
    const taker = takerOf(reader.name, manifest);
    const added = made.flatMap((sequence) => addMade(corpus, sequence, taker) ?? []);
    const left = inputs.length - made.length;
    const others = left === 0 ? '' : `, ${left} that ${reader.name} cannot write`;
    context.stdout(`${added.length} of ${counted(inputs.length, 'input')} new${others}\n`);
    tellSources(context, added, manifest);
    return exitCodes.ok;
  });
}

function importSequences(context: Context, dir: string, paths: readonly string[]): number {
  const campaigns = paths.filter((path) => hasCorpus(resolve(context.cwd, path)));
  const files = paths
    .filter((path) => !campaigns.includes(path))
    .flatMap((path) => sequencesIn(context, path));
  const code = campaigns.length > 0 ? merge(context, [dir, ...campaigns]) : exitCodes.ok;
  if (files.length === 0) return code;
  return writing(context, dir, ({ corpus, manifest }) => {
    const added: EntryInfo[] = [];
    let bad = 0;
    for (const file of files) {
      try {
        const info = addSequence(corpus, readInput(context.cwd, file), (source) => takerOf(source, manifest));
        if (info !== undefined) added.push(info);
      } catch (error) {
        if (!(error instanceof SequenceFileError)) throw error;
        bad++;
        context.stderr(`${file}: left out, ${error.message}\n`);
      }
    }
    context.stdout(
      `${added.length} of ${counted(files.length, 'sequence file')} new, ${bad} could not be read\n`,
    );
    tellSources(context, added, manifest);
    if (bad === 0) return exitCodes.ok;
    context.stderr(`error: ${bad} of ${counted(files.length, 'sequence file')} could not be read\n`);
    return exitCodes.usage;
  });
}

/** A campaign with a chain also takes tests of the plain source; for them the stages do nothing. */
function takerOf(source: string, manifest: Manifest | undefined): string {
  const { sources = [] } = manifest ?? {};
  if (sources.includes(source)) return source;
  return sources.find((each) => inChain(each)[0] === source) ?? source;
}

async function exportEntries(
  context: Context,
  [dir = '', out, ...surplus]: readonly string[],
  values: Values,
): Promise<number> {
  refuse(surplus);
  if (out === undefined) throw new UserError('OUT is missing', ['write: cgfuzz corpus export DIR OUT']);
  const { corpus, manifest } = readCorpus(context, dir);
  const campaign = resolve(context.cwd, dir);
  const modules = new KeptModules(campaign).found(manifest?.modules ?? {});
  try {
    const entries = chosenEntries(corpus, values.only);
    const folder = resolve(context.cwd, out);
    makeFolder(folder);
    const what = { corpus, entries, folder, out, modules, campaign };
    if (values.validated) return await validatedOf(context, what, values);
    if (values.as === 'files') return await programsOf(context, what, values, writeInput);
    if (values.as === 'centipede') {
      writeFileSync(join(folder, FIRST_SHARD), '');
      return await programsOf(context, what, values, appendToShard);
    }
    for (const { id } of entries) writeFileSync(join(folder, `${id}.cgseq`), corpus.sequenceBytes(id));
    context.stdout(`${out}: ${counted(entries.length, 'sequence')}\n`);
    return values.programs ? await programsOf(context, what, values, writeProgram) : exitCodes.ok;
  } finally {
    corpus.close();
  }
}

async function programsOf(
  context: Context,
  what: {
    corpus: Corpus;
    entries: readonly EntryInfo[];
    folder: string;
    out: string;
    campaign: string;
    modules: Readonly<Record<string, string>>;
  },
  { source, trust: isTrusted }: Values,
  write: Write,
): Promise<number> {
  const given = await sourcesIn(source, context.cwd);
  const trust = new Trust(worldOf(context).cache, isTrusted);
  const line = statusLine(context);
  let written = 0;
  for (const name of new Set(what.entries.map((info) => info.source))) {
    const check = (text: string): void => trust.checkSource(what.campaign, text, context.cwd);
    const definition = await sourceOf(name, given, context.cwd, check, what.modules);
    await makePrograms({
      ...what,
      entries: what.entries.filter((info) => info.source === name),
      definition,
      signal: context.signal,
      onProgram: async (id, program) => {
        const why = await write(what.folder, id, program, definition);
        if (why === undefined) line.show(counted(++written, 'program'));
        else context.stderr(`${id}: left out, ${why}\n`);
      },
      onFailure: (id, why) => context.stderr(`${id}: no program, ${why}\n`),
    });
  }
  line.clear();
  context.stdout(`${what.out}: ${counted(written, 'program')}\n`);
  return written === what.entries.length ? exitCodes.ok : exitCodes.found;
}

/** Writes a program, or says why it is left out. */
type Write = (
  folder: string,
  id: string,
  program: Program,
  definition: SourceDefinition,
) => Promise<string | undefined> | undefined;

/** Programs that are left out are no failure. */
async function validatedOf(
  context: Context,
  what: Parameters<typeof programsOf>[1],
  values: Values,
): Promise<number> {
  const validated = await ValidatedPrograms.open(what.folder, worldOf(context));
  try {
    await programsOf(context, what, values, (_, id, program, definition) =>
      validated.take(id, definition, program),
    );
    context.stdout(`try a compiler: ${join(what.out, 'check.sh')} gcc-12 -O2\n`);
    return exitCodes.ok;
  } finally {
    await validated.close();
  }
}

/** One file lies beside its sequence; several files lie in a folder of their own. */
function writeProgram(folder: string, id: string, { files, main }: Program): undefined {
  for (const { path, bytes } of files) {
    const file = files.length === 1 ? join(folder, `${id}${extname(main)}`) : join(folder, id, path);
    makeFolder(dirname(file));
    writeFileSync(file, bytes);
  }
}

/** An input for another fuzzing engine: one file, whose name is the SHA-1 of its content. */
function writeInput(folder: string, _id: string, program: Program): undefined {
  const bytes = inputOf(program);
  writeFileSync(join(folder, createHash('sha1').update(bytes).digest('hex')), bytes);
}

function appendToShard(folder: string, _id: string, program: Program): undefined {
  appendFileSync(join(folder, FIRST_SHARD), inputInShard(inputOf(program)));
}

function inputOf({ files, main }: Program): Uint8Array {
  return files.find(({ path }) => path === main)?.bytes ?? new Uint8Array();
}

function chosenEntries(corpus: Corpus, only: string | undefined): EntryInfo[] {
  const all = [...corpus.entries()];
  if (only === undefined) return all;
  return only.split(',').map((id) => {
    const found = all.find((info) => info.id === id);
    if (found) return found;
    throw new UserError(`no test ${id} in this corpus`, [
      "ids stand in the report's table of tests: cgfuzz report",
    ]);
  });
}

interface Opened {
  readonly corpus: Corpus;
  /** Undefined if the folder holds a corpus and nothing else. */
  readonly manifest: Manifest | undefined;
}

function readCorpus(context: Context, dir: string): Opened {
  const folder = new CampaignFolder(resolve(context.cwd, dir));
  const manifest = folder.exists ? folder.readManifest() : undefined;
  if (!existsSync(folder.corpus)) {
    throw new UserError(`there is no corpus in ${dir}`, ["a campaign's folder holds a folder corpus"]);
  }
  for (const warning of folder.warnings) context.stderr(`${warning}\n`);
  return told(context, { corpus: Corpus.read(folder.corpus, folder.countedTests), manifest });
}

/** Works even if the folder is empty so far. Nobody else may write to the folder meanwhile. */
function writing(context: Context, dir: string, use: (opened: Opened) => number): number {
  const folder = new CampaignFolder(resolve(context.cwd, dir));
  const manifest = folder.exists ? folder.readManifest() : undefined;
  folder.lock();
  try {
    const opened = told(context, { corpus: Corpus.open(folder.corpus, folder), manifest });
    try {
      return use(opened);
    } finally {
      opened.corpus.close();
    }
  } finally {
    folder.unlock();
  }
}

function told({ stderr }: Context, opened: Opened): Opened {
  for (const warning of opened.corpus.warnings) stderr(`${warning}\n`);
  return opened;
}

function hasCorpus(path: string): boolean {
  return existsSync(new CampaignFolder(path).corpus);
}

/** The given file, whatever its ending; for a folder, its sequence files. */
function sequencesIn({ cwd }: Context, path: string): string[] {
  const there = resolve(cwd, path);
  if (!existsSync(there))
    throw new UserError(`cannot import ${path}: there is no such file`, [`looked for: ${there}`]);
  if (!statSync(there).isDirectory()) return [path];
  const found = readdirSync(there, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.cgseq'))
    .toSorted();
  if (found.length > 0) return found.map((name) => join(path, name));
  throw new UserError(`there is nothing to import in ${path}`, [
    'it holds neither a corpus nor files named *.cgseq',
    'inputs of libFuzzer, AFL++ or Centipede: --as files --source bytes',
  ]);
}

/** Warns about tests of a source that the campaign does not use: they would wait for ever. */
function tellSources(
  { stderr }: Context,
  entries: Iterable<EntryInfo>,
  manifest: Manifest | undefined,
): void {
  if (manifest === undefined) return;
  const used = new Set(manifest.sources);
  const others = new Set([...entries].map(({ source }) => source).filter((source) => !used.has(source)));
  for (const source of others) {
    stderr(
      `tests of ${source} are used when the campaign is run with it: --source ${[...used, source].join(',')}\n`,
    );
  }
}

function refuseExisting({ cwd }: Context, out: string): void {
  if (!hasCorpus(resolve(cwd, out))) return;
  throw new UserError(`there is a corpus in ${out} already`, [
    'name another folder; to join two corpora: cgfuzz corpus merge',
  ]);
}

function refuse([first]: readonly string[]): void {
  if (first !== undefined) throw new UserError(`one argument too many: "${first}"`);
}
