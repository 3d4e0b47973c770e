/**
 * Unknown text: what a stage before has put into a program, of which facts tell nothing.
 *
 * Names in it may be named nowhere else, and labels in it may be jumped to from anywhere. Invariant: a stretch without
 * unknown names and labels holds nothing but what its facts say.
 */
import type { Analysis } from '../../facts/index.ts';
import type { ScannedStatement } from '../c/statements.ts';

interface Place {
  readonly at: number;
  readonly name: string;
}

export class UnknownText {
  /** Names of variables inside functions, where no fact says which one is meant. */
  readonly #names: Place[] = [];
  readonly #labels: number[] = [];

  constructor(bodies: readonly ScannedStatement[], { names, uses }: Analysis) {
    const local = new Set(names.filter(({ inFunction }) => inFunction >= 0).map(({ name }) => name));
    const known = new Set([...uses.map(({ at }) => at), ...names.map(({ at }) => at)]);
    const visit = ({ kind, begin, own, inner }: ScannedStatement): void => {
      if (kind === 'label') this.#labels.push(begin);
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

  /** Whether something outside of a stretch may mean one of these names. */
  mayName(names: ReadonlySet<string>, begin: number, end: number): boolean {
    return this.#names.some(({ at, name }) => names.has(name) && !(begin <= at && at < end));
  }
}
