/**
 * Donors: functions of a person's own C files, called in tests, or with their bodies in the place of the call.
 *
 * Generators write code that nobody would. People's code has other shapes: tables, state machines, loops over
 * buffers. A function comes with all that it needs, at the front of the program. Invariants: where code runs,
 * only calls are made whose value is known, and the program changes what it prints if that value is another.
 * Elsewhere, any call is made.
 */
import type { Draw } from '../../choice/index.ts';
import { type Facts, isInteger, type SourceEdit } from '../../facts/index.ts';
import type { SandboxWorld } from '../../sandbox/index.ts';
import { type Reach, reachAt } from '../c/donors.ts';
import { bodiesIn, type ScannedStatement, statementShape } from '../c/statements.ts';
import type { Stage } from '../stage.ts';
import { stageTuning } from '../tuning.ts';
import { ELEMENTS, foreignCall, type ForeignCode, type ForeignFunction } from './foreign.ts';
import { DonorPool, type RingFunction, ringOf } from './pool.ts';
import { readDonors } from './read-folder.ts';
import { type Spot, spotsIn } from './spots.ts';
import { Weaver } from './weaver.ts';

type Statement = Facts['analysis']['statements'][number];

/** The stage with the functions of a folder, which it reads when it is prepared. */
export function donorsOf(folder: string): Stage {
  return {
    name: 'donors',
    summary: "functions of a person's own C files are called in the program, or stand in it",
    reads: 'c',
    needs: 'values',
    share: stageTuning.donorsShare.value,
    isForLarge: true,
    settings: `folder=${folder}`,
    edit: () => {
      throw new Error('the stage donors was not prepared');
    },
    prepare: async (world, tell) => spliceOf(await codeIn(folder, world, tell)),
  };
}

const read = new Map<string, Promise<ForeignCode>>();

/** Several generators of a campaign share what was read. */
function codeIn(folder: string, world: SandboxWorld, tell: (text: string) => void): Promise<ForeignCode> {
  const found = read.get(folder) ?? readDonors(folder, world, tell);
  read.set(folder, found);
  return found;
}

/** Edits that splice such functions into a program. */
export function spliceOf(code: ForeignCode): Stage['edit'] {
  const ring = ringOf(code);
  return (draw, { text, facts }) => {
    if (facts?.run === undefined) return [];
    return new Splicing(draw, text, facts, ring).edits();
  };
}

interface Shares {
  /** Percent of the dead statements, which never run, and of the live statements, that get a call in front. */
  readonly dead: number;
  readonly live: number;
  /** Percentage of the operands and numbers in code that runs that get the value of a call. */
  readonly woven: number;
}

class Splicing {
  readonly #draw: Draw;
  readonly #text: string;
  readonly #facts: Facts;
  readonly #pool: DonorPool;
  readonly #weaver: Weaver;
  readonly #scanned = new Map<number, ScannedStatement>();
  readonly #edits: SourceEdit[] = [];

  constructor(draw: Draw, text: string, facts: Facts, ring: readonly RingFunction[]) {
    this.#draw = draw;
    this.#text = text;
    this.#facts = facts;
    this.#pool = new DonorPool(draw, ring, Math.max(0, stageTuning.mostBytes.value - text.length));
    this.#weaver = new Weaver(draw, text, facts, this.#pool);
    for (const body of bodiesIn(text)) this.#learn(body);
  }

