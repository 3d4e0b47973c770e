/**
 * Bugs that the compilers' developers know, in a file that people share: `known.json`. Campaigns read it,
 * `cgfuzz findings mute` writes it.
 *
 * Invariant: a damaged file gives an error, and is never overwritten.
 */
import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { versionSpans } from '../oracle/index.ts';
import { reasonOf } from '../util/circumstance.ts';
import { makeFolder } from '../util/make-folder.ts';
import { readWhole } from '../util/read-whole.ts';
import { aNumber, aText, fieldsOf, listOf, optional, parseJsonAs } from '../util/shape.ts';
import { printable } from '../util/text.ts';
import { UserError } from '../util/user-error.ts';
import { writeFileAtomic } from '../util/write-file-atomic.ts';
import type { FindingRecord } from './record.ts';
import { type Trophy, trophyShape } from './shipped-bug.ts';

export interface KnownBug {
  readonly signature: string;
  readonly title: string;
  /** The reason why nobody has to look at it again. */
  readonly reason: string;
  /** The address of its report; empty if there is none. */
  readonly address: string;
  /** Compilers that have the bug, as in `gcc-16`. */
  readonly shows: readonly string[];
  /** Compilers that do not. */
  readonly isRight: readonly string[];
}

const FORMAT = 1;

const fileShape = fieldsOf<{ format: number; bugs: readonly KnownBug[]; trophies?: readonly Trophy[] }>({
  format: aNumber,
  bugs: listOf(
    fieldsOf<KnownBug>({
      signature: aText,
      title: aText,
      reason: aText,
      address: aText,
      shows: listOf(aText),
      isRight: listOf(aText),
    }),
  ),
  trophies: optional(listOf(trophyShape)),
});

export class KnownBugs {
  readonly #bugs: Map<string, KnownBug>;
  /** The part of cgfuzz's own file that a person's file lacks. */
  readonly #trophies: readonly Trophy[] | undefined;

  private constructor(bugs: readonly KnownBug[], trophies?: readonly Trophy[]) {
    this.#trophies = trophies;
    this.#bugs = new Map(bugs.map((bug) => [bug.signature, bug]));
  }

  static none(): KnownBugs {
    return new KnownBugs([]);
  }

  /** Without such a file the list is empty. */
  static read(path: string): KnownBugs {
    if (!existsSync(path)) return KnownBugs.none();
    try {
      const { format, bugs, trophies } = parseJsonAs(fileShape, readWhole(path).toString());
      if (format !== FORMAT) throw new Error(`it has format ${format}, and this cgfuzz knows ${FORMAT}`);
      return new KnownBugs(bugs, trophies);
    } catch (error) {
      throw new UserError(`${path} is no list of known bugs: ${printable(reasonOf(error))}`, [
        'mend it, or move it away: cgfuzz findings mute begins a new one',
      ]);
    }
  }

  all(): readonly KnownBug[] {
    return [...this.#bugs.values()];
  }

  find(signature: string): KnownBug | undefined {
    return this.#bugs.get(signature);
  }

  /**
   * Adds a finding: its compilers join the compilers of the known bug, and a new reason or address replaces the
   * old one.
   */
  add(record: FindingRecord, { reason, address }: Pick<KnownBug, 'reason' | 'address'>): KnownBug {
    const { signature, title } = record;
    const before = this.find(signature);
    const [shows, isRight] = compilersOf(record);
    const all = union(before?.shows ?? [], shows);
    const bug: KnownBug = {
      signature,
      title,
      reason: reason || (before?.reason ?? ''),
      address: address || (before?.address ?? ''),
      shows: all,
      isRight: union(before?.isRight ?? [], isRight).filter((name) => !all.includes(name)),
    };
    this.#bugs.set(signature, bug);
    return bug;
  }

  write(path: string): void {
    const bugs = this.all().toSorted((a, b) => (a.signature < b.signature ? -1 : 1));
    makeFolder(dirname(path));
    writeFileAtomic(
      path,
      `${JSON.stringify({ format: FORMAT, bugs, trophies: this.#trophies }, undefined, 2)}\n`,
    );
  }
}

/** The first and the last version with the bug: `clang-15 to clang-19, not clang-14`. */
export function spanOf({ shows, isRight }: Pick<KnownBug, 'shows' | 'isRight'>): string {
  return Object.values(versionSpans([...shows, ...isRight], shows)).join('; ');
}

/** The note about a known finding. */
export function knownNote(bug: KnownBug, { id, compiler }: Pick<FindingRecord, 'id' | 'compiler'>): string {
  const now = plainName(compiler);
  const where = [bug.reason, bug.address].filter(Boolean).join(', ');
  const news = bug.shows.includes(now) ? '' : `; ${now} is new among them`;
  return `finding ${id} is known: ${where || bug.title}; it shows in ${spanOf(bug)}${news}`;
}

function compilersOf({
  compiler,
  affected,
}: FindingRecord): readonly [shows: readonly string[], isRight: readonly string[]] {
  const named = (labels: readonly string[] = []): string[] =>
    labels.map((label) => plainName(label.split(' ', 1)[0] ?? ''));
  const shows = union([plainName(compiler)], named(affected?.failing));
  return [shows, union(named(affected?.right), [])];
}

/** The name of the compiler's version, however it was built: `clang-19` for `clang-19-passes`. */
function plainName(compiler: string): string {
  return /^(?:clang|gcc)-\d+/.exec(compiler)?.[0] ?? compiler;
}

function union(a: readonly string[], b: readonly string[]): string[] {
  return [...new Set([...a, ...b])].toSorted((one, other) =>
    one.localeCompare(other, 'en', { numeric: true }),
  );
}
