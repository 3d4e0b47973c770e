/**
 * The signature that all findings of one bug share. It holds the machine, the axiom, and the accesses or
 * fences that should have kept two accesses of a thread in order.
 *
 * The same lowering spoils many kinds of tests, so the signature leaves out the kind of test, locations,
 * values and registers. If nothing was reordered, there is no pair of accesses to name, and the kind of test
 * takes its place.
 */
import {
  type Contract,
  eventBits,
  type LitmusStatement,
  type MachineStep,
  type MachineWitness,
  type Order,
  readCLitmus,
  visitStatements,
} from '../../litmus/index.ts';

interface Operation {
  /** The letter in the short notation: a fetch of any kind is an `A`. */
  readonly letter: 'W' | 'R' | 'X' | 'A' | 'C' | 'F';
  readonly order: Order;
  readonly location?: string;
  readonly isUnused?: boolean;
}

export function brokenOrder(contract: Contract, witness: MachineWitness | undefined): string {
  const pairs = (witness?.overtaken ?? []).map((pair) => toldApart(contract, pair));
  // If both threads are wrong, either one would have been enough.
  const [pair = [contract.shape, 'in order'].filter(Boolean).join(' ')] = pairs.toSorted();
  return pair;
}

/** The accesses that changed places, and the accesses and fences that should have kept their order. */
function toldApart(
  { test }: Contract,
  { first, second }: { readonly first: MachineStep; readonly second: MachineStep },
): string {
  const operations = operationsOf(readCLitmus(test).program.threads[first.thread]?.statements ?? []);
  for (const [end, last] of operations.entries()) {
    if (!isDoneBy(last, second)) continue;
    const begin = operations.slice(0, end).findLastIndex((each) => isDoneBy(each, first));
    if (begin < 0) continue;
    const keeping = operations.slice(begin, end + 1).filter((each, place) => {
      if (place === 0) return each.letter !== 'W' && isStrong(each.order);
      return each === last ? each.letter !== 'R' && isStrong(each.order) : isStrong(each.order);
    });
    const sequential = [operations[begin]!, last].every(({ order }) => order === 'sc');
    const words = (sequential ? operations.slice(begin, end + 1) : keeping).map(word);
    return `${kindOf(first)} before ${kindOf(second)} by ${words.join(' ') || 'nothing'}`;
  }
  return `${kindOf(first)} before ${kindOf(second)}, ${mnemonic(first)} ${mnemonic(second)}`;
}

function isStrong(order: Order): boolean {
  return order !== 'rlx' && order !== 'na';
}

function word({ letter, order, isUnused }: Operation): string {
  return `${letter}.${order}${isUnused === true ? ' unused' : ''}`;
}

function mnemonic({ instruction }: MachineStep): string {
  return instruction.split(' ')[0]!;
}

function kindOf({ kind }: MachineStep): string {
  return kind === eventBits.read ? 'R' : kind === eventBits.write ? 'W' : 'U';
}

function isDoneBy({ letter, location }: Operation, step: MachineStep): boolean {
  if (location === undefined || location !== step.location) return false;
  if (letter === 'W') return step.kind !== eventBits.read;
  return letter === 'R' ? step.kind !== eventBits.write : true;
}

function operationsOf(statements: readonly LitmusStatement[]): Operation[] {
  const operations: Operation[] = [];
  visitStatements(statements, (statement) => {
    if (statement.kind === 'fence') operations.push({ letter: 'F', order: statement.order });
    else if (statement.kind === 'store') {
      const { location, order } = statement;
      operations.push({ letter: 'W', location, order });
    } else if (statement.kind === 'assign' || statement.kind === 'evaluate') {
      const { value } = statement;
      const isUnused = statement.kind === 'evaluate';
      if (value.kind === 'load')
        operations.push({ letter: 'R', location: value.location, order: value.order });
      else if (value.kind === 'compareExchange')
        operations.push({ letter: 'C', location: value.location, order: value.order });
      else if (value.kind === 'update') {
        const { location, order, operator } = value;
        operations.push({ letter: operator === 'exchange' ? 'X' : 'A', location, order, isUnused });
      }
    }
  });
  return operations;
}
