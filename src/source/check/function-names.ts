/** Names of the functions that a program defines, from the symbol table of its file. */

const ELF = '\u007FELF';
const SYMBOL_TABLE = 2;
const SYMBOL_BYTES = 24;
const SECTION_BYTES = 64;
const FUNCTION = 2;
const UNDEFINED = 0;

/** True for a program for 64-bit Linux. */
export function isElf(file: Buffer): boolean {
  return file.length > 64 && file.subarray(0, 4).toString('latin1') === ELF;
}

/** Undefined if the file is no program, is stripped, or is damaged. */
export function functionNames(file: Buffer): readonly string[] | undefined {
  if (!isElf(file)) return undefined;
  const [sections, count] = [Number(file.readBigUInt64LE(40)), file.readUInt16LE(60)];
  if (sections + count * SECTION_BYTES > file.length) return undefined;
  const section = (index: number): Buffer => file.subarray(sections + index * SECTION_BYTES);
  const contents = (header: Buffer): Buffer => {
    const [from, bytes] = [Number(header.readBigUInt64LE(24)), Number(header.readBigUInt64LE(32))];
    return file.subarray(from, from + bytes);
  };
  for (let index = 0; index < count; index++) {
    const header = section(index);
    if (header.readUInt32LE(4) !== SYMBOL_TABLE) continue;
    const names = header.readUInt32LE(40);
    return names < count ? namesIn(contents(header), contents(section(names))) : undefined;
  }
  return undefined;
}

function namesIn(symbols: Buffer, strings: Buffer): string[] {
  const names: string[] = [];
  for (let at = 0; at + SYMBOL_BYTES <= symbols.length; at += SYMBOL_BYTES) {
    const isFunction = (symbols[at + 4]! & 15) === FUNCTION && symbols.readUInt16LE(at + 6) !== UNDEFINED;
    const name = symbols.readUInt32LE(at);
    const end = strings.indexOf(0, name);
    if (isFunction && end > name) names.push(strings.toString('latin1', name, end));
  }
  return names;
}
