/**
 * Reads the content of an ELF object file: its sections, symbols and relocations.
 *
 * It reads both word sizes and byte orders, since a clang makes code for many architectures. Invariant: a
 * file that is cut short, or is no ELF file, gives undefined and never an exception.
 */
export interface ElfSection {
  readonly name: string;
  readonly type: number;
  readonly flags: number;
  readonly size: number;
  /** Empty for a section without bytes in the file, such as `.bss`. */
  readonly bytes: Buffer;
  readonly link: number;
  /** For relocations: the section that they apply to. */
  readonly info: number;
  readonly align: number;
}

export interface ElfSymbol {
  readonly name: string;
  readonly value: bigint;
  readonly size: bigint;
  readonly type: number;
  readonly binding: number;
  readonly visibility: number;
  /** The number of its section, or a mark such as {@link elf.common}. */
  readonly section: number;
}

export interface ElfRelocation {
  readonly offset: bigint;
  readonly type: bigint;
  readonly symbol: number;
  readonly addend: bigint;
}

export interface ElfFile {
  readonly machine: number;
  readonly sections: readonly ElfSection[];
  readonly symbols: readonly ElfSymbol[];
  /** Relocations by the number of their section. */
  readonly relocations: ReadonlyMap<number, readonly ElfRelocation[]>;
}

/** Numbers of the file format. */
export const elf = {
  undefinedSection: 0,
  common: 0xfff2,
  firstMark: 0xff00,
  local: 0,
  alloc: 2,
  executable: 4,
  function: 2,
  i386: 3,
  x86_64: 62,
  hexagon: 164,
  loongArch: 258,
} as const;

const TYPE = { symbols: 2, rela: 4, nobits: 8, rel: 9 } as const;

/** Undefined for any other file than ELF. */
export function readElf(object: Uint8Array): ElfFile | undefined {
  return readBy(object, (reader) => reader.file());
}

/** The sections alone; undefined for any other file than ELF. */
export function sectionsOfElf(object: Uint8Array): readonly ElfSection[] | undefined {
  return readBy(object, (reader) => reader.sections());
}

function readBy<Read>(object: Uint8Array, read: (reader: Reader) => Read): Read | undefined {
  const bytes = Buffer.from(object.buffer, object.byteOffset, object.byteLength);
  if (bytes.length < 64 || bytes.toString('latin1', 0, 4) !== '\x7fELF') return undefined;
  try {
    return read(new Reader(bytes));
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

class Reader {
  readonly #bytes: Buffer;
  readonly #is64: boolean;
  readonly #isLittle: boolean;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
    this.#is64 = bytes[4] === 2;
    this.#isLittle = bytes[5] === 1;
  }

  sections(): ElfSection[] {
    const headersAt = Number(this.#word(this.#is64 ? 0x28 : 0x20));
    const [entrySize, count, namesIn] = (this.#is64 ? [0x3a, 0x3c, 0x3e] : [0x2e, 0x30, 0x32]).map((at) =>
      this.#half(at),
    ) as [number, number, number];
    const raw = Array.from({ length: count }, (_, index) => this.#header(headersAt + index * entrySize));
    const names = raw[namesIn];
    return raw.map(({ nameAt, ...section }): ElfSection => ({
      ...section,
      name: textAt(names?.bytes, nameAt),
    }));
  }

  file(): ElfFile {
    const sections = this.sections();
    const symbols = this.#symbols(sections);
    const relocations = new Map<number, readonly ElfRelocation[]>();
    for (const section of sections) {
      if (section.type === TYPE.rela || section.type === TYPE.rel)
        relocations.set(section.info, this.#relocations(section));
    }
    return { machine: this.#half(0x12), sections, symbols, relocations };
  }

  #header(at: number): Omit<ElfSection, 'name'> & { readonly nameAt: number } {
    const word = this.#is64 ? 8 : 4;
    const [flags, , offset, size] = [0, 1, 2, 3].map((index) => Number(this.#word(at + 8 + index * word)));
    const type = this.#int(at + 4);
    const rest = at + 8 + 4 * word;
    return {
      nameAt: this.#int(at),
      type,
      flags: flags!,
      size: size!,
      bytes: type === TYPE.nobits ? Buffer.alloc(0) : this.#bytes.subarray(offset, offset! + size!),
      link: this.#int(rest),
      info: this.#int(rest + 4),
      align: Number(this.#word(rest + 8)),
    };
  }

  #symbols(sections: readonly ElfSection[]): ElfSymbol[] {
    const table = sections.find(({ type }) => type === TYPE.symbols);
    if (table === undefined) return [];
    const names = sections[table.link]?.bytes;
    return this.#entries(table, this.#is64 ? 24 : 16).map((at): ElfSymbol => {
      const [info, other, section, value, size] = this.#is64
        ? [at + 4, at + 5, at + 6, at + 8, at + 16]
        : [at + 12, at + 13, at + 14, at + 4, at + 8];
      return {
        name: textAt(names, this.#int(at)),
        value: this.#word(value),
        size: this.#word(size),
        type: this.#byte(info) & 15,
        binding: this.#byte(info) >> 4,
        visibility: this.#byte(other),
        section: this.#half(section),
      };
    });
  }

  #relocations(section: ElfSection): ElfRelocation[] {
    const word = this.#is64 ? 8 : 4;
    const hasAddend = section.type === TYPE.rela;
    return this.#entries(section, word * (hasAddend ? 3 : 2)).map((at): ElfRelocation => {
      const info = this.#word(at + word);
      return {
        offset: this.#word(at),
        type: this.#is64 ? info & 0xffffffffn : info & 0xffn,
        symbol: Number(this.#is64 ? info >> 32n : info >> 8n),
        addend: hasAddend ? BigInt.asIntN(word * 8, this.#word(at + 2 * word)) : 0n,
      };
    });
  }

  #entries({ bytes }: ElfSection, size: number): number[] {
    const start = bytes.byteOffset - this.#bytes.byteOffset;
    return Array.from({ length: Math.floor(bytes.length / size) }, (_, index) => start + index * size);
  }

  #byte(at: number): number {
    return this.#bytes.readUInt8(at);
  }

  #half(at: number): number {
    return this.#isLittle ? this.#bytes.readUInt16LE(at) : this.#bytes.readUInt16BE(at);
  }

  #int(at: number): number {
    return this.#isLittle ? this.#bytes.readUInt32LE(at) : this.#bytes.readUInt32BE(at);
  }

  /** A number as wide as an address. */
  #word(at: number): bigint {
    if (!this.#is64) return BigInt(this.#int(at));
    return this.#isLittle ? this.#bytes.readBigUInt64LE(at) : this.#bytes.readBigUInt64BE(at);
  }
}

function textAt(bytes: Buffer | undefined, at: number): string {
  if (bytes === undefined || at >= bytes.length) return '';
  const end = bytes.indexOf(0, at);
  return bytes.toString('latin1', at, end < 0 ? bytes.length : end);
}
