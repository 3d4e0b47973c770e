/**
 * Unknown text: text that an earlier stage inserted into a program, for which there are no facts.
 *
 * Its names may refer to declarations anywhere. Jumps from anywhere may lead to its labels, and its own jumps
 * may leave any block. Invariant: for a range without unknown names, labels and jumps, the facts are
 * complete.
 */
import type { Analysis } from '../../facts/index.ts';
import type { ScannedStatement } from './statements.ts';

interface Place {
  readonly at: number;
  readonly name: string;
}

/** The names of the file outside of functions. */
const outside = ({ names }: Analysis): ReadonlySet<string> =>
  new Set(names.flatMap(({ inFunction, at, name }) => (inFunction < 0 && at >= 0 ? name : [])));

const jumps: ReadonlySet<string> = new Set(['break', 'continue', 'return', 'goto']);

export class UnknownText {
  /** Names of variables inside functions, if no fact tells which variable is meant. */
  readonly #names: Place[] = [];
  /** Names of what stands outside of functions. */
  readonly #outside: Place[] = [];
  readonly #labels: number[] = [];
  readonly #jumps: number[] = [];

  constructor(bodies: readonly ScannedStatement[], analysis: Analysis) {
    const { names, uses, statements } = analysis;
    const global = outside(analysis);
    const told = new Set(statements.map((each) => each.begin));
    const local = new Set(names.filter(({ inFunction }) => inFunction >= 0).map(({ name }) => name));
    const known = new Set([...uses.map(({ at }) => at), ...names.map(({ at }) => at)]);
    const visit = ({ kind, begin, own, inner }: ScannedStatement): void => {
      if (kind === 'label') this.#labels.push(begin);
      if (jumps.has(kind) && !told.has(begin)) this.#jumps.push(begin);
      for (const [index, { kind: token, text, at }] of own.entries()) {
        if (token !== 'name' || known.has(at)) continue;
        if (['.', '->', 'goto'].includes(own[index - 1]?.text ?? '')) continue;
        if (local.has(text)) this.#names.push({ at, name: text });
        else if (global.has(text)) this.#outside.push({ at, name: text });
      }
      for (const each of inner) visit(each);
    };
    for (const body of bodies) visit(body);
  }

  hasNames(begin: number, end: number): boolean {
    return this.#names.some(({ at }) => begin <= at && at < end);
  }

  /** Names of what stands outside of functions: a copy of the range must stand after their declarations. */
  outsideIn(begin: number, end: number): ReadonlySet<string> {
    return new Set(this.#outside.flatMap(({ at, name }) => (begin <= at && at < end ? name : [])));
  }

  /** Labels in the facts count as well. */
  hasLabels(begin: number, end: number): boolean {
    return this.#labels.some((at) => begin <= at && at < end);
  }

  hasJumps(begin: number, end: number): boolean {
    return this.#jumps.some((at) => begin <= at && at < end);
  }

  /** True if text outside of a range may mean one of these names. */
  mayName(names: ReadonlySet<string>, begin: number, end: number): boolean {
    return this.#names.some(({ at, name }) => names.has(name) && !(begin <= at && at < end));
  }
}
