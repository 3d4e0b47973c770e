/**
 * Two object files, compared without the section in which a compiler names itself. Two builds of one GCC have different
 * names, and otherwise make the same objects. Objects that are no ELF files of 64 bits are compared byte by byte.
 */

export function isSameCode(one: Uint8Array, other: Uint8Array): boolean {
  if (Buffer.compare(one, other) === 0) return true;
  const [mine, theirs] = [sectionsOf(asBuffer(one)), sectionsOf(asBuffer(other))];
  return (
    mine !== undefined &&
    mine.length === theirs?.length &&
    mine.every(({ about, content }, at) => about === theirs[at]!.about && content.equals(theirs[at]!.content))
  );
}

interface Section {
  /** Everything that its header says, but for its place in the file. */
  readonly about: string;
  readonly content: Buffer;
}

const HEADER_BYTES = 64;
const NO_CONTENT = 8; // the type of sections such as .bss

function sectionsOf(file: Buffer): Section[] | undefined {
  if (file.length < HEADER_BYTES || file.toString('latin1', 0, 6) !== '\u007FELF\u0002\u0001')
    return undefined;
  const [start, count] = [Number(file.readBigUInt64LE(40)), file.readUInt16LE(60)];
  if (count === 0 || start + count * HEADER_BYTES > file.length) return undefined;
  const headers = Array.from({ length: count }, (_, index) =>
    file.subarray(start + index * HEADER_BYTES, start + (index + 1) * HEADER_BYTES),
  );
  const names = contentOf(file, headers[file.readUInt16LE(62)] ?? Buffer.alloc(HEADER_BYTES));
  return headers
    .map((header) => {
      const name = names.toString('latin1', header.readUInt32LE(0)).split('\0', 1)[0] ?? '';
      const hasContent = header.readUInt32LE(4) !== NO_CONTENT;
      return {
        name,
        about: [name, header.toString('hex', 4, 24), header.toString('hex', 32)].join(' '),
        content: hasContent ? contentOf(file, header) : Buffer.alloc(0),
      };
    })
    .filter(({ name }) => name !== '.comment');
}

function contentOf(file: Buffer, header: Buffer): Buffer {
  const start = Number(header.readBigUInt64LE(24));
  return file.subarray(start, start + Number(header.readBigUInt64LE(32)));
}

function asBuffer({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}
