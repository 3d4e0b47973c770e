/** The features of single programs in an instrumented compiler, each as if it were the first. */
import { cacheFolder } from '../../src/build/index.ts';
import { type FactFinder, type Facts, type SourceEdit, editText } from '../../src/facts/index.ts';
import type { Program } from '../../src/program/index.ts';
import { cellOf, usualExecutionLimits } from '../../src/serve/index.ts';
import { openTarget, type Target } from '../../src/target/index.ts';

export const world: { readonly cache: string; readonly searchPath: string } = {
  cache: cacheFolder(process.env),
  searchPath: process.env['PATH'] ?? '/usr/bin:/bin',
};

export interface Seen {
  readonly edges: readonly number[];
  readonly features: readonly number[];
  readonly cpuMs: number;
}

export function openStarter(): Promise<Target> {
  return openTarget(process.env['TARGET'] ?? 'clang-19-starter', world);
}

/** Undefined if the compiler does not take it. */
export async function seenIn(
  target: Target,
  program: Program,
  args: readonly string[],
): Promise<Seen | undefined> {
  const configurations = [{ args: ['-O2', ...args], emit: 'discarded-object' }] as const;
  const limits = { ...usualExecutionLimits, cpuMs: 60_000, wallMs: 600_000 };
  const [execution] = await target.execute({ program, configurations, limits, remember: false });
  if (execution?.outcome !== 'ok' || execution.features === undefined) return undefined;
  const features = [...execution.features.fresh];
  const { edgeCells } = target.coverage!.space;
  const edges = [...new Set(features.map(cellOf))].filter((cell) => cell < edgeCells);
  return { edges, features, cpuMs: execution.cpuMs + execution.sharedCpuMs };
}

/** A program with its main file edited. */
export function edited(program: Program, edits: readonly SourceEdit[]): Program {
  const files = program.files.map((file) =>
    file.path === program.main ? { ...file, bytes: editText(file.bytes, edits) } : file,
  );
  return { ...program, files };
}

/** The main file, one character for each byte. */
export function textOf({ files, main }: Program): string {
  return Buffer.from(files.find(({ path }) => path === main)!.bytes).toString('latin1');
}

/** Facts with a run; undefined for a program whose run tells nothing. */
export async function ranFacts(
  finder: FactFinder,
  program: Program,
  args: readonly string[],
): Promise<Facts | undefined> {
  const answer = await finder.find({ program, args });
  return answer.kind === 'facts' && answer.facts.run !== undefined ? answer.facts : undefined;
}
