/**
 * Donors: functions of a person's own C files, called in tests, or with their bodies in the place of the call.
 *
 * Generators write code that nobody would. People's code has other shapes: tables, state machines, loops over buffers.
 * A function comes with all that it needs, at the front of the program. Invariants: where code runs, only calls are made
 * whose value is known, and the program changes what it prints if that value is another. Elsewhere, any call is made.
 */
import type { Draw } from '../../choice/index.ts';
import { type Facts, isInteger, type SourceEdit } from '../../facts/index.ts';
import type { SandboxWorld } from '../../sandbox/index.ts';
import { fnv1a } from '../../util/fnv1a.ts';
import { type Reach, reachAt } from '../c/donors.ts';
import { bodiesIn, type ScannedStatement, statementShape } from '../c/statements.ts';
import type { Stage } from '../stage.ts';
import { stageTuning } from '../tuning.ts';
import {
  foreignCall,
  ELEMENTS,
  type ForeignCode,
  type ForeignFile,
  type ForeignFunction,
} from './foreign.ts';
import { readDonors } from './read-folder.ts';

type Statement = Facts['analysis']['statements'][number];

/** The stage with the functions of a folder, which it reads when it is prepared. */
export function donorsOf(folder: string): Stage {
  return {
    name: 'donors',
    summary: "functions of a person's own C files are called in the program, or stand in it",
    reads: 'c',
    needs: 'run',
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

const RING_BITS = 16;

interface RingFunction {
  readonly each: ForeignFunction;
  readonly file: ForeignFile;
  /** Place in a ring: of a function that comes or goes, only the choices next to it hear. */
  readonly at: number;
}

function ringOf({ files }: ForeignCode): readonly RingFunction[] {
  return files.flatMap((file) =>
    file.functions.map((each) => {
      const hash = fnv1a(`${file.path} ${each.name}`);
      return { each, file, at: (hash ^ (hash >>> 15)) & ((1 << RING_BITS) - 1) };
    }),
  );
}

interface Shares {
  /** Percent of the statements that never run, and of those that do, which get a call in front. */
  readonly dead: number;
  readonly live: number;
}

class Splicing {
  readonly #draw: Draw;
  readonly #facts: Facts;
  readonly #ring: readonly RingFunction[];
  readonly #scanned = new Map<number, ScannedStatement>();
  readonly #edits: SourceEdit[] = [];
  /** Chunks that are needed, by file. */
  readonly #needed = new Map<ForeignFile, Set<number>>();
  /** Bytes that may still be put in. */
  #room: number;
  #isHiding = false;

  constructor(draw: Draw, text: string, facts: Facts, ring: readonly RingFunction[]) {
    this.#draw = draw;
    this.#facts = facts;
    this.#ring = ring;
    this.#room = Math.max(0, stageTuning.mostBytes.value - text.length);
    for (const body of bodiesIn(text)) this.#learn(body);
  }

  edits(): SourceEdit[] {
    const { functions } = this.#facts.analysis;
    for (const { body } of functions)
      this.#draw.scope('function', () => {
        const dead = this.#draw.integer(0, stageTuning.mostChanged.value);
        const live = this.#draw.integer(0, stageTuning.mostLiveChanged.value);
        if (body >= 0 && dead + live > 0) this.#inside(body, { dead, live });
      });
    if (this.#edits.length === 0) return [];
    const hiding = this.#isHiding ? 'static volatile int cgfuzz_zero;\n' : '';
    const front = [...this.#needed].map(([{ path, chunks }, needed]) => {
      const kept = [...needed].toSorted((a, b) => a - b).map((index) => `${chunks[index]!}\n`);
      return `/* From ${path.replaceAll('*/', '')}: */\n${kept.join('')}`;
    });
    return [{ begin: 0, end: 0, text: hiding + front.join('') }, ...this.#edits];
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
      this.#inside(index, shares);
    });
  }

  #put(statement: Statement, runs: boolean): void {
    const { begin, inFunction } = statement;
    const text = this.#draw.scope('donor', () => {
      const fitting = this.#ring.filter(
        ({ each, file }) => (!runs || each.tried.length > 0) && this.#sizeOf(file, each) <= this.#room,
      );
      const chosen = this.#next(fitting);
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
    this.#need(chosen, call.length);
    this.#edits.push({ begin, end: begin, text: `${call} ` });
  }

  #next(fitting: readonly RingFunction[]): RingFunction | undefined {
    const drawn = this.#draw.word(RING_BITS);
    const distance = ({ at }: RingFunction): number => (at - drawn) & ((1 << RING_BITS) - 1);
    return fitting.reduce<RingFunction | undefined>(
      (best, each) => (best === undefined || distance(each) < distance(best) ? each : best),
      undefined,
    );
  }

  /** Bytes that come with it, besides the call. */
  #sizeOf(file: ForeignFile, { needs, body = '' }: ForeignFunction): number {
    const has = this.#needed.get(file);
    return needs.reduce(
      (sum, index) => sum + (has?.has(index) === true ? 0 : file.chunks[index]!.length),
      body.length,
    );
  }

  #need({ file, each }: RingFunction, length: number): void {
    this.#room -= this.#sizeOf(file, each) + length;
    const needed = this.#needed.get(file) ?? new Set();
    this.#needed.set(file, needed);
    for (const index of each.needs) needed.add(index);
  }

  /** A call whose value is known. Another value changes a global variable, or ends the program. */
  #knownCall(each: ForeignFunction, reach: Reach, label: string | undefined): string {
    const { given, value } = each.tried[this.#index(each.tried.length)]!;
    // A number that no optimiser knows.
    const isHidden = this.#draw.boolean();
    if (isHidden) this.#isHiding = true;
    const hiding = given.map((text) =>
      isHidden && !text.startsWith('{') ? text.replace(/\(([^()]*)\)$/, '($1 + cgfuzz_zero)') : text,
    );
    const called = foreignCall(each, hiding, { isInteger, ...(label === undefined ? {} : { label }) });
    const wrong = `cgfuzz_h != ${value}ULL`;
    const globals = this.#changeable(reach).filter(({ inFunction }) => inFunction < 0);
    const shown =
      globals.length > 0 && this.#draw.boolean()
        ? `${globals[this.#index(globals.length)]!.name} += ${wrong};`
        : `if (${wrong}) __builtin_trap();`;
    const left = stageTuning.mostTurns.value;
    return `{ static int cgfuzz_left = ${left}; if (cgfuzz_left > 0) { cgfuzz_left--; ${called} ${shown} } }`;
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
        ? `(${type})(${readable[this.#index(readable.length)]!})`
        : `(${type})(${this.#draw.integer(0, ELEMENTS)})`;
    });
    const called = foreignCall(each, given, { isInteger, ...(label === undefined ? {} : { label }) });
    const targets = this.#changeable(reach);
    const kept =
      targets.length > 0 && this.#draw.boolean()
        ? ` ${targets[this.#index(targets.length)]!.name} = cgfuzz_h;`
        : '';
    return `{ ${called}${kept} }`;
  }

  #index(count: number): number {
    return count < 2 ? 0 : this.#draw.integer(0, stageTuning.maxRenaming.value) % count;
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
