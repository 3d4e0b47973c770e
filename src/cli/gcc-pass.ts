/**
 * The pass in which gcc dies, as GCC's maintainers ask for it: the number of its dump, and ways around it.
 *
 * All lines come from gcc itself: it compiles the program with its dumps, without the pass, and with fewer of
 * the pass's transformations. Invariant: a line says only what a compile has just shown.
 */
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { tryTool } from '../build/index.ts';
import { firstWrong } from '../oracle/index.ts';
import type { Program } from '../program/index.ts';
import { writeProgram } from '../triage/index.ts';
import { makeWorkFolder } from '../util/work-folder.ts';

export interface GccCrash {
  /** The compiler's file. */
  readonly gcc: string;
  readonly args: readonly string[];
  readonly program: Program;
  /** Output of the gcc that died. */
  readonly output: string;
}

const KINDS: Readonly<Record<string, string>> = { GIMPLE: 'tree', RTL: 'rtl', IPA: 'ipa' };

/** Some transformations have counters that reach thousands. */
const MOST_COUNTED = 2 ** 20;

/** Harmless arguments. A finding may come from somebody else, and a plugin or a wrapper runs code. */
const HARMLESS =
  /^(?:-O\w*|-f(?!plugin|dump|profile|use|callgraph|compare)[\w-]+(?:=[\w,-]+)?|-m[\w-]+(?:=[\w,.-]+)?|--param=[\w-]+=\d+|-std=[\w+]+|-[wg]\w*|-W[\w-]+)$/;

/** Lines for a report; empty if gcc named no pass, does not die any more, or has an argument that may run code. */
export async function gccPassLines({ gcc, args, program, output }: GccCrash): Promise<string[]> {
  const [, said = '', pass = ''] = /^during (GIMPLE|RTL|IPA) pass: (\w+)/m.exec(output) ?? [];
  const kind = KINDS[said];
  if (kind === undefined || !args.every((each) => HARMLESS.test(each))) return [];
  const folder = makeWorkFolder();
  try {
    writeProgram(program, folder);
    const dumps = join(folder, 'dumps');
    mkdirSync(dumps);
    const tried = async (...more: readonly string[]): Promise<boolean> => {
      const all = [...args, ...more, '-c', program.main, '-o', join(folder, 'out.o')];
      return (await tryTool(gcc, all, { cwd: folder })).code === 0;
    };
    if (await tried(`-fdump-${kind}-all`, '-dumpdir', `${dumps}/`)) return [];
    const found = dumpOf(readdirSync(dumps), pass);
    const name = found?.name ?? pass;
    const flags = [`-fdisable-${kind}-${name}`, ...flagsFor(pass)];
    const mending: string[] = [];
    for (const flag of flags) if (await tried(flag)) mending.push(flag);
    const counted = await counterLine(gcc, pass, tried);
    return [
      `Pass: ${name}${found === undefined ? '' : `, number ${found.number}`}, dump by -fdump-${kind}-${name}-details`,
      ...(mending.length === 0 ? [] : [`Compiles with: ${mending.join('; or ')}`]),
      ...(counted === undefined ? [] : [counted]),
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The name without the number of its instance. */
const plain = (pass: string): string => pass.replace(/\d+$/, '');

/** The last dump of the pass: `test.c.180t.slp1` is number 180 of `slp1`. */
function dumpOf(
  files: readonly string[],
  pass: string,
): { readonly number: number; readonly name: string } | undefined {
  const dumps = files.flatMap((file) => {
    const [, number, name = ''] = /\.(\d+)[tri]\.(\w+)$/.exec(file) ?? [];
    return plain(name) === plain(pass) ? [{ number: Number(number), name }] : [];
  });
  return dumps.toSorted((a, b) => b.number - a.number)[0];
}

/** Flags that may switch the pass off; gcc refuses those that it does not have. */
function flagsFor(pass: string): string[] {
  const name = plain(pass).replaceAll('_', '-');
  return [`-fno-tree-${name}`, `-fno-${name}`];
}

/** The first transformation of the pass that kills gcc, if gcc counts them. */
async function counterLine(
  gcc: string,
  pass: string,
  tried: (...more: readonly string[]) => Promise<boolean>,
): Promise<string | undefined> {
  const { stdout, stderr } = await tryTool(gcc, ['-fdbg-cnt-list', '-x', 'c', '-E', '/dev/null']);
  const counted = plain(pass);
  const names = `${stdout}\n${stderr}`
    .split('\n')
    .flatMap((line) => /^ +(\w+) +\d+ +unset/.exec(line)?.[1] ?? []);
  for (const name of names.filter((each) => each === counted || each.startsWith(`${counted}_`))) {
    const upTo = (count: number): string => `-fdbg-cnt=${name}:${count}`;
    const dies = async (count: number): Promise<boolean> => !(await tried(upTo(count)));
    if ((await dies(0)) || !(await dies(MOST_COUNTED))) continue;
    const wrong = await firstWrong(dies, { right: 0, wrong: MOST_COUNTED, near: 1 });
    return `Compiles with ${upTo(wrong - 1)}, and dies with ${upTo(wrong)}`;
  }
  return undefined;
}
