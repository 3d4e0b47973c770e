/** Random small programs, for laws. */
import type { Order } from '../../src/litmus/model/graph.ts';
import type { LitmusProgram, Observed, LitmusStatement } from '../../src/litmus/program/syntax.ts';
import { constantOf, localOf } from '../../src/litmus/program/syntax.ts';

export interface RandomOptions {
  readonly accesses: number;
  readonly hasControl?: boolean;
}

/** `below(n)` gives a number from 0 to n - 1. */
export function randomProgram(
  name: string,
  below: (count: number) => number,
  { accesses, hasControl = false }: RandomOptions,
): LitmusProgram {
  const pick = <T>(items: readonly T[]): T => items[below(items.length)]!;
  const places = ['x', 'y', 'z'].slice(0, 1 + below(3));
  const observed: Observed[] = places.map((place) => ({ kind: 'location', name: place }));
  const sizes = Array.from({ length: 2 + below(2) }, () => 1);
  for (let more = 1 + below(accesses - sizes.length); more > 0; more--) sizes[below(sizes.length)]!++;
  const threads = sizes.map((size, thread) => {
    let registers = 0;
    const access = (): LitmusStatement => {
      const location = pick(places);
      const value = constantOf(1 + below(2));
      const kind = below(10);
      if (kind < 3) return { kind: 'store', location, value, order: pick<Order>(['rlx', 'rel', 'sc']) };
      if (kind < 6) {
        return kept({ kind: 'load', location, order: pick<Order>(['rlx', 'acq', 'sc']) });
      }
      const order = pick<Order>(['rlx', 'acq', 'rel', 'ar', 'sc']);
      if (kind < 8) return { kind: 'fence', order: order === 'rlx' ? 'sc' : order };
      const operator = pick(['exchange', 'add'] as const);
      return kept({ kind: 'update', operator, location, operand: value, order });
    };
    const kept = (value: Extract<LitmusStatement, { kind: 'assign' }>['value']): LitmusStatement => {
      const register = `r${registers++}`;
      observed.push({ kind: 'local', thread, name: register });
      return { kind: 'assign', local: register, value };
    };
    const statements: LitmusStatement[] = [];
    for (let i = 0; i < size; i++) {
      const statement = access();
      if (!hasControl || registers === 0 || statement.kind === 'assign' || below(2) === 0)
        statements.push(statement);
      else
        statements.push({
          kind: 'if',
          condition: localOf(`r${below(registers)}`),
          whenTrue: [statement],
          otherwise: [],
        });
    }
    return { statements };
  });
  return { name, locations: places.map((place) => ({ name: place, initial: 0 })), threads, observed };
}
