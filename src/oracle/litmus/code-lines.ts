/** The lines of one function in what a compiler wrote as assembly. */

/** Comments of x86, Armv8 and RISC-V; a `#` of Armv8 stands before a number. */
const comments: Readonly<Record<MachineName, RegExp>> = {
  'x86-64': /#.*$/,
  armv8: /\/\/.*$/,
  riscv: /#.*$/,
};

export type MachineName = 'x86-64' | 'armv8' | 'riscv';

/** The machine that a compiler was told to write for, by its name and flags. */
export function machineOf(words: readonly string[]): MachineName {
  const told = words.findLast((word) => /aarch64|arm64|riscv64/.test(word)) ?? '';
  return /aarch64|arm64/.test(told) ? 'armv8' : /riscv64/.test(told) ? 'riscv' : 'x86-64';
}

/** The instructions and labels of a function as they stand there; undefined where the assembly has none of this name. */
export function functionLines(assembly: string, name: string, machine: MachineName): string[] | undefined {
  const comment = comments[machine];
  const lines = assembly.split('\n').map((line) => line.replace(comment, '').trim());
  const start = lines.indexOf(`${name}:`);
  if (start < 0) return undefined;
  const rest = lines.slice(start + 1);
  const end = rest.findIndex((line) => /^\.Lfunc_end|^\.size\b|^\.LFE/.test(line));
  return rest
    .slice(0, end < 0 ? rest.length : end)
    .filter((line) => line !== '' && (!line.startsWith('.') || line.endsWith(':')))
    .map((line) => line.replaceAll('\t', ' '));
}

/** The same for people: nothing where there is none. */
export function codeLines(assembly: string, name: string, machine: MachineName): string[] {
  return functionLines(assembly, name, machine) ?? [];
}
