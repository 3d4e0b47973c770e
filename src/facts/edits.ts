/**
 * Edits of a text by offset, and the facts of the text after the edits.
 *
 * So one analysis and one run serve a whole chain of edits. Invariants: edits are sorted and disjoint, and no
 * edit crosses the border of a statement. The remaining facts are true of the new text. Inserted text has no
 * facts.
 */
import type { Analysis, Facts, RunFacts, WrapperCall } from './facts.ts';

/** `text` replaces the bytes from `begin` to `end`. */
export interface SourceEdit {
  readonly begin: number;
  readonly end: number;
  readonly text: string;
  /**
   * Set if the text closes a construct: the offset of the edit that opened it. A thing that begins before that
   * offset and ends here then ends after this text.
   */
  readonly opened?: number;
}

const encoder = new TextEncoder();

export function editText(bytes: Uint8Array, edits: readonly SourceEdit[]): Uint8Array {
  const parts: Uint8Array[] = [];
  let from = 0;
  for (const { begin, end, text } of edits) {
    if (begin < from || end < begin || end > bytes.length)
      throw new Error(`an edit of ${begin} to ${end} is out of order or out of bounds`);
    parts.push(bytes.subarray(from, begin), encoder.encode(text));
    from = end;
  }
  parts.push(bytes.subarray(from));
  return Buffer.concat(parts);
}

/** Facts of the edited text. All lists lose the things that an edit replaced, and their indices close up. */
export function editFacts({ analysis, run, ...rest }: Facts, edits: readonly SourceEdit[]): Facts {
  if (edits.length === 0) return { analysis, run, ...rest };
  const move = new Mover(edits);
  const kept = keptOf(analysis, move);
  return {
    ...rest,
    analysis: movedAnalysis(analysis, kept, move),
    run: run && movedRun(run, kept),
  };
}

/** The new index for each old index; -1 for things that are gone. */
interface Kept {
  readonly statements: readonly number[];
  readonly functions: readonly number[];
  readonly names: readonly number[];
  readonly wrappers: readonly number[];
  readonly operands: readonly number[];
}

function keptOf({ statements, functions, names, wrappers, operands }: Analysis, move: Mover): Kept {
  for (const { begin, end } of statements) move.refuseCrossing(begin, end);
  return {
    statements: renumbered(statements, ({ begin, end }) => !move.isReplaced(begin, end)),
    functions: renumbered(functions, ({ begin, end }) => !move.isReplaced(begin, end)),
    names: renumbered(names, ({ at, name }) => at < 0 || !move.isTouched(at, at + byteLength(name))),
    wrappers: renumbered(wrappers, (call) => isWhole(call, move)),
    operands: renumbered(
      operands,
      ({ begin, end }) => !move.isCut(begin) && !move.isCut(end) && !move.isReplaced(begin, end),
    ),
  };
}

/** True if the call's name is unchanged, and each operand still has its old end. */
function isWhole({ begin, end, name, operands }: WrapperCall, move: Mover): boolean {
  const borders = [begin, end, ...operands.flatMap((each) => [each.begin, each.end])];
  return !move.isTouched(begin, begin + byteLength(name)) && !borders.some((border) => move.isCut(border));
}

function movedAnalysis(analysis: Analysis, kept: Kept, move: Mover): Analysis {
  const at = (list: readonly number[], index: number): number => (index < 0 ? -1 : (list[index] ?? -1));
  const span = ({ begin, end }: { readonly begin: number; readonly end: number }) => ({
    begin: move.begin(begin),
    end: move.end(end, begin),
  });
  const keep = <T>(list: readonly T[], indices: readonly number[]): T[] =>
    list.filter((_, index) => indices[index]! >= 0);
  const names = analysis.names;
  return {
    types: analysis.types,
    statements: keep(analysis.statements, kept.statements).map((each) => ({
      ...each,
      ...span(each),
      parent: at(kept.statements, each.parent),
      inFunction: at(kept.functions, each.inFunction),
    })),
    functions: keep(analysis.functions, kept.functions).map((each) => ({
      ...each,
      ...span(each),
      declared: at(kept.names, each.declared),
      parameters: each.parameters.map((index) => at(kept.names, index)).filter((index) => index >= 0),
      body: at(kept.statements, each.body),
    })),
    names: keep(names, kept.names).map((each) => ({
      ...each,
      at: each.at < 0 ? -1 : move.begin(each.at),
      from: move.begin(each.from),
      to: move.begin(each.to),
      inFunction: at(kept.functions, each.inFunction),
    })),
    uses: analysis.uses
      .filter(
        (use) =>
          kept.names[use.declared]! >= 0 &&
          !move.isTouched(use.at, use.at + byteLength(names[use.declared]!.name)),
      )
      .map((use) => ({ ...use, at: move.begin(use.at), declared: kept.names[use.declared]! })),
    wrappers: keep(analysis.wrappers, kept.wrappers).map((each) => ({
      ...each,
      ...span(each),
      operands: each.operands.map(span),
      inStatement: at(kept.statements, each.inStatement),
    })),
    operands: keep(analysis.operands, kept.operands).map((each) => ({
      ...each,
      ...span(each),
      inStatement: at(kept.statements, each.inStatement),
    })),
  };
}

