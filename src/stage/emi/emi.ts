/**
 * Emi: equivalence modulo inputs. Whatever is done to statements that never run, the program must print the same.
 *
 * Statements that never run go, and others of the same program are put before or behind them. Optimisers do not know that
 * none of it runs. Invariants: no statement that runs changes; nothing is put where anything runs.
 */
import { type Facts, isUsedOutside, type SourceEdit } from '../../facts/index.ts';
import type { Draw } from '../../choice/index.ts';
import { bodiesIn, type ScannedStatement, statementShape } from '../c/statements.ts';
import type { Stage } from '../stage.ts';
import { stageTuning } from '../tuning.ts';
import { type Donor, donorsIn, drawDonor, fits, reachAt, transplanted } from './donors.ts';

type Statement = Facts['analysis']['statements'][number];

interface Shares {
  /** Percent of the statements that never run. */
  readonly gone: number;
  readonly put: number;
}

export const emi: Stage = {
  name: 'emi',
  summary: 'statements that never run go, and others of the program are put beside them',
  reads: 'c',
  needs: 'run',
  share: stageTuning.emiShare.value,
  edit(draw, { text, facts }) {
    const run = facts?.run;
    if (facts === undefined || run === undefined || run.ran.every(Boolean)) return [];
    return new Variant(draw, text, facts).edits();
  },
};

class Variant {
  readonly #draw: Draw;
  readonly #text: string;
  readonly #facts: Facts;
  /** By where a statement begins, bits of its shape. */
  readonly #shapes = new Map<number, number>();
  readonly #edits: SourceEdit[] = [];
  readonly #gone: Statement[] = [];
  #donors: readonly Donor[] | undefined;
  /** Bytes that may still be put in. */
  #room: number;

  constructor(draw: Draw, text: string, facts: Facts) {
    this.#draw = draw;
    this.#text = text;
    this.#facts = facts;
    this.#room = Math.max(0, Math.min(text.length, stageTuning.mostBytes.value - text.length));
    for (const body of bodiesIn(text)) this.#learn(body);
  }

  edits(): SourceEdit[] {
    const { functions } = this.#facts.analysis;
    for (const { body } of functions)
      this.#draw.scope('function', () => {
        const shares = this.#draw.scope('settings', () => drawShares(this.#draw));
        if (body >= 0 && (shares.gone > 0 || shares.put > 0)) this.#inside(body, shares);
      });
    return this.#edits.toSorted((a, b) => a.begin - b.begin || a.end - b.end);
  }

  #learn(scanned: ScannedStatement): void {
    this.#shapes.set(scanned.begin, statementShape(scanned, stageTuning.shapeBits.value));
    for (const each of scanned.inner) this.#learn(each);
  }

  /** Statements directly inside of one, which lie behind it in the list. */
  #inside(parent: number, shares: Shares): void {
    const { statements } = this.#facts.analysis;
    const { end } = statements[parent]!;
    for (let index = parent + 1; index < statements.length && statements[index]!.begin < end; index++)
      // A statement inside an expression may be its value.
      if (statements[index]!.parent === parent && statements[index]!.place !== 'expression')
        this.#visit(index, shares);
  }

  #visit(index: number, shares: Shares): void {
    const statement = this.#facts.analysis.statements[index]!;
    const isPlace =
      ['list', 'body', 'else'].includes(statement.place) &&
      statement.kind !== 'case' &&
      statement.kind !== 'label';
    const isDead = isPlace && this.#facts.run!.ran[index] === false;
    const label = `${statement.kind} ${this.#shapes.get(statement.begin) ?? 0}`;
    this.#draw.scope(label, () => {
      const isGone =
        isDead && shares.gone > 0 && this.#mayGo(statement) && this.#draw.boolean(shares.gone / 100);
      if (isGone) this.#gone.push(statement);
      const put = isDead && shares.put > 0 ? this.#put(statement, shares.put) : undefined;
      const closing = this.#edit(statement, isGone, put);
      if (!isGone) this.#inside(index, shares);
      this.#edits.push(...closing);
    });
  }

  #mayGo({ labels, hasLooseCase, begin, end }: Statement): boolean {
    if (labels.length > 0 || hasLooseCase) return false;
    return !isUsedOutside(this.#facts.analysis, begin, end);
  }

  #isGone(at: number): boolean {
    return this.#gone.some(({ begin, end }) => begin <= at && at < end);
  }

  #put(
    place: Statement,
    share: number,
  ): { readonly where: 'before' | 'after'; readonly text: string } | undefined {
    const where = this.#draw.weighted([
      [200 - 2 * share, undefined],
      [share, 'before' as const],
      [share, 'after' as const],
    ]);
    if (where === undefined) return undefined;
    const { analysis } = this.#facts;
    const text = this.#draw.scope('insert', () => {
      this.#donors ??= donorsIn(this.#text, this.#facts);
      const at = where === 'before' ? place.begin : place.end;
      const reach = reachAt(analysis, at, place.inFunction, (name) => this.#isGone(name));
      const fitting = this.#donors.filter(
        (donor) => donor.text.length <= this.#room && fits(donor, place, reach, analysis),
      );
      const donor = drawDonor(this.#draw, fitting);
      return donor && transplanted(this.#draw, donor, reach, analysis);
    });
    if (text === undefined) return undefined;
    this.#room -= text.length;
    return { where, text };
  }

  /** Edits that belong behind the statement, and behind all that is put inside of it. */
  #edit(
    { begin, end, place }: Statement,
    isGone: boolean,
    put: { readonly where: 'before' | 'after'; readonly text: string } | undefined,
  ): SourceEdit[] {
    const [open, close] = place === 'list' ? ['', ''] : ['{ ', ' }'];
    if (isGone) this.#edits.push({ begin, end, text: put?.text ?? (place === 'list' ? '' : '{}') });
    if (isGone || put === undefined) return [];
    const [before, after] = put.where === 'before' ? [`${put.text} `, ''] : ['', ` ${put.text}`];
    this.#edits.push({ begin, end: begin, text: open + before });
    return [{ begin: end, end, text: after + close }];
  }
}

function drawShares(draw: Draw): Shares {
  const most = stageTuning.mostChanged.value;
  return { gone: draw.integer(0, most), put: draw.integer(0, most) };
}