  edits(): SourceEdit[] {
    const { functions } = this.#facts.analysis;
    for (const { body } of functions)
      this.#draw.scope('function', () => {
        const dead = this.#draw.integer(0, stageTuning.mostChanged.value);
        const live = this.#draw.integer(0, stageTuning.mostLiveChanged.value);
        const woven = this.#draw.integer(0, stageTuning.mostWoven.value);
        if (body >= 0 && dead + live + woven > 0) this.#inside(body, { dead, live, woven });
      });
    if (this.#edits.length === 0) return [];
    const edits = this.#edits.toSorted(
      (a, b) => a.begin - b.begin || Number(b.opened !== undefined) - Number(a.opened !== undefined),
    );
    return [{ begin: 0, end: 0, text: this.#pool.front() }, ...edits];
  }

  #learn(scanned: ScannedStatement): void {
    this.#scanned.set(scanned.begin, scanned);
    for (const each of scanned.inner) this.#learn(each);
  }

  #inside(parent: number, shares: Shares): void {
    const { statements } = this.#facts.analysis;
    const { end } = statements[parent]!;
    for (let index = parent + 1; index < statements.length && statements[index]!.begin < end; index++)
      if (statements[index]!.parent === parent) this.#visit(index, shares);
  }

  #visit(index: number, shares: Shares): void {
    const statement = this.#facts.analysis.statements[index]!;
    const scanned = this.#scanned.get(statement.begin);
    const shape = scanned === undefined ? 0 : statementShape(scanned, stageTuning.shapeBits.value);
    this.#draw.scope(`${statement.kind} ${shape}`, () => {
      const isPlace = statement.place === 'list' && statement.kind !== 'case' && statement.kind !== 'label';
      const runs = this.#facts.run!.ran[index] === true;
      const share = runs ? shares.live : shares.dead;
      if (isPlace && share > 0 && this.#draw.boolean(share / 100)) this.#put(statement, runs);
      if (runs && shares.woven > 0)
        for (const spot of spotsIn(this.#text, this.#facts, index))
          if (this.#draw.boolean(shares.woven / 100)) this.#weave(index, spot);
      this.#inside(index, shares);
    });
  }

  #put(statement: Statement, runs: boolean): void {
    const { begin, inFunction } = statement;
    const text = this.#draw.scope('donor', () => {
      const chosen = this.#pool.next((each) => !runs || each.tried.length > 0);
      if (chosen === undefined) return undefined;
      const reach = reachAt(this.#facts.analysis, begin, inFunction, () => false);
      const { each } = chosen;
      const isInPlace = each.body !== undefined && this.#draw.boolean();
      const label = isInPlace ? `${begin}` : undefined;
      const call = runs ? this.#knownCall(each, reach, label) : this.#anyCall(each, reach, label);
      return { chosen, call };
    });
    if (text === undefined) return;
    const { chosen, call } = text;
    this.#pool.need(chosen, call.length);
    this.#edits.push({ begin, end: begin, text: `${call} ` });
  }

  /**
   * Adds a call's value, and subtracts the value that the call must have: a zero that an optimiser has to find
   * out.
   */
  #weave(index: number, { begin, end, type }: Spot): void {
    const zero = this.#draw.scope('donor', () => this.#weaver.zero(index, stageTuning.donorsInside.value));
    if (zero === undefined) return;
    const cast = type === undefined ? '' : `(${type})`;
    this.#edits.push({ begin, end: begin, text: `(${cast}((int)${zero} + (` });
    this.#edits.push({ begin: end, end, text: ')))', opened: begin });
  }

  /** A call whose value is known. Another value changes a global variable, or ends the program. */
  #knownCall(each: ForeignFunction, reach: Reach, label: string | undefined): string {
    const { given, value } = each.tried[this.#pool.index(each.tried.length)]!;
    // A number that no optimiser knows.
    const isHidden = this.#draw.boolean();
    if (isHidden) this.#pool.isHiding = true;
    const hiding = given.map((text) =>
      isHidden && !text.startsWith('{') ? text.replace(/\(([^()]*)\)$/, '($1 + cgfuzz_zero)') : text,
    );
    const called = foreignCall(each, hiding, { isInteger, ...(label === undefined ? {} : { label }) });
    const wrong = `cgfuzz_h != ${value}ULL`;
    const globals = this.#changeable(reach).filter(({ inFunction }) => inFunction < 0);
    const shown =
      globals.length > 0 && this.#draw.boolean()
        ? `${globals[this.#pool.index(globals.length)]!.name} += ${wrong};`
        : `if (${wrong}) __builtin_trap();`;
    const left = stageTuning.mostTurns.value;
    return `{ static int cgfuzz_turns = ${left}; if (cgfuzz_turns > 0) { cgfuzz_turns--; ${called} ${shown} } }`;
  }

  /** A call with variables of the place, which never runs. */
  #anyCall(each: ForeignFunction, reach: Reach, label: string | undefined): string {
    const { names, types } = this.#facts.analysis;
    const readable = [...reach.byName.values()].flatMap((index) => {
      const { kind, type, name } = names[index]!;
      return (kind === 'variable' || kind === 'parameter') && isInteger(types[type]!) ? name : [];
    });
    const given = each.parameters.map(({ type, pointee }) => {
      if (pointee !== undefined) return '{0}';
      return readable.length > 0 && this.#draw.boolean()
        ? `(${type})(${readable[this.#pool.index(readable.length)]!})`
        : `(${type})(${this.#draw.integer(0, ELEMENTS)})`;
    });
    const called = foreignCall(each, given, { isInteger, ...(label === undefined ? {} : { label }) });
    const targets = this.#changeable(reach);
    const kept =
      targets.length > 0 && this.#draw.boolean()
        ? ` ${targets[this.#pool.index(targets.length)]!.name} = cgfuzz_h;`
        : '';
    return `{ ${called}${kept} }`;
  }

  /** Integers that may be written. */
  #changeable({ byName }: Reach): readonly Facts['analysis']['names'][number][] {
    const { names, types } = this.#facts.analysis;
    return [...byName.values()].flatMap((index) => {
      const each = names[index]!;
      const type = types[each.type]!;
      const isFree = isInteger(type) && !/\b(?:const|volatile)\b/.test(type);
      return each.kind === 'variable' && isFree && each.at >= 0 ? each : [];
    });
  }
}