function movedRun(run: RunFacts, { statements, names, wrappers, operands }: Kept): RunFacts {
  return {
    ...run,
    ran: run.ran.filter((_, index) => statements[index]! >= 0),
    often: run.often.filter((_, index) => statements[index]! >= 0),
    called: run.called.filter((_, index) => wrappers[index]! >= 0),
    fired: run.fired.filter((_, index) => wrappers[index]! >= 0),
    evaluated: run.evaluated.filter((_, index) => operands[index]! >= 0),
    values: run.values.flatMap((each) => {
      const [statement, name] = [statements[each.statement]!, names[each.name]!];
      return statement < 0 || name < 0 ? [] : [{ ...each, statement, name }];
    }),
  };
}

function renumbered<T>(list: readonly T[], isKept: (each: T) => boolean): number[] {
  let next = 0;
  return list.map((each) => (isKept(each) ? next++ : -1));
}

function byteLength(text: string): number {
  return Buffer.byteLength(text);
}

/**
 * Maps old offsets to new offsets. Text inserted at the beginning of a thing lies before the thing; text
 * inserted at its end lies after it.
 */
class Mover {
  readonly #edits: readonly SourceEdit[];
  /** Growth of the text up to and including each edit. */
  readonly #growth: readonly number[];

  constructor(edits: readonly SourceEdit[]) {
    this.#edits = edits;
    let sum = 0;
    this.#growth = edits.map(({ begin, end, text }) => (sum += byteLength(text) - (end - begin)));
  }

  begin(offset: number): number {
    const count = this.#countUntil((edit) => edit.end <= offset);
    const around = this.#edits[count];
    if (around !== undefined && around.begin < offset) return around.end + this.#growthUpTo(count + 1);
    return offset + this.#growthUpTo(count);
  }

  /** The new end of a thing that begins at `from`. */
  end(offset: number, from: number): number {
    const count = this.#countUntil(
      (edit) => edit.end <= offset && (edit.begin < offset || from < (edit.opened ?? from)),
    );
    const around = this.#edits[count];
    if (around !== undefined && around.begin < offset) return around.begin + this.#growthUpTo(count);
    return offset + this.#growthUpTo(count);
  }

  /** True if one edit replaces the text on both sides of the offset. */
  isCut(offset: number): boolean {
    const edit = this.#edits[this.#countUntil((each) => each.end <= offset)];
    return edit !== undefined && edit.begin < offset;
  }

  /** True if one edit replaces the whole range. */
  isReplaced(begin: number, end: number): boolean {
    const edit = this.#edits[this.#countUntil((each) => each.end < end)];
    return edit !== undefined && edit.begin <= begin && edit.end >= end && end > begin;
  }

  /** True if an edit changes anything inside the range. */
  isTouched(begin: number, end: number): boolean {
    const edit = this.#edits[this.#countUntil((each) => each.end <= begin)];
    return edit !== undefined && edit.begin < end;
  }

  refuseCrossing(begin: number, end: number): void {
    if ((this.isCut(begin) || this.isCut(end)) && !this.isReplaced(begin, end))
      throw new Error(`an edit crosses the border of the statement of ${begin} to ${end}`);
  }

  #growthUpTo(count: number): number {
    return count === 0 ? 0 : this.#growth[count - 1]!;
  }

  /** Number of leading edits that satisfy the condition; it must hold for a prefix of the list. */
  #countUntil(isBefore: (edit: SourceEdit) => boolean): number {
    let low = 0;
    let high = this.#edits.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (isBefore(this.#edits[middle]!)) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
