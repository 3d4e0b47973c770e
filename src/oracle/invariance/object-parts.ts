/**
 * The parts of an object file that must be equal under a relation. They are each section that the program has
 * in memory, with its bytes, relocations and symbols.
 *
 * Compilers may write the same code in different ways, which count as equal. On x86, padding may be other
 * no-operations of the same length. A reference to a local symbol equals a reference to its place in the
 * section. Labels with `.L` may have any name. `.eh_frame` is left out, since some architectures have it only
 * with debug information.
 */
import { elf, type ElfFile, type ElfSection, readElf } from './elf.ts';

export interface ObjectPart {
  readonly name: string;
  /** Its size and its flags. */
  readonly shape: string;
  readonly bytes: Buffer;
  readonly relocations: readonly string[];
}

export interface ObjectParts {
  /** The architecture's number in the file format. */
  readonly machine: number;
  readonly sections: readonly ObjectPart[];
  /** Defined symbols that are visible to other objects, sorted. */
  readonly symbols: readonly string[];
  /** Global functions with their section and place, for people. */
  readonly places: readonly { readonly section: string; readonly at: number; readonly name: string }[];
}

/** The first difference between two objects. */
export interface ObjectDifference {
  /** The name of the section; `symbols` if only symbols differ. */
  readonly section: string;
  /** The function at that place, if the object tells it. */
  readonly on: string | undefined;
  /** For people: the place and the difference. */
  readonly says: string;
}

/** Undefined for any other file than ELF: its parts are unknown. */
export function objectPartsOf(object: Uint8Array): ObjectParts | undefined {
  const file = readElf(object);
  if (file === undefined) return undefined;
  const kept = [...file.sections.entries()].filter(([index, section]) => isKept(file, index, section));
  const places = file.symbols
    .filter(({ type, section }) => type === elf.function && section < elf.firstMark)
    .map(({ name, value, section }) => ({ section: sectionName(file, section), at: Number(value), name }));
  return {
    machine: file.machine,
    sections: kept
      .map(([index, section]) => partOf(file, index, section))
      .toSorted((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0)),
    symbols: globalsOf(file).toSorted(),
    places: places.toSorted((a, b) => a.at - b.at),
  };
}

function isKept(file: ElfFile, index: number, { name, flags, size }: ElfSection): boolean {
  if ((flags & elf.alloc) === 0 || name === '.eh_frame') return false;
  return size > 0 || (file.relocations.get(index)?.length ?? 0) > 0;
}

function partOf(file: ElfFile, index: number, section: ElfSection): ObjectPart {
  const { name, flags, size, bytes } = section;
  const isX86 = file.machine === elf.x86_64 || file.machine === elf.i386;
  const isPadded = isX86 && (flags & elf.executable) !== 0;
  const relocations = file.relocations.get(index) ?? [];
  return {
    name,
    shape: `${size} bytes, flags ${flags}`,
    bytes: isPadded ? withPlainPadding(bytes) : bytes,
    relocations: relocations.map(
      ({ offset, type, symbol, addend }) => `${offset} ${type} ${placeOf(file, symbol, addend)}`,
    ),
  };
}

/** A reference to a global symbol by name, or to a local symbol by place. */
function placeOf(file: ElfFile, index: number, addend: bigint): string {
  const symbol = file.symbols[index];
  if (symbol === undefined) return `symbol ${index} + ${addend}`;
  const { binding, name, section, value } = symbol;
  if (binding !== elf.local || section === elf.undefinedSection) return `${name} + ${addend}`;
  return `${sectionName(file, section)} at ${value + addend}`;
}

function sectionName({ sections }: ElfFile, index: number): string {
  if (index === elf.common) return 'common';
  return index >= elf.firstMark ? `mark ${index}` : (sections[index]?.name ?? '');
}

function globalsOf(file: ElfFile): string[] {
  return file.symbols
    .filter(({ binding, section }) => binding !== elf.local && section !== elf.undefinedSection)
    .map(
      ({ name, value, size, type, binding, visibility, section }) =>
        `${name} in ${sectionName(file, section)} at ${value}, ${size} bytes, ${type} ${binding} ${visibility}`,
    );
}

