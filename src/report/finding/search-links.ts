/**
 * Searches of a tracker for reports of the same bug, as addresses. A person should look there before reporting.
 * The first address has the compiler's own words. The second one has reports of the same pass or kind.
 */
import type { FindingRecord } from '../../finding/index.ts';
import { reportKindOf } from '../kinds/index.ts';
import { messageOf } from './heading.ts';
import type { Tracker } from './tracker-text.ts';

const MOST_WORDS = 80;

export function searchLinks(tracker: Tracker, record: FindingRecord, output: string): string[] {
  const asked = [wordsOf(record, output), aboutOf(tracker, record)].filter((words) => words !== undefined);
  return asked.map((words) => addressOf(tracker, words));
}

function addressOf(tracker: Tracker, words: string): string {
  return tracker === 'llvm'
    ? `https://github.com/llvm/llvm-project/issues?q=${encodeURIComponent(`is:issue ${words}`)}`
    : `https://gcc.gnu.org/bugzilla/buglist.cgi?quicksearch=${encodeURIComponent(`ALL ${words}`)}`;
}

/** The compiler's words in quotes, without what changes from case to case; undefined if it said nothing. */
function wordsOf(record: FindingRecord, output: string): string | undefined {
  if (record.kind !== 'crash' && record.kind !== 'rejected') return undefined;
  const said = messageOf(record, output).replaceAll(/\s+/g, ' ').trim();
  const told = /&& "([^"]+)"/.exec(said)?.[1];
  const condition = /Assertion [`'](.*?)(?:' failed|$)/.exec(said)?.[1];
  const inside = /internal compiler error: (?:in (\w+)|([^:,]+))/.exec(said);
  const words = told ?? condition ?? inside?.[1] ?? inside?.[2] ?? said;
  return `"${words.replaceAll('"', '').slice(0, MOST_WORDS).trim()}"`;
}

/** The pass or the flag that is to blame, among reports of the same kind. */
function aboutOf(tracker: Tracker, record: FindingRecord): string | undefined {
  const { culprit } = record;
  const about = culprit === undefined ? undefined : blamed(culprit);
  if (about === undefined) return undefined;
  if (!reportKindOf(record).isMiscompilation) return about;
  return tracker === 'llvm' ? `label:miscompilation ${about}` : `kw:wrong-code ${about}`;
}

function blamed(culprit: NonNullable<FindingRecord['culprit']>): string | undefined {
  switch (culprit.kind) {
    case 'pass':
    case 'dump':
      return culprit.pass.replace(/Pass$/, '');
    case 'flags':
      return culprit.flags.map((flag) => flag.replace(/^-fno-/, '')).join(' ');
    case 'unknown':
      return undefined;
  }
}
