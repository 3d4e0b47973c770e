/** The work of `cgfuzz findings`. */
import { existsSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { grouped, leftTable } from '../../util/text.ts';
import { CampaignFolder } from '../../campaign/index.ts';
import { compilersToVerify, findingFiles, isOfCentipede, isRegression } from '../../report/index.ts';
import { findProgram } from '../../build/index.ts';
import {
  type Finding,
  type FindingFolder,
  Findings,
  KnownBugs,
  knownNote,
  spanOf,
  verifyFinding,
  refuseCommands,
  headlineOf,
  shippedText,
  weightOf,
} from '../../finding/index.ts';
import { readRegularText } from '../../util/read-regular.ts';
import { UserError } from '../../util/user-error.ts';
import { type Context, exitCodes } from '../command.ts';
import { askTarget, AvoidedBugs } from '../../triage/index.ts';
import { avoidFinding } from '../avoid-finding.ts';
import { tellBisection } from '../bisect-finding.ts';
import { explainOne } from '../explain-finding.ts';
import { exportedText } from '../export-finding.ts';
import { findAction } from '../find-action.ts';
import { findFinding } from '../find-finding.ts';
import { heldFinding } from '../held-finding.ts';
import { showHistory } from '../show-history.ts';
import { campaignOf, Trust } from '../../session/trust.ts';
import { worldOf } from '../../session/world.ts';

/** The values of the command's flags. */
interface FindingsFlags {
  readonly dir: string;
  readonly all: boolean;
  readonly reason: string;
  readonly address: string;
  readonly known: string;
  readonly off: boolean;
  readonly git: string | undefined;
  readonly good: string | undefined;
  readonly bad: string;
  readonly 'git-build': string | undefined;
  readonly 'git-compiler': string | undefined;
  readonly llvm: boolean;
  readonly gcc: boolean;
  readonly trust: boolean;
  readonly json: boolean;
}

type Verb = (context: Context, flags: FindingsFlags, word: string | undefined) => Promise<number> | number;

/** Answers with the exit code. */
export async function findingsAction(
  context: Context,
  flags: FindingsFlags,
  [verb = '', word]: readonly string[],
): Promise<number> {
  const found = findAction(verbs, verb, 'verb');
  if (word !== undefined && existsSync(resolve(context.cwd, word, 'campaign.json')))
    throw new UserError(`${word} is a campaign, and no finding`, [`cgfuzz findings ${verb} --dir ${word}`]);
  return found(context, flags, word);
}

const verbs: Readonly<Record<string, Verb>> = {
  list,
  show,
  verify,
  explain,
  bisect,
  export: exportOne,
  mute,
  avoid,
  known,
  history,
};

function history(context: Context, { dir, json }: FindingsFlags, word: string | undefined): number {
  if (word === undefined)
    throw new UserError('cgfuzz findings history needs a FINDING', ['which ones: cgfuzz findings list']);
  showHistory(context, { dir, word, json });
  return exitCodes.ok;
}

function list(context: Context, flags: FindingsFlags): number {
  const all = findingsIn(context, flags);
  const rank = ({ record }: Finding): number => (isRegression(record) ? 0 : 1);
  const shown = all
    .filter(({ folder }) => flags.all || !folder.isMuted)
    .toSorted((a, b) => rank(a) - rank(b));
  const avoided = new AvoidedBugs(resolve(context.cwd, flags.dir));
  for (const warning of avoided.warnings) context.stderr(`${warning}\n`);
  const isAvoided = (id: string): boolean => avoided.find(id)?.state === 'on';
  if (flags.json) {
    for (const { record, folder } of shown)
      context.stdout(
        `${JSON.stringify({ ...record, ...weightOf(record), isMuted: folder.isMuted, isAvoided: isAvoided(record.id), folder: folder.path })}\n`,
      );
    return exitCodes.ok;
  }
  const rows = shown.map(({ record, folder }) => [
    record.id,
    [
      record.kind,
      ...(isRegression(record) ? ['regression'] : []),
      ...(folder.isMuted ? ['muted'] : []),
      ...(isAvoided(record.id) ? ['avoided'] : []),
    ].join(', '),
    String(weightOf(record).weight),
    grouped(record.count),
    sizeOf({ record, folder }),
    headlineOf(record),
  ]);
  if (rows.length === 0)
    context.stdout(`${flags.dir} has no findings${all.length > 0 ? ' but muted ones' : ''}\n`);
  else
    context.stdout(`${leftTable([['id', 'kind', 'weight', 'seen', 'bytes', 'what'], ...rows]).join('\n')}\n`);
  return exitCodes.ok;
}

/**
 * The sizes before and after the reduction; if the text was reduced as well, the size of the reduced text.
 */
function sizeOf({ record: { reduction, textReduction } }: Finding): string {
  if (reduction === undefined) return 'not reduced';
  const isDone = textReduction ? textReduction.state !== 'running' : reduction.state === 'minimal';
  const { to } = (textReduction ?? reduction).bytes;
  return `${grouped(reduction.bytes.from)} to ${grouped(to)}${isDone ? '' : ' so far'}`;
}

function show(context: Context, flags: FindingsFlags, word: string | undefined): number {
  const folder = oneOf(context, flags, word, 'show');
  if (flags.json) context.stdout(`${JSON.stringify(folder.read())}\n`);
  else context.stdout(`${readRegularText(join(folder.path, 'README.md'))}\n${nameOf(folder, context)}\n`);
  return exitCodes.ok;
}

async function verify(context: Context, flags: FindingsFlags, word: string | undefined): Promise<number> {
  const asked =
    word === undefined
      ? findingsIn(context, flags).filter(({ folder }) => flags.all || !folder.isMuted)
      : [oneOf(context, flags, word, 'verify')].map((folder): Finding => ({ folder, record: folder.read() }));
  const world = worldOf(context);
  const { searchPath } = world;
  const trust = new Trust(world.cache, flags.trust);
  for (const { folder } of asked) checkRepro(folder, trust);
  let isAnyThere = false;
  for (const { folder, record } of asked) {
    const compilers = compilersToVerify(record).filter(
      (name) => name.includes('/') || findProgram(name, searchPath),
    );
    const answers: Record<string, string> = {};
    for (const compiler of compilers) {
      const answer = await verifyFinding(folder, compiler, { signal: context.signal, searchPath });
      answers[compiler] =
        answer === 'unclear' && isOfCentipede(record) ? await askTarget({ folder, record }, world) : answer;
    }
    isAnyThere ||= Object.values(answers).includes('there');
    const told = Object.entries(answers).map(([compiler, answer]) => `${compiler} ${answer}`);
    context.stdout(
      flags.json
        ? `${JSON.stringify({ id: record.id, answers })}\n`
        : `${record.id}  ${told.join(', ') || 'no compiler of its family is installed'}\n`,
    );
  }
  return isAnyThere ? exitCodes.found : exitCodes.ok;
}

/** Refuses to run a reproducer that came from elsewhere. */
function checkRepro(folder: FindingFolder, trust: Trust): void {
  trust.check(campaignOf(folder.path), [join(folder.path, 'repro.sh')]);
  refuseCommands(folder.read());
}

async function explain(context: Context, flags: FindingsFlags, word: string | undefined): Promise<number> {
  await explainOne(context, oneOf(context, flags, word, 'explain'), flags);
  return exitCodes.ok;
}

async function bisect(context: Context, flags: FindingsFlags, word: string | undefined): Promise<number> {
  const folder = oneOf(context, flags, word, 'bisect');
  checkRepro(folder, new Trust(worldOf(context).cache, flags.trust));
  await tellBisection(context, folder, flags);
  return exitCodes.ok;
}

async function exportOne(context: Context, flags: FindingsFlags, word: string | undefined): Promise<number> {
  const folder = oneOf(context, flags, word, 'export');
  const world = worldOf(context);
  // Nothing of a campaign from somebody else runs here: its record stays as it is.
  const isOwn = new Trust(world.cache, flags.trust).isOwn(campaignOf(folder.path));
  const record = isOwn ? await heldFinding(folder, world) : folder.read();
  const { weight, because } = weightOf(record);
  if (record.shipped !== undefined) context.stderr(`${shippedText(record.shipped)}\n`);
  context.stderr(`weight ${weight}${because.length === 0 ? '' : `: ${because.join('; ')}`}\n`);
  const { text, searches } = await exportedText(folder, flags, world.searchPath);
  context.stdout(text);
  if (searches.length > 0) context.stderr(`reported before? look here first:\n`);
  for (const address of searches) context.stderr(`  ${address}\n`);
  return exitCodes.ok;
}

function mute(context: Context, flags: FindingsFlags, word: string | undefined): number {
  const folder = oneOf(context, flags, word, 'mute');
  checkAddress(flags.address);
  const record = folder.read();
  const path = resolve(context.cwd, flags.known);
  const bugs = KnownBugs.read(path);
  const bug = bugs.add(record, flags);
  bugs.write(path);
  folder.mute(knownNote(bug, record));
  context.stdout(
    `${folder.id} is muted: counted when it is seen, and no longer reduced or listed\n${flags.known} knows it: it shows in ${spanOf(bug)}\n`,
  );
  return exitCodes.ok;
}

async function avoid(context: Context, flags: FindingsFlags, word: string | undefined): Promise<number> {
  await avoidFinding(context, oneOf(context, flags, word, 'avoid'), flags);
  return exitCodes.ok;
}

/** Accepts no address, or the address of a page: other people will want to follow it. */
function checkAddress(address: string): void {
  if (address === '' || (URL.canParse(address) && /^https?:/.test(address))) return;
  throw new UserError(`--address ${address} is no address of a page`, [
    'as in: --address https://gcc.gnu.org/PR12345',
    'for other words: --reason TEXT',
  ]);
}

function known(context: Context, flags: FindingsFlags): number {
  const bugs = KnownBugs.read(resolve(context.cwd, flags.known)).all();
  if (flags.json) for (const bug of bugs) context.stdout(`${JSON.stringify(bug)}\n`);
  else if (bugs.length === 0) context.stdout(`${flags.known} knows no bugs\n`);
  else {
    const rows = bugs.map((bug) => [
      spanOf(bug),
      bug.title,
      [bug.reason, bug.address].filter(Boolean).join(', '),
    ]);
    context.stdout(`${leftTable([['shows in', 'what', 'why it is muted'], ...rows]).join('\n')}\n`);
  }
  return exitCodes.ok;
}

function findingsIn(context: Context, { dir }: FindingsFlags): readonly Finding[] {
  const campaign = new CampaignFolder(resolve(context.cwd, dir));
  campaign.readManifest();
  const findings = new Findings(campaign.findings, findingFiles);
  for (const warning of findings.warnings) context.stderr(`${warning}\n`);
  return findings.all();
}

function oneOf(
  context: Context,
  { dir }: FindingsFlags,
  word: string | undefined,
  verb: string,
): FindingFolder {
  if (word === undefined)
    throw new UserError(`cgfuzz findings ${verb} needs a FINDING`, ['which ones: cgfuzz findings list']);
  const found = findFinding(context.cwd, dir, word);
  if (found === undefined) throw new UserError(`${word} is a file, and findings are folders`);
  return found;
}

function nameOf({ path }: FindingFolder, { cwd }: Context): string {
  return relative(cwd, path) || '.';
}
