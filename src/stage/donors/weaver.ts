/**
 * Weaver: zeros that an optimiser has to find out, as calls of foreign functions less what they must return.
 *
 * Arguments are constants, variables with a known value, or other calls. Invariant: such an expression is zero wherever
 * its statement runs.
 */
import type { Draw } from '../../choice/index.ts';
import { type Facts, isAddressTaken, isInteger, usesIn } from '../../facts/index.ts';
import { reachAt } from '../c/donors.ts';
import { isReachable, type Known, knownValues } from '../live/known.ts';
import { stageTuning } from '../tuning.ts';
import { foreignCall } from './foreign.ts';
import type { DonorPool } from './pool.ts';

const loops: ReadonlySet<string> = new Set(['for', 'while', 'do']);

export class Weaver {
  readonly #draw: Draw;
  readonly #facts: Facts;
  readonly #pool: DonorPool;
  readonly #bytes: Uint8Array;
  readonly #known: ReadonlyMap<number, readonly Known[]>;
  #woven = 0;

  constructor(draw: Draw, text: string, facts: Facts, pool: DonorPool) {
    this.#draw = draw;
    this.#facts = facts;
    this.#pool = pool;
    this.#bytes = Buffer.from(text, 'latin1');
    // An earlier stage may give variables other values for a while.
    this.#known = text.includes('cgfuzz_kept') ? new Map() : knownValues(facts);
  }

  /** An expression of zero, of the type `unsigned long long`. */
  zero(index: number, depth: number): string | undefined {
    const chosen = this.#pool.next((each) => each.tried.length > 0 && each.result !== undefined);
    if (chosen === undefined) return undefined;
    const { each } = chosen;
    const { given, value } = each.tried[this.#pool.index(each.tried.length)]!;
    const isInPlace = each.body !== undefined && this.#draw.boolean();
    const label = isInPlace ? { label: `w${this.#woven++}` } : {};
    this.#pool.need(chosen, 0);
    const shown = given.map((text) => this.#draw.scope('argument', () => this.#argument(text, index, depth)));
    const called = foreignCall(each, shown, { isInteger, ...label });
    const { kind } = this.#facts.analysis.statements[index]!;
    if (this.#facts.run!.often[index] !== true && !loops.has(kind))
      return `({ ${called} cgfuzz_h - ${value}ULL; })`;
    const left = stageTuning.mostTurns.value;
    const guarded = `if (cgfuzz_turns > 0) { cgfuzz_turns--; ${called} cgfuzz_d = cgfuzz_h - ${value}ULL; }`;
    return `({ static int cgfuzz_turns = ${left}; unsigned long long cgfuzz_d = 0; ${guarded} cgfuzz_d; })`;
  }

  /** The constant as it is, or an expression with its value: a variable, another call, a number that nobody knows. */
  #argument(given: string, index: number, depth: number): string {
    const [, type, text] = /^\(([^()]*)\)\((-?\d+)\)$/.exec(given) ?? [];
    if (type === undefined || text === undefined) return given;
    const way = this.#draw.pick(['constant', 'variable', 'call', 'hidden'] as const);
    const plus = (known: bigint): string => `${BigInt.asUintN(64, BigInt(text) - known)}ULL`;
    if (way === 'variable') {
      const known = this.#fixed(index);
      if (known.length === 0) return given;
      const { text: name, low } = known[this.#pool.index(known.length)]!;
      return `(${type})((unsigned long long)${name} + ${plus(low)})`;
    }
    if (way === 'call' && depth > 0) {
      const zero = this.zero(index, depth - 1);
      return zero === undefined ? given : `(${type})(${zero} + ${plus(0n)})`;
    }
    if (way !== 'hidden') return given;
    this.#pool.isHiding = true;
    return `(${type})(${text} + cgfuzz_zero)`;
  }

  /** Variables that have one value whenever the statement runs, and that nothing in the statement can change. */
  #fixed(index: number): readonly Known[] {
    const { analysis } = this.#facts;
    const { begin, end, inFunction, place } = analysis.statements[index]!;
    if (place !== 'list') return [];
    const known = this.#known.get(index) ?? [];
    const around = analysis.functions[inFunction]!;
    const reach = reachAt(analysis, begin, inFunction, () => false);
    return known.filter((each) => {
      const { name, low, high } = each;
      const { inFunction: of, livesOn } = analysis.names[name]!;
      if (low !== high || of < 0 || livesOn || !isReachable(reach, each)) return false;
      return !usesIn(analysis, around.begin, around.end).some(
        (use) =>
          use.declared === name &&
          ((use.at >= begin && use.at < end) || use.isHidden === true || isAddressTaken(this.#bytes, use.at)),
      );
    });
  }
}
