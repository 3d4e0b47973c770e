/** Runs C-Vise or C-Reduce on a program, with an interestingness test that lives in this process. */
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';
import { clangVersions, findProgram } from '../../build/index.ts';
import { writeProgram } from '../script/script.ts';
import { inputFiles, type Program, type ProgramFile, programSize, withFiles } from '../../program/index.ts';
import { openAskSocket } from '../../util/ask-socket.ts';
import { removeTree } from '../../util/remove-tree.ts';
import { UserError } from '../../util/user-error.ts';
import { openAskService } from './ask-service.ts';
import { triageTuning } from '../tuning.ts';

export type TextReducer = 'cvise' | 'creduce' | 'llvm-reduce';

export interface TextReducerOptions {
  readonly isInteresting: (program: Program) => Promise<boolean>;
  readonly jobs: number;
  readonly signal: AbortSignal;
  /** True to leave out passes for large programs only, and passes that remove tokens and lines blindly. */
  readonly isLean: boolean;
  /** Receives lines of the tool's output. */
  readonly onLine: (line: string) => void;
  /** The search path for llvm-reduce. */
  readonly searchPath?: string;
}

const TIMEOUT_S = triageTuning.toolTimeoutS.value;

/** Passes of C-Vise without knowledge of the language; a name that a version does not know does no harm. */
const blind: readonly string[] = [
  ...Array.from({ length: 16 }, (_, index) => `ClexPass::rm-toks-${index + 1}`),
  'ClexPass::rm-tok-pattern-4',
  ...[0, 1, 2, 3, 4, 6, 8, 10].map((depth) => `LinesPass::${depth}`),
  'PeepPass::c',
  ...['a', 'b', 'c', 'd'].map((kind) => `IntsPass::${kind}`),
];

/** The llvm-reduce of the newest LLVM that is installed. */
export function findIrReducer(searchPath: string): string | undefined {
  const names = clangVersions.map((version) => `llvm-reduce-${version}`).toReversed();
  return names.map((name) => findProgram(name, searchPath)).find((path) => path !== undefined);
}

/** Returns the smallest program at the tool's end, or at its stop. */
export async function runTextReducer(
  tool: TextReducer,
  program: Program,
  options: TextReducerOptions,
): Promise<Program> {
  return tool === 'llvm-reduce' ? runIrReducer(program, options) : runCReducer(tool, program, options);
}

/** llvm-reduce names the module in the script's argument. */
async function runIrReducer(
  program: Program,
  { isInteresting, signal, onLine, searchPath = '' }: TextReducerOptions,
): Promise<Program> {
  const folder = mkdtempSync(join(tmpdir(), 'cgfuzz-text-'));
  const input = join(folder, 'module.ll');
  const output = join(folder, 'reduced.ll');
  const withModule = (path: string): Program =>
    withFiles(program, [{ path: program.main, bytes: readFileSync(path) }]);
  let best = program;
  const service = await openAskSocket(folder, 'argument', async (path) => {
    const asked = withModule(path);
    if (!(await isInteresting(asked))) return false;
    if (programSize(asked) < programSize(best)) best = asked;
    return true;
  });
  try {
    writeFileSync(input, program.files[0]!.bytes);
    const reducer = findIrReducer(searchPath) ?? 'llvm-reduce';
    const words = [`--test=${service.script}`, input, '-o', output];
    const running = execa(reducer, words, {
      cwd: folder,
      reject: false,
      all: true,
      stdin: 'ignore',
      detached: true,
    });
    const end = (): void => {
      if (running.pid !== undefined) process.kill(-running.pid, 'SIGKILL');
    };
    signal.addEventListener('abort', end, { once: true });
    running.all.setEncoding('utf8').on('data', (text: string) => {
      for (const line of text.split('\n').filter(Boolean)) onLine(line);
    });
    await running;
    signal.removeEventListener('abort', end);
    return best;
  } finally {
    await service.close();
    removeTree(folder);
  }
}

async function runCReducer(
  tool: Exclude<TextReducer, 'llvm-reduce'>,
  program: Program,
  { isInteresting, jobs, signal, isLean, onLine }: TextReducerOptions,
): Promise<Program> {
  const folder = mkdtempSync(join(tmpdir(), 'cgfuzz-text-'));
  const work = mkdtempSync(join(folder, 'work-'));
  // A stopped tool leaves its temporary files there. A short name, since the tool makes sockets in it, and a
  // socket's path must be short.
  const temporary = join(folder, 'tmp');
  mkdirSync(temporary);
  const service = await openAskService(folder, program, isInteresting);
  try {
    writeProgram(program, work);
    const inputs = inputFiles(program.files);
    const files = program.files.filter((file) => !inputs.includes(file)).map(({ path }) => path);
    const flags = ['--n', String(jobs), '--timeout', String(TIMEOUT_S)];
    if (isLean) flags.push('--skip-initial-passes');
    if (isLean && tool === 'cvise') flags.push('--remove-pass', blind.join(','));
    const running = execa(tool, [...flags, service.script, ...files], {
      cwd: work,
      env: { TMPDIR: temporary },
      reject: false,
      all: true,
      stdin: 'ignore',
      lines: true,
      detached: true,
    });
    // Ends the tool with all its processes: any of them could keep its output open.
    const end = (): void => {
      if (running.pid !== undefined) process.kill(-running.pid, 'SIGKILL');
    };
    signal.addEventListener('abort', end, { once: true });
    running.all.setEncoding('utf8').on('data', (text: string) => {
      for (const line of text.split('\n').filter(Boolean)) onLine(line);
    });
    const { exitCode, all } = await running;
    signal.removeEventListener('abort', end);
    if (exitCode !== 0 && !signal.aborted)
      throw new UserError(`${tool} failed with exit code ${exitCode}`, all.slice(-5));
    return readBack(work, program);
  } finally {
    await service.close();
    removeTree(folder);
  }
}

function readBack(folder: string, program: Program): Program {
  const read = ({ path }: ProgramFile): ProgramFile => ({ path, bytes: readFileSync(join(folder, path)) });
  return withFiles(program, program.files.map(read));
}
