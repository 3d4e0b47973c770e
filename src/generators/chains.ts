/**
 * Chains: finds a source and the stages after it by a person's text: `csmith-scoped | relax | ./mine.mjs`.
 */
import { resolve } from 'node:path';
import { languages } from '../program/index.ts';
import type { SourceDefinition } from '../source/index.ts';
import { donorsOf, emi, live, markers, relax, spelledStage, type Stage, stageNeeds } from '../stage/index.ts';
import { didYouMean } from '../util/did-you-mean.ts';
import { spelled } from '../util/text.ts';
import { UserError } from '../util/user-error.ts';
import { loadModule } from './load-definition.ts';

/** The stages that come with cgfuzz. */
export const stages: readonly Stage[] = [relax, emi, live, markers];

const BETWEEN = ' | ';

/** True if the name of a source or a stage is the path of a module. */
export function isModule(name: string): boolean {
  return /[/\\]|\.m?[jt]s$/.test(name);
}

/** The words of a chain: a source, and stages. */
export function inChain(text: string): readonly [source: string, ...stages: string[]] {
  const [source = '', ...rest] = text.split('|').map((part) => part.trim());
  return [source, ...rest];
}

/** The name of a chain, from its parts. */
export function chainName(parts: readonly string[]): string {
  return parts.join(BETWEEN);
}

/** A source followed by stages. */
export async function chained(
  source: SourceDefinition,
  names: readonly string[],
  cwd: string,
): Promise<SourceDefinition> {
  const found = await Promise.all(names.map((name) => findStage(name, cwd)));
  const twice = found.find(({ name }, index) => found.findIndex((each) => each.name === name) < index);
  if (twice !== undefined)
    throw new UserError(`the stage ${twice.name} stands twice in the chain`, [
      `name it once: --source "${chainName([source.name, ...new Set(found.map(({ name }) => name))])}"`,
    ]);
  const foreign = found.find(({ reads }) => reads !== source.language);
  if (foreign !== undefined)
    throw new UserError(
      `the stage ${foreign.name} reads ${foreign.reads}, and ${source.name} writes ${source.language}`,
      [`put a source of ${foreign.reads} in front of it, as in: --source "csmith-scoped | ${foreign.name}"`],
    );
  const isForLarge = source.isForLarge === true || found.some((stage) => stage.isForLarge === true);
  return {
    ...source,
    name: chainName([source.name, ...found.map(spelledStage)]),
    stages: found,
    ...(isForLarge ? { isForLarge } : {}),
  };
}

/** The folder of `donors folder=DIR`; undefined for any other part of a chain. */
export function donorsFolder(part: string): string | undefined {
  return /^donors\s+folder=(.+)$/.exec(part)?.[1];
}

/** A chain with the stage `donors` at its end, as `--donors` has it. */
export function withDonors(text: string, folder: string): string {
  const parts = inChain(text);
  // A campaign that goes on has the stage already.
  return parts.some((part) => donorsFolder(part) === folder)
    ? text
    : chainName([...parts, `donors folder=${folder}`]);
}

async function findStage(name: string, cwd: string): Promise<Stage> {
  const folder = donorsFolder(name);
  if (folder !== undefined) return donorsOf(resolve(cwd, folder));
  if (name === 'donors')
    throw new UserError('the stage donors needs a folder of C files', [
      'as in: --source "csmith-scoped | donors folder=DIR", or --donors DIR',
    ]);
  if (isModule(name)) return loadStage(resolve(cwd, name));
  const found = stages.find((stage) => stage.name === name);
  if (found !== undefined) return found;
  const known = stages.map((stage) => stage.name);
  const meant = didYouMean(name, known);
  throw new UserError(name === '' ? 'a chain has a stage after each |' : `no stage named "${name}"`, [
    `known stages: ${known.join(', ')}; or the path of a module that exports one`,
    meant === undefined ? 'as in: --source "csmith-scoped | relax"' : `did you mean ${meant}?`,
  ]);
}

async function loadStage(path: string): Promise<Stage> {
  const [exported] = await loadModule(path, 'the stage');
  const [problem, stage] = readStage(exported);
  if (problem !== undefined)
    throw new UserError(`${path} does not define a stage: ${problem}`, [
      "export default { name, summary, reads: 'c', edit: (draw, { text }) => [{ begin, end, text }] }",
      'more: docs/stages.md',
    ]);
  return { ...stage, module: path };
}

/** The stage that a person's module exports; reading it may throw. */
function readStage(value: unknown): readonly [problem: string | undefined, stage: Stage] {
  try {
    return [problemOfStage(value), { ...(value as Stage) }];
  } catch (error) {
    return [`looking at it throws ${spelled(error)}`, value as Stage];
  }
}

function problemOfStage(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null) return 'its default export is no object';
  const { name, summary, reads, needs, share, wantsFacts, edit, forCrashes } = value as Partial<
    Record<keyof Stage, unknown>
  >;
  if (typeof name !== 'string' || name === '') return 'it has no name';
  if (/[|,]/.test(name)) return 'its name has a | or a comma, which part chains and lists';
  if (typeof summary !== 'string') return 'it has no summary, a sentence for lists';
  if (!languages.some((each) => each === reads))
    return `reads is ${spelled(reads)}; allowed: ${languages.join(', ')}`;
  if (needs !== undefined && !stageNeeds.some((each) => each === needs))
    return `needs is ${spelled(needs)}; allowed: ${stageNeeds.join(', ')}, or leave it out`;
  if (share !== undefined && !(typeof share === 'number' && share >= 0 && share <= 1))
    return `share is ${spelled(share)}; allowed: a number from 0 to 1, or leave it out`;
  if (wantsFacts !== undefined && typeof wantsFacts !== 'function') return 'wantsFacts is no function';
  if (forCrashes !== undefined && (typeof forCrashes !== 'object' || forCrashes === null))
    return 'forCrashes is no object with share, wantsFacts or edit of its own';
  return typeof edit === 'function' ? undefined : 'edit is no function';
}

/** The same source, for a campaign that looks only for crashes. */
export function seekingCrashes(definition: SourceDefinition): SourceDefinition {
  const { stages: found } = definition;
  if (found === undefined) return definition;
  return { ...definition, stages: found.map((stage) => ({ ...stage, ...stage.forCrashes })) };
}

/**
 * A person's own modules that a source needs, by the name of the source or the stage that each module
 * defines.
 */
export function modulesOf({ name, module, stages: found = [] }: SourceDefinition): Record<string, string> {
  const own = found.flatMap((stage): [string, string][] =>
    stage.module === undefined ? [] : [[stage.name, stage.module]],
  );
  return Object.fromEntries([...(module === undefined ? [] : [[inChain(name)[0], module] as const]), ...own]);
}
