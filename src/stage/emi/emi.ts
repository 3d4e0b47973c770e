/**
 * Emi: equivalence modulo inputs. A program must print the same after any change to statements that never
 * run.
 *
 * Emi removes statements that never run, and inserts other statements of the program before or after them.
 * Operands that are never evaluated become constants, or get statements before them. Optimisers do not know
 * that none of these statements runs. Invariants: nothing that runs changes; nothing is inserted at a place
 * that runs.
 */
import {
  type Facts,
  innerNames,
  isUsedOutside,
  type SourceEdit,
  type Analysis,
  isInteger,
} from '../../facts/index.ts';
import type { Draw } from '../../choice/index.ts';
import { bodiesIn, type ScannedStatement, statementShape } from '../c/statements.ts';
import type { Stage } from '../stage.ts';
import { stageTuning } from '../tuning.ts';
import { type Donor, donorsIn, drawDonor, fits, type Reach, reachAt, transplanted } from '../c/donors.ts';
import { UnknownText } from '../c/unknown-text.ts';
import { initialiserIn } from '../relax/places.ts';

type Statement = Facts['analysis']['statements'][number];
type Operand = Facts['analysis']['operands'][number];

interface Shares {
  /** Percent of the statements that never run. */
  readonly gone: number;
  readonly put: number;
}

/** Shares of a function: of statements that hold others, and of all others. */
interface FunctionShares {
  readonly parents: Shares;
  readonly leaves: Shares;
}

export const emi: Stage = {
  name: 'emi',
  summary: 'statements that never run go, and others of the program are put beside them',
  reads: 'c',
  needs: 'run',
  share: stageTuning.emiShare.value,
  edit(draw, { text, facts }) {
    const run = facts?.run;
    if (facts === undefined || run === undefined) return [];
    if (run.ran.every(Boolean) && run.evaluated.every(Boolean)) return [];
    return new Variant(draw, text, facts).edits();
  },
};

class Variant {
  readonly #draw: Draw;
  readonly #facts: Facts;
  readonly #places = {
    /** By where they begin. */
    scanned: new Map<number, ScannedStatement>(),
    /** Operands that are never evaluated, by their statements. */
    operands: new Map<number, readonly Operand[]>(),
  };
  readonly #edits: SourceEdit[] = [];
  readonly #gone: Statement[] = [];
  readonly #unknown: UnknownText;
  /** Computed at first use. */
  readonly #donors: () => readonly Donor[];
  /** Number of bytes that may still be inserted. */
  #room: number;

  constructor(draw: Draw, text: string, facts: Facts) {
    this.#draw = draw;
    this.#facts = facts;
    this.#room = Math.max(0, Math.min(text.length, stageTuning.mostBytes.value - text.length));
    for (const [index, operand] of facts.analysis.operands.entries())
      if (facts.run?.evaluated[index] === false)
        this.#places.operands.set(operand.inStatement, [
          ...(this.#places.operands.get(operand.inStatement) ?? []),
          operand,
        ]);
    const bodies = bodiesIn(text);
    for (const body of bodies) this.#learn(body);
    const unknown = (this.#unknown = new UnknownText(bodies, facts.analysis));
    let donors: readonly Donor[] | undefined;
    this.#donors = () => (donors ??= donorsIn(text, facts, unknown));
  }

  edits(): SourceEdit[] {
    const { functions } = this.#facts.analysis;
    for (const { body } of functions)
      this.#draw.scope('function', () => {
        const shares = this.#draw.scope('settings', () => drawShares(this.#draw));
        if (body >= 0 && changesAnything(shares)) this.#inside(body, shares);
      });
    return this.#edits.toSorted((a, b) => a.begin - b.begin || a.end - b.end);
  }

  #learn(scanned: ScannedStatement): void {
    this.#places.scanned.set(scanned.begin, scanned);
    for (const each of scanned.inner) this.#learn(each);
  }

  /** Direct children of a statement, which follow it in the list. */
  #inside(parent: number, shares: FunctionShares): void {
    const { statements } = this.#facts.analysis;
    const { end } = statements[parent]!;
    for (let index = parent + 1; index < statements.length && statements[index]!.begin < end; index++)
      // The last statement inside a statement expression may be its value.
      if (statements[index]!.parent === parent && statements[index]!.place !== 'expression')
        this.#visit(index, shares);
  }

  #visit(index: number, { parents, leaves }: FunctionShares): void {
    const { statements } = this.#facts.analysis;
    const statement = statements[index]!;
    const shares = statements[index + 1]?.parent === index ? parents : leaves;
    const isPlace =
      ['list', 'body', 'else'].includes(statement.place) &&
      statement.kind !== 'case' &&
      statement.kind !== 'label';
    const isDead = isPlace && this.#facts.run!.ran[index] === false;
    const scanned = this.#places.scanned.get(statement.begin);
    const shape = scanned === undefined ? 0 : statementShape(scanned, stageTuning.shapeBits.value);
    const label = `${statement.kind} ${shape}`;
    this.#draw.scope(label, () => {
      const isGone =
        isDead && shares.gone > 0 && this.#mayGo(statement) && this.#draw.boolean(shares.gone / 100);
      if (isGone) this.#gone.push(statement);
      const put = isDead && shares.put > 0 ? this.#put(statement, shares) : undefined;
      if (isDead && !isGone && shares.put > 0 && statement.kind === 'declaration' && scanned !== undefined)
        this.#initialise(statement, scanned, shares);
      const closing = this.#edit(statement, isGone, put);
      if (!isGone) this.#evaluate(index, statement, shares);
      if (!isGone) this.#inside(index, { parents, leaves });
      this.#edits.push(...closing);
    });
  }

  #mayGo({ labels, hasLooseCase, begin, end }: Statement): boolean {
    if (labels.length > 0 || hasLooseCase || this.#unknown.hasLabels(begin, end)) return false;
    const { analysis } = this.#facts;
    if (isUsedOutside(analysis, begin, end)) return false;
    const declared = innerNames(analysis, begin, end).map((index) => analysis.names[index]!.name);
    return !this.#unknown.mayName(new Set(declared), begin, end);
  }

  #isGone(at: number): boolean {
    return this.#gone.some(({ begin, end }) => begin <= at && at < end);
  }

  #initialise({ begin, inFunction }: Statement, scanned: ScannedStatement, { put }: Shares): void {
    const { analysis } = this.#facts;
    const reach = (): Reach => reachAt(analysis, begin, inFunction, (name) => this.#isGone(name));
    const edit = otherInitialiser(this.#draw, scanned, analysis, reach, put);
    if (edit !== undefined) this.#edits.push(edit);
  }

  /**
   * Changes operands that are never evaluated. There is no question about parts of an operand that became a
   * constant.
   */
  #evaluate(index: number, statement: Statement, { gone, put }: Shares): void {
    const { types } = this.#facts.analysis;
    let from = 0;
    for (const { begin, end, type } of this.#places.operands.get(index) ?? []) {
      if (begin < from || gone + put === 0) continue;
      const what = this.#draw.scope('operand', () =>
        this.#draw.weighted([
          [200 - gone - put, undefined],
          [gone, 'constant' as const],
          [put, 'statement' as const],
        ]),
      );
      if (what === 'constant') {
        this.#edits.push({ begin, end, text: `((${types[type]!})${anyConstant(this.#draw)})` });
        from = end;
      } else if (what === 'statement') {
        // A `break` in the head of a loop belongs to no statement.
        const text = this.#insertion({ ...statement, begin, end, loopDepth: 0 }, begin, gone);
        if (text === undefined) continue;
        this.#edits.push(
          { begin, end: begin, text: `({ ${text} ` },
          { begin: end, end, text: '; })', opened: begin },
        );
      }
    }
  }

  #put(
    place: Statement,
    shares: Shares,
  ): { readonly where: 'before' | 'after'; readonly text: string } | undefined {
    const where = this.#draw.weighted([
      [200 - 2 * shares.put, undefined],
      [shares.put, 'before' as const],
      [shares.put, 'after' as const],
    ]);
    if (where === undefined) return undefined;
    const text = this.#insertion(place, where === 'before' ? place.begin : place.end, shares.gone);
    return text === undefined ? undefined : { where, text };
  }

  /** A statement of the program that can stand there. */
  #insertion(place: Statement, at: number, shareGone: number): string | undefined {
    const { analysis } = this.#facts;
    const text = this.#draw.scope('insert', () => {
      const reach = reachAt(analysis, at, place.inFunction, (name) => this.#isGone(name));
      const fitting = this.#donors().filter(
        (donor) => donor.text.length <= this.#room && fits(donor, place, reach, analysis),
      );
      const donor = drawDonor(this.#draw, fitting);
      return donor && transplanted(this.#draw, donor, reach, analysis, shareGone);
    });
    this.#room -= text?.length ?? 0;
    return text;
  }

  /**
   * Adds the edits before a statement. Returns edits for after the statement and after all insertions inside
   * it.
   */
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
    return [{ begin: end, end, text: after + close, ...(place === 'list' ? {} : { opened: begin }) }];
  }
}

