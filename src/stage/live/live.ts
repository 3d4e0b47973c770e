/**
 * Live: changes among statements that run, which keep the program's output.
 *
 * The values of variables before statements allow three kinds of changes. Conditions that are always false
 * enclose statements that must never run there. Conditions that are always true enclose statements that run.
 * Blocks save a variable, change it and restore it. Optimisers know none of these values. Invariants: the
 * program's output stays the same; a variable is read only if it is known to have a value.
 */
import type { Draw } from '../../choice/index.ts';
import { type Facts, isAddressTaken, type SourceEdit, usesIn } from '../../facts/index.ts';
import { bodiesIn, type ScannedStatement, statementShape } from '../c/statements.ts';
import { type Donor, donorsIn, drawDonor, fits, type Reach, reachAt, transplanted } from '../c/donors.ts';
import { UnknownText } from '../c/unknown-text.ts';
import type { Stage } from '../stage.ts';
import { stageTuning } from '../tuning.ts';
import { drawValue } from './arithmetic.ts';
import { drawSeenCondition } from './conditions.ts';
import { isReachable, type Known, knownValues } from './known.ts';

type Statement = Facts['analysis']['statements'][number];

/** Percent of the statements that run. */
interface Shares {
  /** These get a block before them that never runs. */
  readonly block: number;
  /** These get an enclosing condition that always holds. */
  readonly guard: number;
  /** A variable is saved, changed and restored, before or around these. */
  readonly change: number;
}

export const live: Stage = {
  name: 'live',
  summary: 'conditions that always hold or never do, and changes that are taken back, among what runs',
  reads: 'c',
  needs: 'values',
  share: stageTuning.liveShare.value,
  edit(draw, { text, facts }) {
    if (facts?.run === undefined || facts.run.values.length === 0) return [];
    return new LiveVariant(draw, text, facts).edits();
  },
};

/** A statement with the known values before it. */
interface Place {
  readonly index: number;
  readonly statement: Statement;
  readonly reach: Reach;
  readonly known: readonly Known[];
}

class LiveVariant {
  readonly #draw: Draw;
  readonly #facts: Facts;
  readonly #bytes: Uint8Array;
  /** By where they begin. */
  readonly #scanned = new Map<number, ScannedStatement>();
  readonly #edits: SourceEdit[] = [];
  readonly #unknown: UnknownText;
  readonly #donors: readonly Donor[];
  /** Number of bytes that may still be inserted. */
  #room: number;

  constructor(draw: Draw, text: string, facts: Facts) {
    this.#draw = draw;
    this.#facts = facts;
    this.#bytes = Buffer.from(text, 'latin1');
    this.#room = Math.max(0, Math.min(text.length, stageTuning.mostBytes.value - text.length));
    const bodies = bodiesIn(text);
    for (const body of bodies) this.#learn(body);
    this.#unknown = new UnknownText(bodies, facts.analysis);
    this.#donors = donorsIn(text, facts, this.#unknown);
  }

