/**
 * Everything in a trophy's report that compilers can say. They say their versions, what they print, and which levels
 * show the bug. Checkers give their answers. The pass and its IR are measured.
 */
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import {
  familyOfName,
  findProgram,
  installedStockCompilers,
  otherMachineOf,
  tryTool,
} from '../../src/build/index.ts';
import { programOfTrophy, type Trophy } from '../../src/finding/index.ts';
import { compilersForOthers, type CompilerConfiguration, Laboratory } from '../../src/laboratory/index.ts';
import {
  checkValidity,
  crashSignature,
  type Culprit,
  describeRun,
  findCulprit,
  onePassOfCrash,
  type Validity,
} from '../../src/oracle/index.ts';
import type { Program } from '../../src/program/index.ts';
import type { TargetWorld } from '../../src/target/index.ts';
import { type Asked, askTrophy } from './ask.ts';
import { type ShownIr, irByPage, irForBackEnd, irOfPass } from './ir.ts';
import { codeIn, folderOfTrophy, readTrophyPage, type TrophyPage } from './page.ts';

export interface MeasuredTrophy {
  readonly trophy: Trophy;
  readonly page: TrophyPage;
  readonly program: Program;
  /** The text without headers, if the program includes any. */
  readonly preprocessed: string | undefined;
  /** The compiler's own words about itself, newest first. */
  readonly about: readonly { readonly name: string; readonly said: string }[];
  readonly answers: readonly (Asked & { readonly name: string })[];
  readonly commands: readonly string[];
  /** Output of the last command by the newest compiler. */
  readonly said: string;
  /** A line for each compiler, with a cell for each level; empty if levels cannot be asked. */
  readonly levels: readonly LevelRow[];
  readonly validity: Validity;
  readonly culprit: Culprit | undefined;
  readonly ir: ShownIr | undefined;
  /** The assembly of wrong code that is not the fault of a pass over IR. */
  readonly assembly: string | undefined;
}

export interface LevelRow {
  readonly compiler: string;
  readonly cells: readonly string[];
}

export const shownLevels: readonly string[] = ['-O0', '-O1', '-O2', '-O3', '-Os'];

/** Old to new. Undefined behaviour and other families are judged with all compilers of the world. */
export function compilersOf(trophy: Pick<Trophy, 'compiler'>, { searchPath }: TargetWorld): string[] {
  const triple = otherMachineOf(trophy.compiler)?.triple;
  if (triple !== undefined) return compilersForMachine(triple, searchPath);
  const family = familyOfName(trophy.compiler);
  return installedStockCompilers(searchPath)
    .filter((each) => each.family === family)
    .map(({ name }) => name);
}

function compilersForMachine(triple: string, searchPath: string): string[] {
  return compilersForOthers(searchPath).filter((name) => otherMachineOf(name)?.triple === triple);
}

export async function measureTrophy(trophy: Trophy, world: TargetWorld): Promise<MeasuredTrophy> {
  const page = readTrophyPage(trophy.name);
  const program = programOfTrophy(trophy);
  const compilers = compilersOf(trophy, world).toReversed();
  const [newest = trophy.compiler] = compilers;
  const laboratory = await Laboratory.open(world);
  try {
    const answers: (Asked & { name: string })[] = [];
    for (const name of compilers)
      answers.push({ name, ...(await askTrophy(trophy, name, world.searchPath)) });
    const about: { name: string; said: string }[] = [];
    for (const name of compilers.slice(0, 2)) about.push({ name, said: await aboutOf(name, world) });
    const subject = { trophy, page, program, laboratory };
    const blamed = await blame(subject, newest, answers[0]?.answer === 'shows');
    return {
      trophy,
      page,
      program,
      preprocessed: await preprocessedBy(trophy, newest, world),
      about,
      answers,
      ...(await saidBy(subject, newest, world)),
      levels: await levelsOf(subject, compilers),
      validity: await checkValidity(laboratory, program, { args: trophy.args, thorough: true }),
      ...blamed,
      assembly:
        trophy.kind === 'wrong-code' && blamed.ir === undefined
          ? await assemblyOf(subject, newest)
          : undefined,
    };
  } finally {
    await laboratory.close();
  }
}

