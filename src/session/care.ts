/** The care that a campaign takes of its findings: shares of time, and the compilers to compare with. */
import { accessSync, constants, readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import type { CampaignSettings } from '../campaign/index.ts';
import type { CareOptions } from '../triage/index.ts';
import {
  type CompilerConfiguration,
  installedCompilers,
  compilersForOthers,
  findJudge,
  installedForOthers,
  type JudgeCommand,
  parseMatrix,
} from '../oracle/index.ts';
import { familyOfName, findProgram, newestCompiler, otherMachineOf, stockCompilers } from '../build/index.ts';
import { plainName, stockName, type TargetWorld } from '../target/index.ts';
import { splitWords } from '../util/split-words.ts';
import { type AskedShare, settledShares, USUAL_SHARE } from './shares.ts';
import { UserError } from '../util/user-error.ts';

const NO_SHARE = { given: undefined, usual: 0 };

type CareSettings = Pick<
  CampaignSettings,
  | 'compareWith'
  | 'compareShare'
  | 'truthShare'
  | 'irShare'
  | 'invarianceShare'
  | 'volatileShare'
  | 'reduceShare'
  | 'judge'
  | 'judgeAbout'
  | 'judgeShare'
  | 'judgeTime'
  | 'target'
  | 'args'
>;

export function careOptionsOf(cwd: string, settings: CareSettings, world: TargetWorld): CareOptions {
  const { compareWith } = settings;
  const given = judgeOf(cwd, settings, world);
  const hasIrJudge = findJudge(world) !== undefined;
  const usual = (share: number): number => (settings.compareShare === 0 ? 0 : share);
  const asked: AskedShare[] = [
    { setting: 'compareShare', given: settings.compareShare, usual: USUAL_SHARE },
    { setting: 'reduceShare', given: settings.reduceShare, usual: USUAL_SHARE },
    { setting: 'judgeShare', ...(given ? { given: settings.judgeShare, usual: USUAL_SHARE } : NO_SHARE) },
    { setting: 'truthShare', given: settings.truthShare, usual: usual(USUAL_SHARE) },
    { setting: 'irShare', given: settings.irShare, usual: hasIrJudge ? usual(USUAL_SHARE) : 0 },
    { setting: 'invarianceShare', given: settings.invarianceShare, usual: usual(3) },
    { setting: 'volatileShare', given: settings.volatileShare, usual: usual(2) },
  ];
  const [compare = 0, reduce = 0, judge = 0, truth = 0, ir = 0, invariance = 0, counting = 0] =
    settledShares(asked);
  if (compare === 0 && truth === 0 && compareWith !== '') {
    throw new UserError(`--compare-with ${compareWith} and --compare-share 0 contradict each other`, [
      'leave --compare-with away to compare nothing, or give it a share',
    ]);
  }
  return {
    world,
    compareShare: compare / 100,
    truthShare: truth / 100,
    irShare: ir / 100,
    reduceShare: reduce / 100,
    invarianceShare: invariance / 100,
    volatileShare: counting / 100,
    ...(given === undefined ? {} : { judge: { command: given, share: judge / 100 } }),
    references: compare === 0 && truth === 0 ? [] : referencesOf(settings, cwd, world),
  };
}

/**
 * The release before the newest compiler of the family, with the same arguments: a difference between the two
 * is a regression.
 */
function releaseBefore(target: string, args: readonly string[], searchPath: string): CompilerConfiguration[] {
  const name = plainName(target);
  const family = stockCompilers.filter((each) => each.family === familyOfName(name));
  const here = family.filter(
    (each) => each.name === name || findProgram(each.name, searchPath) !== undefined,
  );
  const before = here.at(-1)?.name === name ? here.at(-2) : undefined;
  return before === undefined ? [] : [{ compiler: stockName(before), args }];
}

/** A path is relative to the person's folder; other names are looked up on the search path. */
function judgeOf(
  cwd: string,
  { judge, judgeAbout, judgeShare, judgeTime }: CareSettings,
  { searchPath }: TargetWorld,
): JudgeCommand | undefined {
  const [program, ...args] = splitWords(judge);
  if (program === undefined || judgeShare === 0) return undefined;
  const file = program.includes('/') ? resolve(cwd, program) : program;
  if (!canBeRun(file, searchPath))
    throw new UserError(`--judge: ${program} is no program that can be run`, [
      program.includes('/')
        ? `looked for: ${file}; chmod +x, if the file is there`
        : 'install it, or give its path: --judge ./my-judge.sh',
    ]);
  return { words: [file, ...args], about: judgeAbout, timeoutMs: judgeTime };
}

function canBeRun(file: string, searchPath: string): boolean {
  const path = file.includes('/') ? file : findProgram(file, searchPath);
  if (path === undefined) return false;
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

function referencesOf(
  { compareWith: text, target, args }: CareSettings,
  cwd: string,
  { searchPath }: TargetWorld,
): CompilerConfiguration[] {
  const cross = installedForOthers(searchPath);
  const installed = [...installedCompilers(searchPath), ...compilersForOthers(searchPath)];
  const machine = otherMachineOf(target, args);
  if (text === '' && machine !== undefined) {
    // Programs may mean something else on another machine: there, for example, `char` may be unsigned.
    const newest = cross.findLast((name) => otherMachineOf(name)?.triple === machine.triple);
    return newest === undefined ? [] : [{ compiler: newest, args: ['-O0'] }];
  }
  if (text === '') {
    const newest = (['clang', 'gcc'] as const).map((family) => newestCompiler(family, searchPath));
    const unoptimised = newest.flatMap((compiler) =>
      compiler === undefined ? [] : [{ compiler: stockName(compiler), args: ['-O0'] }],
    );
    return [...unoptimised, ...releaseBefore(target, args, searchPath)];
  }
  const file = resolve(cwd, text);
  const references = parseMatrix(
    statSync(file, { throwIfNoEntry: false })?.isFile()
      ? readFileSync(file, 'utf8')
      : text.replaceAll(';', '\n'),
  );
  if (references.length === 0) {
    throw new UserError(`--compare-with ${JSON.stringify(text)} names no compiler`, [
      'write: --compare-with "gcc-12 -O2; clang-16-stock -O0"',
      'to compare nothing: --compare-share 0',
    ]);
  }
  for (const { compiler } of references) {
    if (installed.includes(compiler) || installed.includes(`${compiler}-stock`)) continue;
    throw new UserError(`--compare-with names ${compiler}, which is not installed`, [
      `installed: ${installed.join(', ')}`,
    ]);
  }
  return references;
}
