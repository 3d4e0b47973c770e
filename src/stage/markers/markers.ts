/**
 * Markers: calls of functions that no compiler can see, in blocks that never run and in blocks that run.
 *
 * Only the first dead block on a way is marked: inner blocks vanish together with it. Functions that nothing
 * calls get no marker, since a compiler that removes such a function has proved nothing. Invariants: the
 * program prints what it printed, since the unit of the markers is silent. A live marker stands in a block that
 * ran.
 */
import type { Draw } from '../../choice/index.ts';
import type { Facts, SourceEdit } from '../../facts/index.ts';
import { deadMarker, liveMarker, markerHead, markersDefined, markersUnit } from '../../program/index.ts';
import { bodiesIn, type ScannedStatement, statementShape } from '../c/statements.ts';
import type { Stage } from '../stage.ts';
import { stageTuning } from '../tuning.ts';

type Statement = Facts['analysis']['statements'][number];

/** Percent of the blocks of a function. */
interface Shares {
  readonly dead: number;
  readonly live: number;
}

export const markers: Stage = {
  name: 'markers',
  summary: 'calls that a compiler may remove in blocks that never run, and calls that it must keep in others',
  reads: 'c',
  needs: 'run',
  share: stageTuning.markedShare.value,
  edit(draw, { program, text, facts }) {
    // Without a promise, optimised code may do something else than the run.
    if (facts?.run === undefined || program.promises !== 'defined') return [];
    const isOpen = draw.boolean(stageTuning.opensFunctions.value);
    const edits = new Marking(draw, text, facts).edits();
    if (edits.length === 0) return [];
    const opened = isOpen && program.beside === undefined ? openingEdits(text, facts) : [];
    return { edits: [...edits, ...opened].toSorted((a, b) => a.begin - b.begin), beside: [markersUnit()] };
  },
};

class Marking {
  readonly #draw: Draw;
  readonly #text: string;
  readonly #facts: Facts;
  readonly #scanned = new Map<number, ScannedStatement>();
  readonly #edits: SourceEdit[] = [];
  readonly #used: { readonly dead: number[]; readonly live: number[] } = { dead: [], live: [] };

  constructor(draw: Draw, text: string, facts: Facts) {
    this.#draw = draw;
    this.#text = text;
    this.#facts = facts;
    for (const body of bodiesIn(text)) this.#learn(body);
  }

  edits(): SourceEdit[] {
    const { functions } = this.#facts.analysis;
    for (const { body } of functions)
      this.#draw.scope('function', () => {
        const shares = this.#draw.scope('settings', () => drawShares(this.#draw));
        const isLeftAlone = shares.dead + shares.live === 0;
        if (body >= 0 && !isLeftAlone && this.#ran(body) && !this.#isPure(body)) this.#inside(body, shares);
      });
    const { dead, live } = this.#used;
    if (dead.length + live.length === 0) return [];
    return [{ begin: 0, end: 0, text: markerHead(dead, live) }, ...this.#edits];
  }

  /** True if a compiler may leave out a call of the function, with the markers in it. */
  #isPure(body: number): boolean {
    const { begin } = this.#facts.analysis.statements[body]!;
    const from = Math.max(this.#text.lastIndexOf(';', begin), this.#text.lastIndexOf('}', begin)) + 1;
    return /__attribute__\s*\(\([^)]*\b_*(?:pure|const)_*\b/.test(this.#text.slice(from, begin));
  }

  #learn(scanned: ScannedStatement): void {
    this.#scanned.set(scanned.begin, scanned);
    for (const each of scanned.inner) this.#learn(each);
  }

  #ran(index: number): boolean {
    return this.#facts.run!.ran[index] === true;
  }

  #inside(parent: number, shares: Shares): void {
    const { statements } = this.#facts.analysis;
    const { end } = statements[parent]!;
    for (let index = parent + 1; index < statements.length && statements[index]!.begin < end; index++)
      // The last statement inside a statement expression may be its value.
      if (statements[index]!.parent === parent && statements[index]!.place !== 'expression')
        this.#visit(index, parent, shares);
  }

  #visit(index: number, parent: number, shares: Shares): void {
    const { statements } = this.#facts.analysis;
    const statement = statements[index]!;
    const isArm = statement.place === 'body' || statement.place === 'else';
    if (!this.#ran(index) && !isArm) return;
    const scanned = this.#scanned.get(statement.begin);
    const shape = scanned === undefined ? 0 : statementShape(scanned, stageTuning.shapeBits.value);
    this.#draw.scope(`${statement.kind} ${shape}`, () => {
      // Nothing reaches the place before the first `case`.
      if (isArm && statements[parent]!.kind !== 'switch') this.#mark(index, statement, shares);
      if (this.#ran(index)) this.#inside(index, shares);
    });
  }

  #mark(index: number, statement: Statement, shares: Shares): void {
    const kind = this.#ran(index) ? 'live' : 'dead';
    const share = shares[kind];
    const isMarked = this.#draw.weighted([
      [100 - share, false],
      [share, true],
    ]);
    const used = this.#used[kind];
    if (!isMarked || used.length >= markersDefined[kind]) return;
    const number = used.length;
    used.push(number);
    const call = ` ${kind === 'live' ? liveMarker(number) : deadMarker(number)}();`;
    const { begin, end } = statement;
    if (statement.kind === 'block') this.#edits.push({ begin: begin + 1, end: begin + 1, text: call });
    else
      this.#edits.push(
        { begin, end: begin, text: `{${call} ` },
        { begin: end, end, text: ' }', opened: begin },
      );
  }
}

function drawShares(draw: Draw): Shares {
  return {
    dead: draw.integer(0, stageTuning.mostDeadMarked.value),
    live: draw.integer(0, stageTuning.mostLiveMarked.value),
  };
}

/** Functions may be inlined, and a program of a single unit shows that nobody else calls them. */
function openingEdits(text: string, { analysis }: Facts): SourceEdit[] {
  const declared = analysis.names.filter(({ kind }) => kind === 'function').map(({ name }) => name);
  const found = text.matchAll(/__attribute__\s*\(\(noinline\)\)\s*(?=[^;{}()]*?\b(\w+)\s*\()/g);
  return [...found].map(({ 0: words, 1: name = '', index }): SourceEdit => {
    const end = index + words.length;
    const line = text.slice(text.lastIndexOf('\n', index) + 1, text.indexOf('(', end));
    const isAlone = declared.filter((each) => each === name).length === 1;
    const isLeft = /\b(?:static|extern|inline)\b/.test(line) || !isAlone;
    return { begin: index, end, text: isLeft ? '' : 'static ' };
  });
}
