/** The care that a campaign takes of its findings: shares of time, and the compilers to compare with. */
import { readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import type { CampaignSettings } from '../campaign/index.ts';
import type { CareOptions } from '../triage/index.ts';
import {
  type CompilerConfiguration,
  installedCompilers,
  compilersForOthers,
  installedForOthers,
  matrixLines,
  parseMatrix,
} from '../laboratory/index.ts';
import type { Judge, JudgeCommand } from '../oracle/index.ts';
import {
  hasOwnShare,
  type JudgeName,
  judgeNames,
  judgeRows,
  type SharedJudge,
} from '../oracle/judges/index.ts';
import {
  canExecute,
  familyOfName,
  ispcCompiler,
  findProgram,
  newestCompiler,
  otherMachineOf,
  stockCompilers,
} from '../build/index.ts';
import { plainName, stockName, type TargetWorld } from '../target/index.ts';
import { settledShares, USUAL_SHARE } from './shares.ts';
import { UserError } from '../util/user-error.ts';
import { splitWords } from '../util/split-words.ts';

type CareSettings = Pick<
  CampaignSettings,
  | 'compareWith'
  | 'compareShare'
  | 'truthShare'
  | `${SharedJudge}Share`
  | 'reduceShare'
  | 'judge'
  | 'target'
  | 'args'
>;

export async function careOptionsOf(
  cwd: string,
  settings: CareSettings,
  world: TargetWorld,
): Promise<CareOptions> {
  const { command, share } = judgeOf(cwd, settings, world);
  const loaded = await loadedJudges(command !== undefined);
  const usual = (percent: number): number => (settings.compareShare === 0 ? 0 : percent);
  const shares = settledShares([
    { name: 'compare', given: settings.compareShare, usual: USUAL_SHARE },
    { name: 'reduce', given: settings.reduceShare, usual: USUAL_SHARE },
    { name: 'truth', given: settings.truthShare, usual: usual(USUAL_SHARE) },
    ...loaded.map(([name, judge]) => {
      const isUsual = judge.isReady?.(world) ?? true;
      return {
        name,
        given: hasOwnShare(name) ? settings[`${name}Share`] : share,
        usual: isUsual ? usual(judgeRows[name].usualShare) : 0,
      };
    }),
  ]);
  const comparesNothing = shares.compare === 0 && shares.truth === 0;
  const { compareWith } = settings;
  if (comparesNothing && compareWith !== '') {
    throw new UserError(`--compare-with ${compareWith} and --compare-share 0 contradict each other`, [
      'leave --compare-with away to compare nothing, or give it a share',
    ]);
  }
  const asked = loaded.filter(([name]) => (shares[name] ?? 0) > 0);
  return {
    world,
    shares,
    judges: new Map(asked),
    ...(command === undefined ? {} : { command }),
    references: comparesNothing ? [] : referencesOf(settings, cwd, world),
  };
}

/** All judges; without a person's command, only judges that need none. */
async function loadedJudges(hasCommand: boolean): Promise<readonly (readonly [JudgeName, Judge])[]> {
  const rows = judgeNames.filter((name) => hasCommand || judgeRows[name].needsCommand !== true);
  return Promise.all(rows.map(async (name) => [name, await judgeRows[name].load()] as const));
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

interface GivenJudge {
  readonly command?: JudgeCommand;
  /** Percent of the CPU time, if the text says it. */
  readonly share?: number;
}

/** A path is relative to the person's folder; other names are looked up on the search path. */
function judgeOf(cwd: string, { judge }: CareSettings, { searchPath }: TargetWorld): GivenJudge {
  const { words, about, seconds, share } = judgeWords(judge);
  const [program, ...args] = words;
  if (program === undefined) return {};
  const file = program.includes('/') ? resolve(cwd, program) : program;
  if (!canBeRun(file, searchPath))
    throw new UserError(`--judge: ${program} is no program that can be run`, [
      program.includes('/')
        ? `looked for: ${file}; chmod +x, if the file is there`
        : 'install it, or give its path: --judge ./my-judge.sh',
    ]);
  const command = { words: [file, ...args], about, timeoutMs: seconds * 1_000 };
  return share === undefined ? { command } : { command, share };
}

function canBeRun(file: string, searchPath: string): boolean {
  const path = file.includes('/') ? file : findProgram(file, searchPath);
  return path !== undefined && canExecute(path);
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
  // No other compiler knows ISPC.
  if (text === '' && familyOfName(target) === ispcCompiler.family)
    return [{ compiler: target, args: ['-O0', ...args.filter((arg) => arg.startsWith('--target='))] }];
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
      : matrixLines(text, installed),
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

interface JudgeWords {
  readonly words: readonly string[];
  readonly about: JudgeCommand['about'];
  /** For one question. */
  readonly seconds: number;
  /** Percent of the CPU time. */
  readonly share: number | undefined;
}

const allowed = {
  about: /^(functions|programs)$/,
  time: /^\d+(\.\d+)?s$/,
  share: /^([0-9]|[1-8][0-9]|90)$/,
} as const;

/** The text of `--judge`: the words of a command, and the settings that may end it. */
function judgeWords(text: string): JudgeWords {
  const words = splitWords(text);
  const said: Partial<Record<keyof typeof allowed, string>> = {};
  for (;;) {
    const [, key = '', value = ''] = /^(about|time|share)=(.*)$/.exec(words.at(-1) ?? '') ?? [];
    if (key === '') break;
    const name = key as keyof typeof allowed;
    if (!allowed[name].test(value))
      throw new UserError(`--judge: ${key} cannot be "${value}"`, [
        'allowed: about=functions, about=programs, a time as in time=2.5s, and share=0 to share=90',
      ]);
    said[name] = value;
    words.pop();
  }
  return {
    words,
    // Sound because the pattern allows only these.
    about: (said.about ?? 'functions') as JudgeCommand['about'],
    seconds: Number.parseFloat(said.time ?? '10s'),
    share: said.share === undefined ? undefined : Number(said.share),
  };
}
