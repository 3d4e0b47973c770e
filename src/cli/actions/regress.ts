/** The work of `cgfuzz regress`: bugs of a new compiler, or of a patch, that the old compiler does not have. */
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type CampaignSettings, usualSettings } from '../../campaign/index.ts';
import { stockCompilers } from '../../build/index.ts';
import { annotation, reviewText } from '../../report/index.ts';
import { type JudgedFinding, regress, type RegressVerdict } from '../../session/regress.ts';
import { isGcc } from '../../session/review/gcc-patch.ts';
import type { ReviewVerdict } from '../../session/review/review.ts';
import type { SessionListener } from '../../session/run-session.ts';
import { buildPatched, type PatchedBuild } from '../../session/target-to-build.ts';
import { stockName } from '../../target/index.ts';
import { UserError } from '../../util/user-error.ts';
import { counted } from '../../util/text.ts';
import { type Context, exitCodes } from '../command.ts';
import { showProgress } from '../progress/show-progress.ts';
import { reviewPatch } from './review.ts';

interface RegressFlags extends Pick<
  CampaignSettings,
  'source' | 'args' | 'options' | 'time' | 'execs' | 'seed' | 'jobs' | 'strategy'
> {
  readonly 'cpu-time': number | undefined;
  readonly patch: string | undefined;
  readonly patches: string | undefined;
  readonly review: number;
  readonly dir: string;
  readonly programs: number;
  readonly missed: boolean;
  readonly trust: boolean;
  readonly json: boolean;
}

export async function regressAction(
  context: Context,
  flags: RegressFlags,
  [oldName = '', newName]: readonly string[],
): Promise<number> {
  const { target, focus } = await newCompiler(context, flags, oldName, newName);
  const reviewed = await firstMinute(context, flags, oldName);
  const old = asShipped(oldName);
  const { 'cpu-time': ownTime, time: wall, execs: tests } = flags;
  const isBounded = ownTime !== undefined || wall !== undefined || tests !== undefined;
  const level = flags.args.join(' ');
  const settings = usualSettings({
    source: flags.missed ? flags.source.map(withMarkers) : flags.source,
    args: flags.args,
    options: flags.options,
    cpuTime: isBounded ? ownTime : TEN_MINUTES - (reviewed === undefined ? 0 : flags.review),
    time: wall,
    execs: tests,
    seed: flags.seed,
    jobs: flags.jobs,
    dir: flags.dir,
    target,
    strategy: flags.strategy,
    focus: flags.strategy === 'guided' ? focus : undefined,
    control: focus === undefined || flags.strategy !== 'guided' ? undefined : old,
    compareShare: flags.missed ? 5 : 20,
    truthShare: flags.missed ? 5 : 30,
    missedShare: flags.missed ? 70 : 0,
    compareWith: `${old} ${level};${old} -O0`,
  });
  const session = { ...context, isTrusted: flags.trust };
  const asked = { old, programs: flags.programs };
  const verdict = await regress(settings, asked, session, listening(context));
  const both = reviewed === undefined ? verdict : { ...verdict, review: reviewed };
  context.stdout(flags.json ? `${JSON.stringify(both)}\n` : textOf(verdict, target, flags.dir));
  const regressions = verdict.findings.filter((each) => groupOf(each) === 'regression');
  for (const { id, kind, title } of flags.json ? [] : regressions)
    context.stdout(
      annotation(context.env, {
        file: join(flags.dir, 'findings', id, 'README.md'),
        title: `cgfuzz, regression: ${kind}`,
        text: `${target}, and not ${old}: ${title}`,
      }),
    );
  if (regressions.length > 0 || (reviewed?.faults.length ?? 0) > 0) return exitCodes.found;
  return context.signal.aborted ? exitCodes.interrupted : exitCodes.ok;
}

/**
 * Reviews a patch with the compiler's own tests before the campaign begins. A resumed campaign was reviewed in its
 * first run. If a review is not possible, the campaign runs without it.
 */
async function firstMinute(
  context: Context,
  { patch, review, seed, dir, json }: RegressFlags,
  compiler: string,
): Promise<ReviewVerdict | undefined> {
  if (patch === undefined || review === 0) return undefined;
  if (!/^(?:clang|llvm)-\d/.test(compiler) && !isGcc(compiler)) return undefined;
  if (existsSync(resolve(context.cwd, dir))) return undefined;
  try {
    const asked = { patches: patch, compiler, seconds: review / 1000, seed: seed ?? 1 };
    const verdict = await reviewPatch(context, asked);
    if (!json) context.stdout(`${reviewText(verdict)}\n`);
    return verdict;
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    context.stderr(`no review with the compiler's own tests: ${error.message}\n`);
    return undefined;
  }
}

/** The source with markers: loom writes its own, and the stage `markers` puts them into programs of other sources. */
function withMarkers(source: string): string {
  if (/\|\s*markers\b|\bwith=markers\b/.test(source)) return source;
  const [generator = '', ...stages] = source.split('|');
  if (!/^\s*loom\b/.test(generator)) return `${source} | markers`;
  return [`${generator.trimEnd()} with=markers`, ...stages].join(stages.length > 0 ? ' |' : '');
}

const TEN_MINUTES = 600_000;

