/**
 * Regressions: a campaign on a new compiler, whose findings and programs are compared with an old compiler.
 *
 * Invariant: a finding is a regression only if its own reproducer fails with the new compiler and not with
 * the old one. If only the old compiler fails, the bug is fixed.
 */
import { resolve } from 'node:path';
import { CampaignFolder, type CampaignSettings, type StatsLine } from '../campaign/index.ts';
import { type Finding, Findings, type Verified, verifyFinding } from '../finding/index.ts';
import { findingFiles } from '../report/index.ts';
import type { Program } from '../program/index.ts';
import type { Execution } from '../serve/index.ts';
import { compilerArgsFor, SourcePool } from '../source/index.ts';
import { findTarget, openTarget, type Target } from '../target/index.ts';
import { openFailureTest } from '../triage/index.ts';
import { campaignSources, sourceWords } from './campaign-sources.ts';
import { driverOf } from './driver-of.ts';
import { runSession, type SessionListener } from './run-session.ts';
import { Trust } from './trust.ts';
import { type SessionContext, worldOf } from './world.ts';

export interface RegressOptions {
  /** The compiler as Debian ships it that was right so far. */
  readonly old: string;
  /** Fresh programs whose code is compared by size and by the time that it takes to compile. */
  readonly programs: number;
}

/** A finding, and the results of both compilers for its reproducer. */
export interface JudgedFinding {
  readonly id: string;
  readonly title: string;
  readonly kind: string;
  readonly before: Verified;
  readonly after: Verified;
}

/** The same fresh programs, compiled by both. */
export interface CodeCompared {
  /** Programs that both compiled. */
  readonly programs: number;
  /** Size of the new compiler's objects, relative to the old one's. */
  readonly size: number;
  /**
   * CPU time, in the same way. Absent if the new compiler is instrumented, since instrumentation costs time.
   */
  readonly time?: number;
  readonly refusedByNew: number;
  readonly refusedByOld: number;
}

export interface RegressVerdict {
  readonly old: string;
  readonly line: StatsLine;
  /** Number of edges in the instrumented code; absent if the new compiler shows none. */
  readonly edgesOfAll?: number;
  readonly findings: readonly JudgedFinding[];
  /** Absent if the session ended early. */
  readonly code?: CodeCompared;
}

export async function regress(
  settings: CampaignSettings,
  { old, programs }: RegressOptions,
  context: SessionContext,
  listener: SessionListener,
): Promise<RegressVerdict> {
  const { searchPath } = worldOf(context);
  // Found before anything else, so that a wrong name costs nothing.
  await findTarget(old, worldOf(context));
  const line = await runSession(settings, context, listener);
  const folder = new CampaignFolder(resolve(context.cwd, settings.dir));
  const { signal } = context;
  const findings: JudgedFinding[] = [];
  for (const { record, folder: finding } of new Findings(folder.findings, findingFiles).all()) {
    const { id, title, kind } = record;
    const ask = async (compiler: string): Promise<Verified> =>
      signal.aborted
        ? 'unclear'
        : verifyFinding(finding, driverOf(compiler, record.program.language), { signal, searchPath });
    // The campaign itself saw that the new compiler fails; otherwise the finding is another compiler's.
    const isSeen = record.compiler === settings.target;
    const asked = isSeen ? 'there' : await ask(settings.target);
    // An instrumented build is no program that a script could run.
    const isLike =
      asked === 'unclear' && (await failsLike({ record, folder: finding }, settings.target, context));
    const after = isLike ? 'there' : asked;
    findings.push({ id, title, kind, before: await ask(old), after });
  }
  const edgesOfAll = await edgesOf(settings.target, context);
  const verdict = { old, line, findings, ...(edgesOfAll === undefined ? {} : { edgesOfAll }) };
  if (signal.aborted || programs === 0) return verdict;
  listener.say(`comparing the code of ${programs} fresh programs`);
  return { ...verdict, code: await compareCode(settings, old, programs, context) };
}

/** True if another target fails like the finding. False does not prove that the target is right. */
async function failsLike(
  { record, folder }: Finding,
  target: string,
  context: SessionContext,
): Promise<boolean> {
  const program = folder.program(folder.smallest(record.program), record.program);
  if (program === undefined || context.signal.aborted) return false;
  const other = { ...record, compiler: target };
  const { test } = await openFailureTest(other, folder, { promises: 'valid' }, worldOf(context));
  try {
    return (await test.ask(program)).isInteresting;
  } finally {
    await test.close();
  }
}

async function edgesOf(name: string, context: SessionContext): Promise<number | undefined> {
  const target = await openTarget(name, worldOf(context));
  try {
    const tables = await target.coverage?.pcs?.();
    return tables?.reduce((sum, { pairs }) => sum + pairs.length / 2, 0);
  } finally {
    await target.close();
  }
}

async function compareCode(
  settings: CampaignSettings,
  old: string,
  count: number,
  context: SessionContext,
): Promise<CodeCompared> {
  const world = worldOf(context);
  const folder = new CampaignFolder(resolve(context.cwd, settings.dir));
  const trust = new Trust(world.cache, context.isTrusted ?? false);
  const say = (): void => undefined;
  const words = sourceWords(settings, folder, { cwd: context.cwd, say, trust });
  const sources = await campaignSources(words, context.cwd);
  const targets = [await openTarget(old, world), await openTarget(settings.target, world)] as const;
  const pools = sources.map((source) => new SourcePool(source, 1));
  const sums = { programs: 0, bytes: [0, 0], ms: [0, 0], refused: [0, 0] };
  try {
    for (let turn = 0; turn < count && !context.signal.aborted; turn++) {
      const at = turn % sources.length;
      const made = await pools[at]!.make({ seed: settings.seed + turn });
      if (made.outcome !== 'ok') continue;
      const args = [...settings.args, ...compilerArgsFor(sources[at]!, made.program)];
      const answers = [
        await compiled(targets[0], made.program, args),
        await compiled(targets[1], made.program, args),
      ];
      const isBoth = answers.every(({ outcome }) => outcome === 'ok');
      if (isBoth) sums.programs++;
      for (const [side, { outcome, output, cpuMs, sharedCpuMs }] of answers.entries()) {
        if (outcome === 'rejected') sums.refused[side]!++;
        if (!isBoth) continue;
        sums.bytes[side]! += output.length;
        sums.ms[side]! += cpuMs + sharedCpuMs;
      }
    }
  } finally {
    await Promise.all([...targets, ...pools].map((each) => each.close()));
  }
  const ratio = ([before = 0, after = 0]: readonly number[]): number => (before === 0 ? 1 : after / before);
  return {
    programs: sums.programs,
    size: ratio(sums.bytes),
    ...(targets[1].coverage === undefined ? { time: ratio(sums.ms) } : {}),
    refusedByOld: sums.refused[0]!,
    refusedByNew: sums.refused[1]!,
  };
}

async function compiled(target: Target, asked: Program, args: readonly string[]): Promise<Execution> {
  const configurations = [{ args, emit: 'object' as const }];
  const [execution] = await target.execute({ program: asked, configurations, remember: false });
  if (execution === undefined) throw new Error(`${target.name} gave no answer`);
  return execution;
}
