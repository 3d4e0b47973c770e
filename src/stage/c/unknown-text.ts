/**
 * Unknown text: text that an earlier stage put into a program, of which facts tell nothing.
 *
 * Names in it may be named nowhere else. Labels in it may be jumped to from anywhere, and jumps in it may leave any
 * block. Invariant: a stretch without unknown names, labels and jumps holds nothing but what its facts say.
 */
import type { Analysis } from '../../facts/index.ts';
import type { ScannedStatement } from './statements.ts';

interface Place {
  readonly at: number;
  readonly name: string;
}

const jumps: ReadonlySet<string> = new Set(['break', 'continue', 'return', 'goto']);

export class UnknownText {
  /** Names of variables inside functions, if no fact says which one is meant. */
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

  /** Labels that facts know count as well. */
  hasLabels(begin: number, end: number): boolean {
    return this.#labels.some((at) => begin <= at && at < end);
  }

  hasJumps(begin: number, end: number): boolean {
    return this.#jumps.some((at) => begin <= at && at < end);
  }

  /** Whether something outside of a stretch may mean one of these names. */
  mayName(names: ReadonlySet<string>, begin: number, end: number): boolean {
    return this.#names.some(({ at, name }) => names.has(name) && !(begin <= at && at < end));
  }
}
