/** Lines of POWER code as the judge takes them: without what finds the table of addresses, and with symbols in its place. */

/** Instructions at the begin of a function that find the table, which is at register 2 then. */
const findsTable = /\.TOC\.|^ld 2, ?\.|^add 2, ?2, ?12$/;

/** A slot of the table has an address, or is another name of an earlier slot. */
const slot = /^(\.LC\d+):\s+\.(?:quad\s+|tc\s+\S+?,)(\S+)|^\s*\.set\s+(\.LC\d+),\s*(\.LC\d+)$/gm;

/** Compilers write the bare number of a register, unless they are asked for names. */
const registerName = /%?\bc?r(\d+)\b(?!@)/g;

/** Slots of the table stand outside of the function, each under a label of its own. */
export function powerLines(lines: readonly string[], assembly: string): string[] {
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
