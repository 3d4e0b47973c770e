/** The release that introduced a bug, as far as the installed releases show. */
import type { FindingRecord } from '../../finding/index.ts';

/** `after clang-16, by clang-19`. Undefined if no release was tried, or none shows the bug. */
export function introducedText({ affected }: Pick<FindingRecord, 'affected'>): string | undefined {
  const failing = releasesIn(affected?.failing ?? []);
  const [oldest] = failing;
  if (affected === undefined || oldest === undefined) return undefined;
  const family = familyOf(oldest);
  // A release has the bug if some level shows it, even if other levels do not.
  const right = releasesIn(affected.right).filter(
    (name) => familyOf(name) === family && !failing.includes(name),
  );
  const before = right.findLast((name) => numberIn(name) < numberIn(oldest));
  const after = right.find((name) => numberIn(name) > numberIn(failing.at(-1)!));
  const begun =
    before === undefined
      ? `${oldest} or before: ${whyNotOlder(affected, oldest)}`
      : `after ${before}, by ${oldest}`;
  return after === undefined ? begun : `${begun}; gone by ${after}`;
}

/** True if the newest release has the bug and the release before it does not: its developers want to know. */
export function isRegression({ affected }: Pick<FindingRecord, 'affected'>): boolean {
  const failing = releasesIn(affected?.failing ?? []);
  const [first] = failing;
  if (affected === undefined || first === undefined || failing.length > 1) return false;
  const others = releasesIn(affected.right).filter(
    (name) => familyOf(name) === familyOf(first) && name !== first,
  );
  return others.length > 0 && others.every((name) => numberIn(name) < numberIn(first));
}

/** A release that refuses the command, for example because of an unknown flag, says nothing about the bug. */
function whyNotOlder({ unclear }: NonNullable<FindingRecord['affected']>, oldest: string): string {
  const older = releasesIn(unclear).findLast(
    (name) => familyOf(name) === familyOf(oldest) && numberIn(name) < numberIn(oldest),
  );
  return older === undefined
    ? 'no older release was asked'
    : `${older} does something else with this command`;
}

/** Names without flags and without the kind of build, from old to new. */
function releasesIn(labels: readonly string[]): string[] {
  const names = labels.flatMap((label) => /^(?:\S*-)?(?:clang|gcc)-(?:\d+|snapshot)/.exec(label)?.[0] ?? []);
  return [...new Set(names)].toSorted((a, b) => numberIn(a) - numberIn(b));
}

function numberIn(name: string): number {
  // The snapshot is newer than every release.
  return name.endsWith('-snapshot') ? Infinity : Number(/\d+$/.exec(name)?.[0]);
}

function familyOf(name: string): string {
  return name.replace(/-(?:\d+|snapshot)$/, '');
}