function drawShares(draw: Draw): FunctionShares {
  const most = stageTuning.mostChanged.value;
  const one = (): Shares => ({ gone: draw.integer(0, most), put: draw.integer(0, most) });
  return { leaves: one(), parents: one() };
}

function changesAnything({ parents, leaves }: FunctionShares): boolean {
  return [parents, leaves].some(({ gone, put }) => gone > 0 || put > 0);
}

/** Limits of types, and small values. */
const constants = ['0', '1', '(-1)', '127', '255', '32767', '65535', '2147483647', '4294967295U'];

/**
 * Initialisers of declarations that never run: another constant, or another variable of the same type.
 *
 * Invariant: the declared name and its type stay, so that its uses still compile.
 */
function anyConstant(draw: Draw): string {
  return draw.pick(constants);
}

/**
 * Another constant or variable in place of an initialiser; `percent` is the chance of a change. Undefined if the
 * initialiser stays, or if the statement declares no single integer.
 */
function otherInitialiser(
  draw: Draw,
  scanned: ScannedStatement,
  { names, types }: Analysis,
  reachHere: () => Reach,
  percent: number,
): SourceEdit | undefined {
  const initialiser = initialiserIn(scanned);
  const declared = names.filter(({ at }) => at >= scanned.begin && at < scanned.end);
  const [own] = declared;
  if (initialiser === undefined || own === undefined || declared.length > 1) return undefined;
  if (own.kind !== 'variable' || !isInteger(types[own.type]!)) return undefined;
  const which = draw.weighted([
    [200 - 2 * percent, undefined],
    [percent, 'constant' as const],
    [percent, 'name' as const],
  ]);
  if (which === undefined) return undefined;
  if (which === 'constant') return { ...initialiser, text: `= ${anyConstant(draw)}` };
  const fitting = reachHere().byType.get(own.type) ?? [];
  if (fitting.length === 0) return undefined;
  const chosen = fitting[draw.integer(0, stageTuning.maxRenaming.value) % fitting.length]!;
  return { ...initialiser, text: `= ${names[chosen]!.name}` };
}
