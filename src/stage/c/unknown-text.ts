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

const jumps: ReadonlySet<string> = new Set(['break', 'continue', 'return', 'goto']);

export class UnknownText {
  /** Names of variables inside functions, if no fact tells which variable is meant. */
  readonly #names: Place[] = [];
  readonly #labels: number[] = [];
  readonly #jumps: number[] = [];

  constructor(bodies: readonly ScannedStatement[], { names, uses, statements }: Analysis) {
    const told = new Set(statements.map((each) => each.begin));
    const local = new Set(names.filter(({ inFunction }) => inFunction >= 0).map(({ name }) => name));
    const known = new Set([...uses.map(({ at }) => at), ...names.map(({ at }) => at)]);
    const visit = ({ kind, begin, own, inner }: ScannedStatement): void => {
      if (kind === 'label') this.#labels.push(begin);
      if (jumps.has(kind) && !told.has(begin)) this.#jumps.push(begin);
      for (const [index, { kind: token, text, at }] of own.entries()) {
        if (token !== 'name' || !local.has(text) || known.has(at)) continue;
        if (!['.', '->', 'goto'].includes(own[index - 1]?.text ?? '')) this.#names.push({ at, name: text });
      }
      for (const each of inner) visit(each);
    };
    for (const body of bodies) visit(body);
  }

  hasNames(begin: number, end: number): boolean {
    return this.#names.some(({ at }) => begin <= at && at < end);
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