/** The name of the compiler as Debian ships it: the plain name may mean an instrumented build. */
function asShipped(name: string): string {
  const compiler = stockCompilers.find((each) => each.name === name);
  return compiler === undefined ? name : stockName(compiler);
}

/** Builds the target first if there are patches. */
async function newCompiler(
  context: Context,
  flags: { readonly patch: string | undefined; readonly patches: string | undefined },
  old: string,
  name: string | undefined,
): Promise<Partial<PatchedBuild> & Pick<PatchedBuild, 'target'>> {
  if (flags.patch !== undefined && flags.patches !== undefined)
    throw new UserError('--patch and --patches are two changes', ['name a file, or a folder with several']);
  const patches = flags.patch ?? flags.patches;
  if (patches === undefined) {
    if (name !== undefined) return { target: name };
    throw new UserError(`${old} is to be compared with nothing`, [
      'name the new compiler: cgfuzz regress gcc-12 gcc-16',
      'or a patch to the old one: cgfuzz regress clang-19 --patch FILE',
    ]);
  }
  if (name !== undefined)
    throw new UserError(
      `--patch${flags.patch === undefined ? 'es' : ''} changes ${old}, and ${name} is another compiler`,
      [`leave ${name} out, or the patch`],
    );
  const progress = showProgress(context, false);
  try {
    return await buildPatched(context, patches, old, progress.show);
  } finally {
    progress.end();
  }
}

function listening(context: Context): SessionListener {
  const say = (text: string): void => context.stderr(`${text}\n`);
  const quiet = (): void => undefined;
  return {
    say,
    onPreparing: (step) => (step === undefined ? undefined : say(step)),
    onBegin: quiet,
    onEvent: (event) => {
      if (event.type === 'note') say(event.text);
      if (event.type === 'finding') say(`found: ${event.finding.title}`);
    },
  };
}

function textOf(
  { old, line, findings, edgesOfAll, code }: RegressVerdict,
  target: string,
  dir: string,
): string {
  const of = (group: Group): JudgedFinding[] => findings.filter((finding) => groupOf(finding) === group);
  const regressions = of('regression');
  const head = `${target} against ${old}: ${counted(regressions.length, 'regression')} in ${counted(line.executions, 'test')}`;
  const group = (title: string, those: readonly JudgedFinding[]): string[] =>
    those.length === 0 ? [] : ['', title, ...those.map(({ id, title: what }) => `  ${id}  ${what}`)];
  return [
    head,
    ...(line.focus === undefined
      ? []
      : [`reached ${line.focus.edges} of the ${line.focus.ofEdges} edges of the changed functions`]),
    ...(edgesOfAll === undefined ? [] : [reached(line.edges, edgesOfAll)]),
    ...(line.controlled === undefined
      ? []
      : [`made other code of ${line.controlled.other} of ${counted(line.controlled.tests, 'test')}`]),
    ...askedForMissed(line.checked?.missed ?? 0),
    ...group(`regressions (${old} does these right):`, regressions),
    ...group(`fixed (${old} has them, and ${target} does not):`, of('fixed')),
    ...group(`not new (${old} has them, too):`, of('not new')),
    ...group('neither of them shows these any more:', of('gone')),
    ...group(`unclear (one of them could not be asked):`, of('unclear')),
    ...(findings.length === 0
      ? []
      : [
          '',
          `asked for each finding: its repro.sh with ${old}, and with ${target} if another compiler showed it`,
        ]),
    ...(code === undefined ? [] : ['', ...codeText(code)]),
    '',
    `more of a finding: cgfuzz findings show ID --dir ${dir}; the same command goes on from here`,
    '',
  ].join('\n');
}

function askedForMissed(programs: number): string[] {
  return programs === 0
    ? []
    : [`asked ${counted(programs, 'program')} for blocks that only the new one keeps`];
}

type Group = 'regression' | 'fixed' | 'not new' | 'gone' | 'unclear';

function groupOf({ before, after }: Pick<JudgedFinding, 'before' | 'after'>): Group {
  if (before === 'unclear' || after === 'unclear') return 'unclear';
  if (after === 'there') return before === 'there' ? 'not new' : 'regression';
  return before === 'there' ? 'fixed' : 'gone';
}

function reached(edges: number, all: number): string {
  const percent = all === 0 ? 0 : Math.round((100 * edges) / all);
  return `reached ${edges} of the ${all} edges that are looked at (${percent}%)`;
}

function codeText({
  programs,
  size,
  time: cpu,
  refusedByNew,
  refusedByOld,
}: NonNullable<RegressVerdict['code']>): string[] {
  const change = (ratio: number): string => `${ratio >= 1 ? '+' : ''}${(100 * (ratio - 1)).toFixed(1)}%`;
  const took = cpu === undefined ? '' : `, CPU time of compiling ${change(cpu)}`;
  const refused = [
    ...(refusedByNew > 0 ? [`${counted(refusedByNew, 'program')} that the new one alone may refuse`] : []),
    ...(refusedByOld > 0 ? [`${counted(refusedByOld, 'program')} that the old one refuses`] : []),
  ];
  return [
    `${counted(programs, 'fresh program')}: size of objects ${change(size)}${took}`,
    ...refused.map((text) => `  ${text}`),
  ];
}