const [NOP, OPERAND_SIZE, SEGMENT, TWO_BYTES, LONG_NOP] = [0x90, 0x66, 0x2e, 0x0f, 0x1f];

/** The same code, in which each no-operation is replaced by one-byte no-operations. */
export function withPlainPadding(code: Buffer): Buffer {
  const plain = Buffer.from(code);
  for (let at = 0; at < code.length;) {
    const length = paddingAt(code, at);
    plain.fill(NOP, at, at + length);
    at += length || 1;
  }
  return plain;
}

/** Length of the no-operation that begins here; 0 if there is none. */
function paddingAt(code: Buffer, at: number): number {
  let to = at;
  while (code[to] === OPERAND_SIZE || code[to] === SEGMENT) to++;
  if (code[to] === NOP) return to + 1 - at;
  if (code[to] !== TWO_BYTES || code[to + 1] !== LONG_NOP) return 0;
  const length = operandLength(code[to + 2] ?? 0);
  return length === 0 ? 0 : to + 2 + length - at;
}

/** The forms of the operand that assemblers take: a register as address, with a displacement, with an index. */
function operandLength(form: number): number {
  const lengths: Readonly<Record<number, number>> = { 0x00: 1, 0x40: 2, 0x44: 3, 0x80: 5, 0x84: 6 };
  return lengths[form] ?? 0;
}

/** Undefined if both are equal. */
export function differenceIn(one: ObjectParts, other: ObjectParts): ObjectDifference | undefined {
  const names = [...new Set([...one.sections, ...other.sections].map(({ name }) => name))];
  // Code tells more than the tables that depend on it.
  for (const name of names.toSorted((a, b) => rank(a) - rank(b))) {
    const [here, there] = [one, other].map(({ sections }) => sections.filter((each) => each.name === name));
    const found = differenceInSections(one, here!, there!);
    if (found !== undefined) return { section: name, ...found };
  }
  const odd = [
    ...one.symbols.filter((each) => !other.symbols.includes(each)),
    ...other.symbols.filter((each) => !one.symbols.includes(each)),
  ];
  if (odd.length === 0) return undefined;
  return { section: 'symbols', on: undefined, says: `symbols differ: ${odd.slice(0, 4).join('; ')}` };
}

function rank(name: string): number {
  return name.startsWith('.text') ? 0 : 1;
}

function differenceInSections(
  { places }: ObjectParts,
  here: readonly ObjectPart[],
  there: readonly ObjectPart[],
): Omit<ObjectDifference, 'section'> | undefined {
  if (here.length !== there.length) {
    const name = (here[0] ?? there[0])!.name;
    return { on: undefined, says: `${name}: there ${here.length} times, and ${there.length} times` };
  }
  for (const [index, a] of here.entries()) {
    const b = there[index]!;
    const at = firstDifferent(a, b);
    if (at === undefined) continue;
    const on = places.findLast(({ section, at: from }) => section === a.name && from <= at)?.name;
    const where = on === undefined ? a.name : `${a.name}, in ${on}`;
    const sizes = a.shape === b.shape ? a.shape : `${a.shape}; and ${b.shape}`;
    return { on, says: `${where}: differs from offset 0x${at.toString(16)} on (${sizes})` };
  }
  return undefined;
}

/** The offset of the first byte or relocation that differs. */
function firstDifferent(a: ObjectPart, b: ObjectPart): number | undefined {
  if (a.shape === b.shape && a.bytes.equals(b.bytes) && sameTexts(a.relocations, b.relocations))
    return undefined;
  const shorter = Math.min(a.bytes.length, b.bytes.length);
  let at = 0;
  while (at < shorter && a.bytes[at] === b.bytes[at]) at++;
  const relocation = a.relocations.findIndex((each, index) => each !== b.relocations[index]);
  const named = relocation < 0 ? Infinity : Number(a.relocations[relocation]!.split(' ')[0]);
  return Math.min(at, named);
}

function sameTexts(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((each, index) => each === b[index]);
}
