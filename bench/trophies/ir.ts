/** The IR of a report, and the one command that shows the fault: asked here, by the tools beside the newest clang. */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { findOptimiser, findProgram, tryTool } from '../../src/build/index.ts';
import type { CompilerConfiguration, Laboratory } from '../../src/laboratory/index.ts';
import type { IrEvidence } from '../../src/oracle/ir/evidence.ts';
import type { Program } from '../../src/program/index.ts';
import type { TargetWorld } from '../../src/target/index.ts';
import { codeIn, type TrophyPage } from './page.ts';

export interface ShownIr {
  readonly says: string;
  readonly command: string;
  readonly before: string;
  /** The functions after the command; undefined if the command crashes. */
  readonly after?: string;
}

/** The tool of this release beside a clang, such as `llc`. */
function toolBeside(clang: string, tool: string, { searchPath }: TargetWorld): string | undefined {
  const program = findProgram(clang, searchPath);
  const optimiser = program && findOptimiser(program);
  const file = optimiser && join(dirname(optimiser), tool);
  return file !== undefined && existsSync(file) ? file : undefined;
}

function called(tool: string, clang: string): string {
  return clang.replace(/^clang/, tool);
}

/** The module that a person cut down for the page, and what the newest `opt` makes of it. */
export async function irByPage(
  { parts }: TrophyPage,
  clang: string,
  world: TargetWorld,
): Promise<ShownIr | undefined> {
  const part = parts.get('IR') ?? '';
  const before = codeIn(part, 'llvm')?.text;
  const passes = /^\$ opt-\d+ (-passes=\S+) -S/m.exec(part)?.[1];
  const optimiser = toolBeside(clang, 'opt', world);
  if (before === undefined || passes === undefined || optimiser === undefined) return undefined;
  const { code, stdout } = await tryTool(optimiser, [passes, '-S', '-'], { input: `${before}\n` });
  const after = stdout.replace(/^; ModuleID[^\n]*\n(?:source_filename[^\n]*\n)?/, '').trim();
  return {
    says: 'One pass spoils this module.',
    command: `${called('opt', clang)} ${passes} -S before.ll`,
    before,
    ...(code === 0 ? { after: withoutAttributes(after) } : {}),
  };
}

function withoutAttributes(module: string): string {
  return module
    .replaceAll(/^(?:attributes #\d+ = .*|; Function Attrs: .*)\n?/gm, '')
    .replaceAll(/ #\d+$/gm, '')
    .trim();
}

/** One pass and its module, as cgfuzz and llvm-reduce found them. */
export function irOfPass({ before, reduced, passes }: IrEvidence, clang: string): ShownIr | undefined {
  if (passes === undefined) return undefined;
  return {
    says:
      reduced === undefined
        ? 'One pass crashes on this module.'
        : 'One pass crashes on this module, which llvm-reduce made.',
    command: `${called('opt', clang)} '-passes=${passes}' -disable-output before.ll`,
    before: withoutHead(reduced ?? before),
  };
}

function withoutHead(module: string): string {
  return module.replaceAll(/^(?:; ModuleID|source_filename).*\n/gm, '').trim();
}

/** For a crash of the code generator: the optimised module, if `llc` crashes on it as well. */
export async function irForBackEnd(
  { program, laboratory }: { readonly program: Program; readonly laboratory: Laboratory },
  configuration: CompilerConfiguration,
  clang: string,
): Promise<ShownIr | undefined> {
  const llc = toolBeside(clang, 'llc', laboratory.world);
  if (llc === undefined) return undefined;
  const folder = mkdtempSync(join(tmpdir(), 'cgfuzz-llc-'));
  try {
    const [source, module] = [join(folder, program.main), join(folder, 'before.ll')];
    writeFileSync(source, program.files.find(({ path }) => path === program.main)!.bytes);
    const clangFile = findProgram(clang, laboratory.world.searchPath)!;
    const made = await tryTool(clangFile, [...configuration.args, '-S', '-emit-llvm', source, '-o', module]);
    if (made.code !== 0) return undefined;
    const before = withoutHead(readFileSync(module, 'utf8'))
      .replaceAll(/^!.*\n?/gm, '')
      .trim();
    writeFileSync(module, `${before}\n`);
    const { code } = await tryTool('sh', ['-c', 'ulimit -c 0; exec "$@"', 'sh', llc, module, '-o', '-']);
    if (code === 0) return undefined;
    return {
      says: 'The code generator alone crashes on the optimised module.',
      command: `${called('llc', clang)} before.ll -o -`,
      before,
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
