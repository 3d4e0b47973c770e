/**
 * The rule for planted bugs, written before the first measurement.
 *
 * A bug is a chain of one to three blocks after conditions. An input meets it if it reaches these blocks one after the
 * other, and the bug ends the process in the last block. Two bugs of a library have one block, three have two and three have
 * three. Blocks are rare. Of the blocks that valid inputs of the project reach, they are the rarest tenth. Longer chains take
 * them from the rarer half. Each chain stands in a valid input of the project, so that it can be met. The hash of
 * the library's name and of a number decides among all chains: no person chooses.
 */
import { createHash } from 'node:crypto';

/** The blocks that one valid input reaches, in the order in which it first reaches them. */
export type Reached = readonly number[];

/** Numbers of blocks, first to last. */
export type Chain = readonly number[];

const LENGTHS = [1, 1, 2, 2, 2, 3, 3, 3] as const;
export const LONGEST = 3;
/** Shares of the blocks, the rarest first. */
const RAREST_SHARE = 1 / 10;
const RARE_SHARE = 1 / 2;

export function chainsFor(library: string, inputs: readonly Reached[]): Chain[] {
  const times = new Map<number, number>();
  for (const blocks of inputs) for (const block of blocks) times.set(block, (times.get(block) ?? 0) + 1);
  const counts = [...times.values()].toSorted((a, b) => a - b);
  const taken = new Set<number>();
  return LENGTHS.map((length, bug) => {
    const most = counts[Math.floor(counts.length * (length === 1 ? RAREST_SHARE : RARE_SHARE))] ?? 0;
    const fit = inputs
      .map((blocks) => blocks.filter((block) => times.get(block)! <= most && !taken.has(block)))
      .filter((blocks) => blocks.length >= length);
    if (fit.length === 0) throw new Error(`${library}: no input reaches ${length} rare blocks`);
    const draw = drawer(`${library} ${bug}`);
    const blocks = [...fit[draw(fit.length)]!];
    while (blocks.length > length) blocks.splice(draw(blocks.length), 1);
    for (const block of blocks) taken.add(block);
    return blocks;
  });
}

/** Numbers below a bound that follow from a text alone. */
function drawer(text: string): (bound: number) => number {
  let count = 0;
  return (bound) => createHash('sha256').update(`${text} ${count++}`).digest().readUInt32LE(0) % bound;
}

/** `chains.h`: shorter chains stand at the end of their row, and begin there. */
export function chainsHeader(chains: readonly Chain[]): string {
  const rows = chains.map((chain) => `{${[...Array(LONGEST - chain.length).fill(-1), ...chain].join(', ')}}`);
  return [
    `enum { STEPS = ${LONGEST} };`,
    `static const int chains[][STEPS] = {${rows.join(', ')}};`,
    `static const int first_stage[] = {${chains.map((chain) => LONGEST - chain.length).join(', ')}};`,
    '',
  ].join('\n');
}
