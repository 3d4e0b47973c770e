/**
 * The bugs that come with cgfuzz: its trophies, with signatures that campaigns recognise. A finding that
 * shows one of these bugs says so on its first line, and is not reduced.
 *
 * A signature alone is not enough: back ends of different architectures may fail in one place of LLVM. So the
 * compiler's name and flags must also contain all `words`. Invariant: each name is a folder of docs/trophies,
 * and each title is the heading of its page.
 */
import type { FindingRecord } from './record.ts';
import type { RecognisedBug, ShippedBug } from './shipped-bug.ts';
import { bugsElsewhere } from './shipped-elsewhere.ts';
import { bugsOnX86 } from './shipped-x86.ts';

export const shippedBugs: readonly RecognisedBug[] = [...bugsElsewhere, ...bugsOnX86].toSorted((a, b) =>
  a.name < b.name ? -1 : 1,
);

/** The first shipped bug that fits a failure; undefined if none fits. */
export function shippedBugOf({
  signature,
  compiler,
  args,
}: Pick<FindingRecord, 'signature' | 'compiler' | 'args'>): ShippedBug | undefined {
  const said = [compiler, ...args];
  const found = shippedBugs.find(
    ({ signatures, words }) =>
      signatures.some((each) => signature.startsWith(each)) &&
      words.every((word) => word.split('|').some((each) => said.some((part) => part.includes(each)))),
  );
  return found && { name: found.name, title: found.title, address: found.address };
}

/** One line about a finding: its title, or the known bug that it shows. */
export function headlineOf({ title, shipped }: Pick<FindingRecord, 'title' | 'shipped'>): string {
  return shipped === undefined ? title : `known, docs/trophies/${shipped.name}: ${title}`;
}

/** One line about a known bug: its heading, and the place to read more. */
export function shippedText({ name, title, address }: ShippedBug): string {
  return `known: ${title} (docs/trophies/${name}${address === '' ? '' : `, ${address}`})`;
}