  edits(): SourceEdit[] {
    const { functions } = this.#facts.analysis;
    const values = knownValues(this.#facts);
    for (const { body } of functions)
      this.#draw.scope('function', () => {
        const shares = this.#draw.scope('settings', () => drawShares(this.#draw));
        const isLeftAlone = shares.block + shares.guard + shares.change === 0;
        if (body >= 0 && !isLeftAlone) this.#inside(body, { shares, values, changed: new Set() });
      });
    return this.#edits.toSorted((a, b) => a.begin - b.begin || a.end - b.end);
  }

  #learn(scanned: ScannedStatement): void {
    this.#scanned.set(scanned.begin, scanned);
    for (const each of scanned.inner) this.#learn(each);
  }

  #inside(parent: number, around: Around): void {
    const { statements } = this.#facts.analysis;
    const { end } = statements[parent]!;
    for (let index = parent + 1; index < statements.length && statements[index]!.begin < end; index++)
      // The last statement inside a statement expression may be its value.
      if (statements[index]!.parent === parent && statements[index]!.place !== 'expression')
        this.#visit(index, around);
  }

  /** Leaves alone whatever never runs. */
  #visit(index: number, around: Around): void {
    if (this.#facts.run!.ran[index] !== true) return;
    const statement = this.#facts.analysis.statements[index]!;
    const scanned = this.#scanned.get(statement.begin);
    const shape = scanned === undefined ? 0 : statementShape(scanned, stageTuning.shapeBits.value);
    this.#draw.scope(`${statement.kind} ${shape}`, () => {
      const place = this.#placeOf(index, statement, around);
      const { end, changed } = place === undefined ? unchanged : this.#change(place, around.shares);
      this.#inside(
        index,
        changed === undefined ? around : { ...around, changed: new Set([...around.changed, changed]) },
      );
      if (end !== '') this.#edits.push({ begin: statement.end, end: statement.end, text: end });
    });
  }

  /** Undefined if nothing is known. */
  #placeOf(index: number, statement: Statement, { values, changed }: Around): Place | undefined {
    const { analysis } = this.#facts;
    const found = values.get(index);
    if (found === undefined || statement.place !== 'list') return undefined;
    const reach = reachAt(analysis, statement.begin, statement.inFunction, () => false);
    const known = found.filter((each) => isReachable(reach, each) && !changed.has(each.name));
    return known.length === 0 ? undefined : { index, statement, reach, known };
  }

  #change(place: Place, { block, guard, change }: Shares): Changed {
    const what = this.#draw.weighted([
      [100 - block - guard - change, undefined],
      [block, 'block' as const],
      [guard, 'guard' as const],
      [change, 'change' as const],
    ]);
    switch (what) {
      case 'block':
        return this.#before(place, this.#neverRun(place, place.known));
      case 'guard':
        return this.#guard(place);
      case 'change':
        return this.#keep(place);
      default:
        return unchanged;
    }
  }

  #before({ statement: { begin } }: Place, text: string | undefined): Changed {
    if (text !== undefined) this.#edits.push({ begin, end: begin, text: `${text} ` });
    return unchanged;
  }

  /** A statement of the program under a false condition. */
  #neverRun(place: Place, known: readonly Known[]): string | undefined {
    const condition = drawSeenCondition(this.#draw, known, false);
    const donor = condition === undefined ? undefined : this.#donor(place);
    return donor === undefined ? undefined : `if (${condition}) ${donor}`;
  }

  #donor({ statement, reach }: Place): string | undefined {
    const { analysis } = this.#facts;
    const text = this.#draw.scope('insert', () => {
      const fitting = this.#donors.filter(
        (donor) => donor.text.length <= this.#room && fits(donor, statement, reach, analysis),
      );
      const donor = drawDonor(this.#draw, fitting);
      return donor && transplanted(this.#draw, donor, reach, analysis, stageTuning.donorGone.value);
    });
    this.#room -= text?.length ?? 0;
    return text;
  }

  /** A declaration must stay in its block, so that later statements see it. */
  #guard(place: Place): Changed {
    const { kind, begin, hasLooseCase } = place.statement;
    if (kind === 'declaration' || hasLooseCase) return unchanged;
    const condition = drawSeenCondition(this.#draw, place.known, true);
    if (condition === undefined) return unchanged;
    const other = this.#draw.boolean(stageTuning.hasElse.value) ? this.#donor(place) : undefined;
    this.#edits.push({ begin, end: begin, text: `if (${condition}) { ` });
    return { end: other === undefined ? ' }' : ` } else ${other}`, changed: undefined };
  }

  /** Changes a variable before a statement, or around a statement that does not use the variable. */
  #keep(place: Place): Changed {
    const kept = this.#draw.pick(place.known);
    const { text, type, name } = kept;
    const value = this.#draw.scope('value', () => drawValue(this.#draw, place.known, type));
    const saved = `{ ${type} cgfuzz_kept = ${text}; ${text} = ${value.text};`;
    const back = `${text} = cgfuzz_kept; }`;
    if (this.#isApart(place, kept) && this.#draw.boolean()) {
      const { begin } = place.statement;
      this.#edits.push({ begin, end: begin, text: `${saved} ` });
      return { end: ` ${back}`, changed: name };
    }
    const others = place.known.filter((each) => each.name !== name);
    const inside = this.#neverRun(place, [{ ...kept, low: value.low, high: value.high }, ...others]);
    return this.#before(place, `${saved} ${inside === undefined ? '' : `${inside} `}${back}`);
  }

  /** True if the statement neither reads nor writes the variable, and control leaves it only at its end. */
  #isApart({ statement }: Place, { name }: Known): boolean {
    const { analysis } = this.#facts;
    const { begin, end, inFunction, kind } = statement;
    if (kind === 'declaration' || statement.jumpsOut || statement.labels.length > 0) return false;
    if (statement.hasLooseCase || this.#unknown.hasNames(begin, end) || this.#unknown.hasLabels(begin, end))
      return false;
    if (analysis.names[name]!.inFunction < 0 || analysis.names[name]!.livesOn) return false;
    const around = analysis.functions[inFunction]!;
    return !usesIn(analysis, around.begin, around.end).some((use) => {
      if (use.declared !== name) return false;
      const isInside = use.at >= begin && use.at < end;
      return isInside || use.isHidden === true || isAddressTaken(this.#bytes, use.at);
    });
  }
}

/** Facts that hold for all statements inside one statement. */
interface Around {
  readonly shares: Shares;
  readonly values: ReadonlyMap<number, readonly Known[]>;
  /** Variables that do not have their recorded values. */
  readonly changed: ReadonlySet<number>;
}

interface Changed {
  /** Text after the statement, and after all insertions inside it. */
  readonly end: string;
  /** A variable that has another value inside the statement. */
  readonly changed: number | undefined;
}

const unchanged: Changed = { end: '', changed: undefined };

function drawShares(draw: Draw): Shares {
  const most = stageTuning.mostLiveChanged.value;
  return { block: draw.integer(0, most), guard: draw.integer(0, most), change: draw.integer(0, most) };
}