interface Subject {
  readonly trophy: Trophy;
  readonly page: TrophyPage;
  readonly program: Program;
  readonly laboratory: Laboratory;
}

/** clang's lines without its folder; the whole output of `gcc -v`, as Bugzilla asks for it. */
async function aboutOf(name: string, { searchPath }: TargetWorld): Promise<string> {
  const file = findProgram(name, searchPath) ?? name;
  const isGcc = familyOfName(name) === 'gcc';
  const { stdout, stderr } = await tryTool(file, [isGcc ? '-v' : '--version']);
  return withoutFolders((isGcc ? stderr : stdout).replace(/^InstalledDir:.*\n?/m, '')).trim();
}

async function preprocessedBy(
  { name, file, args }: Trophy,
  newest: string,
  { searchPath }: TargetWorld,
): Promise<string | undefined> {
  const path = join(folderOfTrophy(name), file);
  if (!/^\s*#\s*include\b/m.test(readFileSync(path, 'utf8'))) return undefined;
  const compiler = findProgram(newest, searchPath) ?? newest;
  const { stdout } = await tryTool(compiler, [...args, '-E', '-P', path]);
  return stdout.trim();
}

/** Runs the page's commands as a person would, with the newest compiler in place of the page's. */
async function saidBy(
  { trophy, page }: Subject,
  newest: string,
  { searchPath }: TargetWorld,
): Promise<Pick<MeasuredTrophy, 'commands' | 'said'>> {
  const commands = commandsOf(trophy, page).map((line) =>
    line.replace(/^(?:[\w-]+-linux-gnu\w*-)?(?:clang|gcc)(?=(?:\+\+)?-(?:\d+|snapshot)\b)\S*/, newest),
  );
  const folder = mkdtempSync(join(tmpdir(), 'cgfuzz-trophy-'));
  try {
    const bin = join(folder, 'bin');
    mkdirSync(bin);
    const file = findProgram(newest, searchPath);
    if (file !== undefined) symlinkSync(file, join(bin, newest));
    copyFileSync(join(folderOfTrophy(trophy.name), trophy.file), join(folder, trophy.file));
    const env = { PATH: [bin, searchPath].join(delimiter), TMPDIR: folder };
    let said = '';
    for (const command of commands) {
      const shell = `ulimit -c 0; ulimit -t 60; ${command}`;
      const { code, stdout, stderr } = await tryTool('sh', ['-c', shell], { cwd: folder, env });
      said = withoutFolders([stdout, stderr].filter((text) => text !== '').join('\n'));
      // A program that goes wrong says so by its output, or by how it ends.
      if (code !== 0 && said.trim() === '') said = `exit ${code}`;
    }
    return { commands, said };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The page's commands, without a judge that only cgfuzz has. */
function commandsOf({ kind, compiler, args, file }: Trophy, page: TrophyPage): string[] {
  const told = page.commands.filter((line) => !line.startsWith('cgfuzz '));
  if (told.length > 0) return told;
  const words = [compiler, ...args.filter((arg) => arg !== '-w')].join(' ');
  return kind === 'wrong-code' ? [`${words} ${file} -o program`, './program'] : [`${words} -c ${file}`];
}

/** Folders mean something on one computer alone. */
export function withoutFolders(text: string): string {
  return text.replaceAll(/(?<![\w.:/])(?:\/[\w.+-]+)+\/(?=[\w.+-]*)/g, '');
}

/** The output that the program must have, as runs are described; undefined for a program that does not run. */
export function expectationOf({ parts }: TrophyPage): string | undefined {
  const expected = codeIn(parts.get('Expected') ?? '')?.text;
  if (expected === undefined) return undefined;
  return /^exit \d+\n/.test(expected) ? `${expected}\n` : `exit 0\n${expected}\n`;
}

async function levelsOf(subject: Subject, compilers: readonly string[]): Promise<LevelRow[]> {
  const { trophy, page, program, laboratory } = subject;
  const runs = trophy.kind === 'wrong-code' || trophy.kind === 'wrong-ir';
  const expected = expectationOf(page);
  if (runs && expected === undefined) return [];
  const rows: LevelRow[] = [];
  for (const compiler of [...compilers, ...othersThan(trophy, laboratory.world)]) {
    const matrix = shownLevels.map((level) => configured(trophy, compiler, level));
    const cells = runs
      ? (await laboratory.behave(program, matrix)).map((behaviour) =>
          behaviour.kind === 'ran' ? cellOfRun(describeRun(behaviour.run), expected) : 'not compiled',
        )
      : (await laboratory.compile(program, matrix)).map(({ outcome }) =>
          outcome === 'ok' ? 'compiles' : outcome === 'rejected' ? 'refuses' : 'crashes',
        );
    rows.push({ compiler, cells });
  }
  // Compilers of another family do not know each other's extensions.
  return rows.filter(({ cells }) => !cells.every((cell) => cell === 'refuses' || cell === 'not compiled'));
}

function cellOfRun(behaviour: string, expected: string | undefined): string {
  if (behaviour === expected) return 'right';
  const [end = '', said = ''] = behaviour.split('\n');
  return end === 'exit 0' ? `prints ${said}` : end;
}

/** The compilers of other families that make code for the same machine: the second opinion. */
function othersThan(trophy: Trophy, { searchPath }: TargetWorld): string[] {
  const family = familyOfName(trophy.compiler);
  const triple = otherMachineOf(trophy.compiler, trophy.args)?.triple;
  const names =
    triple === undefined
      ? installedStockCompilers(searchPath).map(({ name }) => name)
      : compilersForMachine(triple, searchPath);
  return names.filter((name) => {
    const theirs = familyOfName(name.replace(`${triple}-`, ''));
    return theirs !== family && theirs !== 'tcc';
  });
}

function configured(
  { args, compiler: own }: Trophy,
  compiler: string,
  level?: string,
): CompilerConfiguration {
  const isOwn = familyOfName(compiler) === familyOfName(own);
  const kept = args.filter(
    (arg) => (isOwn || !arg.startsWith('--target=')) && (level === undefined || !/^-O\w*$/.test(arg)),
  );
  const name = familyOfName(compiler) === 'clang' ? `${compiler}-stock` : compiler;
  return { compiler: name, args: level === undefined ? kept : [...kept, level] };
}

/** The pass that the newest compiler counts, and the IR that shows the fault. */
async function blame(
  subject: Subject,
  newest: string,
  isShown: boolean,
): Promise<{ culprit: Culprit | undefined; ir: ShownIr | undefined }> {
  const { trophy, page, program, laboratory } = subject;
  const configuration = configured(trophy, newest);
  const told = await irByPage(page, newest, laboratory.world);
  if (!isShown) return { culprit: undefined, ir: told };
  if (trophy.kind === 'crash') {
    const [execution] = await laboratory.compile(program, [configuration]);
    if (execution === undefined || execution.outcome === 'ok') return { culprit: undefined, ir: told };
    const found = await onePassOfCrash(laboratory, program, configuration, crashSignature(execution));
    const ir =
      told ??
      (found === undefined
        ? await irForBackEnd(subject, configuration, newest)
        : irOfPass(found.evidence, newest));
    return { culprit: found?.culprit, ir };
  }
  const expected = expectationOf(page);
  if (trophy.kind !== 'wrong-code' || expected === undefined) return { culprit: undefined, ir: told };
  const culprit = await findCulprit(laboratory, program, { configuration, expected });
  return { culprit: culprit.kind === 'unknown' ? undefined : culprit, ir: told };
}

/** The functions without directives, and without `main`. */
async function assemblyOf({ trophy, program, laboratory }: Subject, newest: string): Promise<string> {
  const configuration = configured(trophy, newest);
  const [execution] = await laboratory.compile(program, [configuration], {}, 'assembly');
  const text = Buffer.from(execution?.output ?? []).toString();
  const lines = text
    .replace(/^main:[^]*?^\.Lfunc_end\d+:$|^main:[^]*?^\t\.size\tmain.*$/m, '')
    .split('\n')
    .filter((line) => !/^\s*(?:\.(?!L\w+:)|[#@]|\/\/|$)/.test(line) && !/^\.L(?:func_|F[BE])/.test(line));
  return lines.map((line) => line.replace(/\s+(?:\/\/|#\s).*$/, '').replaceAll('\t', '  ')).join('\n');
}
