/**
 * Two object files, compared without the section in which a compiler names itself. Two builds of one GCC have different
 * names, and otherwise make the same objects. Files that are no ELF files are compared byte by byte.
 */
import { sectionsOfElf } from '../oracle/index.ts';

export function isSameCode(one: Uint8Array, other: Uint8Array): boolean {
  if (Buffer.compare(one, other) === 0) return true;
  const [mine, theirs] = [codeOf(one), codeOf(other)];
  return (
    mine !== undefined &&
    mine.length === theirs?.length &&
    mine.every(({ about, bytes }, at) => about === theirs[at]!.about && bytes.equals(theirs[at]!.bytes))
  );
}

/** Each section, with everything that its header says but for its place in the file. */
function codeOf(
  object: Uint8Array,
): readonly { readonly about: string; readonly bytes: Buffer }[] | undefined {
  const sections = sectionsOfElf(object)?.filter(({ name }) => name !== '.comment');
  if (sections === undefined || sections.length === 0) return undefined;
  return sections.map(({ bytes, ...header }) => ({ about: JSON.stringify(header), bytes }));
}
