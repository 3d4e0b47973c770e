/** The lines of one function in what a compiler wrote as assembly. */

/** `armv8` has words of 64 bits; `aarch32` is Arm of 32 bits, as ARM or Thumb code; `power` is little-endian. */
export const machineNames = ['x86-64', 'armv8', 'aarch32', 'riscv', 'power'] as const;

export type MachineName = (typeof machineNames)[number];

/** Comments of each architecture; a `#` of Arm stands before a number. */
const comments: Readonly<Record<MachineName, RegExp>> = {
  'x86-64': /#.*$/,
  armv8: /\/\/.*$/,
  aarch32: /@.*$/,
  riscv: /#.*$/,
  power: /#.*$/,
};

/**
 * Words that choose a machine: a triple, in a flag or in the name of a cross compiler, or another word size.
 */
const choosing = /^--?target=|^\w+-linux-gnu\w*-|^-m(?:32|x32|16)$|^-march=.*ztso/;

/** The machine that a compiler writes code for, by its name and flags; undefined if it is unknown. */
export function machineOf(words: readonly string[]): MachineName | undefined {
  const told = words.findLast((word) => choosing.test(word));
  if (told === undefined) return 'x86-64';
  if (told.includes('ztso')) return undefined;
  if (/\baarch64-|\barm64-/.test(told)) return 'armv8';
  if (/\b(?:arm|thumb)(?:v\d[\w.]*)?-/.test(told)) return isBigEndian(words) ? undefined : 'aarch32';
  if (/\briscv64-/.test(told)) return 'riscv';
  if (/\b(?:powerpc|ppc)64le-/.test(told)) return isBigEndian(words) ? undefined : 'power';
  return /\bx86_64-/.test(told) ? 'x86-64' : undefined;
}

/** On big-endian machines the halves of 64 bits are swapped, and narrow parts have other addresses. */
function isBigEndian(words: readonly string[]): boolean {
  const told = words.findLast((word) => /^-m(?:big|little)(?:-endian)?$|^-E[BL]$/.test(word));
  return told?.startsWith('-mbig') === true || told === '-EB';
}

/**
 * The instructions and labels of a function as in the text; undefined if the assembly has no function of this
 * name.
 */
export function functionLines(assembly: string, name: string, machine: MachineName): string[] | undefined {
  const comment = comments[machine];
  const lines = assembly.split('\n').map((line) => line.replace(comment, '').trim());
  const start = lines.indexOf(`${name}:`);
  if (start < 0) return undefined;
  const rest = lines.slice(start + 1);
  const end = rest.findIndex((line) => /^\.Lfunc_end|^\.size\b|^\.LFE/.test(line));
  const own = rest
    .slice(0, end < 0 ? rest.length : end)
    .filter(
      (line) => line !== '' && (!line.startsWith('.') || line.endsWith(':') || isConstant(line, machine)),
    )
    .map((line) => line.replaceAll('\t', ' '));
  const code = machine === 'power' ? powerLines(own, assembly) : own;
  // A compiler writes one of two threads that are equal; the other jumps there.
  const [only = '', ...further] = code.filter((line) => !line.endsWith(':'));
  const other =
    further.length === 0 ? /^(?:jmp|b|j|tail) ([A-Za-z]\w*)(?:@\w+)?$/.exec(only)?.[1] : undefined;
  return other === undefined || other === name ? code : functionLines(assembly, other, machine);
}

/** AArch32 loads constants and addresses from words after the function's code. */
function isConstant(line: string, machine: MachineName): boolean {
  return machine === 'aarch32' && /^\.(?:word|long)\b/.test(line);
}

/** The same for people: empty if there is none. */
export function codeLines(assembly: string, name: string, machine: MachineName | undefined): string[] {
  return machine === undefined ? [] : (functionLines(assembly, name, machine) ?? []);
}

/** Instructions at the begin of a function that find the table, which is at register 2 then. */
const findsTable = /\.TOC\.|^ld 2, ?\.|^add 2, ?2, ?12$/;

/** A slot of the table has an address, or is another name of an earlier slot. */
const slot = /^(\.LC\d+):\s+\.(?:quad\s+|tc\s+\S+?,)(\S+)|^\s*\.set\s+(\.LC\d+),\s*(\.LC\d+)$/gm;

/** Compilers write the bare number of a register, unless they are asked for names. */
const registerName = /%?\bc?r(\d+)\b(?!@)/g;

/** Slots of the table stand outside of the function, each under a label of its own. */
function powerLines(lines: readonly string[], assembly: string): string[] {
  const slots = new Map<string, string | undefined>();
  for (const [, label, symbol, alias, earlier] of assembly.matchAll(slot)) {
    if (label === undefined) slots.set(alias!, slots.get(earlier!));
    else slots.set(label, symbol);
  }
  return lines
    .map((line) => line.replace(/^\d+: */, '').replaceAll(registerName, '$1'))
    .filter((line) => line !== '' && !findsTable.test(line))
    .map((line) =>
      line.replaceAll(/(\.LC\d+)@toc/g, (all, label: string) => {
        const symbol = slots.get(label);
        return symbol === undefined ? all : `${symbol}@got`;
      }),
    );
}
