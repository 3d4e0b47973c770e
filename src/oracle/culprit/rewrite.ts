/**
 * The rewrite of InstCombine that is to blame, once the pass is known.
 *
 * InstCombine contains a thousand rewrites, and most wrong code comes from it. Its name alone would join bugs
 * that have nothing in common. With assertions, LLVM counts InstCombine's visits to instructions, and
 * `-debug-counter` stops the pass after a given number. So a binary search ends at one visit. The program
 * before and after that visit shows the rewrite. Release builds do not count visits, so the rewrite stays
 * unknown.
 */
import { firstWrong } from '../compare/first-wrong.ts';
import type { Tries } from '../compare/trials.ts';
import { oracleTuning } from '../tuning.ts';

/** LLVM takes a range of only the first visit for no limit. */
const FEWEST = 1;
/** More visits than any program has. */
const MOST = 2 ** 30;

export interface Rewrite {
  /** The change in words, as in `srem to and`, `add to add nsw`, `icmp ult to icmp ule`. */
  readonly rewrite: string;
  /** The number of the visit, counted from 0. */
  readonly visit: number;
}

/** `near` is the blamed visit in a similar program. */
export async function findRewrite(
  trials: Tries,
  limited: readonly string[],
  near?: number,
): Promise<Rewrite | undefined> {
  const upTo = (last: number): string[] => [
    ...limited,
    '-mllvm',
    `-debug-counter=instcombine-visit=0-${last}`,
  ];
  const isWrong = async (last: number): Promise<boolean> => (await trials.tryWith(upTo(last))).isWrong;
  const first = await trials.tryWith(upTo(FEWEST));
  if (first.execution?.outcome !== 'ok') return undefined;
  let right: number | undefined = FEWEST;
  let wrong = near === undefined ? oracleTuning.firstVisits.value : MOST;
  if (first.isWrong) {
    // If InstCombine does nothing, another bug shows: then only the last visits tell about this bug.
    wrong = await visitsThatMatter(trials, upTo);
    right = await rightBefore(wrong, isWrong);
    if (right === undefined) return undefined;
  }
  while (wrong < MOST && !(await isWrong(wrong)))
    [right, wrong] = [wrong, wrong * oracleTuning.moreVisits.value];
  const visit = await firstWrong(isWrong, { right, wrong, ...(near === undefined ? {} : { near }) });
  if (visit >= MOST) return undefined;
  const irAfter = async (last: number): Promise<string> =>
    trials.irWith([...upTo(last), '-fno-discard-value-names']);
  const rewrite = describeChange(await irAfter(visit - 1), await irAfter(visit));
  return rewrite === undefined ? undefined : { rewrite, visit };
}

type UpTo = (last: number) => readonly string[];

/** The smallest number of last visits that has the same effect as all visits. */
async function visitsThatMatter(trials: Tries, upTo: UpTo): Promise<number> {
  const objectAfter = async (last: number): Promise<Buffer> =>
    Buffer.from((await trials.tryWith(upTo(last))).execution?.output ?? []);
  const whole = await objectAfter(MOST);
  let [tooFew, enough] = [FEWEST, MOST];
  while (enough - tooFew > 1) {
    // Halving the exponent: the answer is in the thousands, and the range goes up to billions.
    const middle = Math.ceil(Math.sqrt(tooFew * enough));
    const at = middle > tooFew && middle < enough ? middle : Math.floor((tooFew + enough) / 2);
    if ((await objectAfter(at)).equals(whole)) enough = at;
    else tooFew = at;
  }
  return enough;
}

/** Goes back from there in ever larger steps, to the first number that is right. */
async function rightBefore(
  wrong: number,
  isWrong: (last: number) => Promise<boolean>,
): Promise<number | undefined> {
  for (let distance = 1; distance < wrong; distance *= 2)
    if (!(await isWrong(wrong - distance))) return wrong - distance;
  return undefined;
}

/**
 * Describes a change by kinds of instructions, before and after, without names, numbers and types, which
 * differ between programs.
 *
 * It leaves out dead instructions, instructions that a new one uses, and instructions that only have another
 * operand.
 */
export function describeChange(before: string, after: string): string | undefined {
  const [earlier, later] = [instructionsOf(before), instructionsOf(after)];
  const gone = without(earlier, later);
  const come = without(later, earlier);
  const turned = reordered(gone, come);
  if (turned !== undefined) return turned;
  const isChanged = ({ name, kind }: Instruction, others: readonly Instruction[]): boolean =>
    !others.some((other) => other.name === name && other.kind === kind);
  const list = (own: readonly Instruction[], others: readonly Instruction[]): string =>
    [...new Set(roots(own.filter((each) => isChanged(each, others))).map(({ kind }) => kind))]
      .toSorted()
      .join(', ') || 'nothing';
  const [what, into] = [list(gone, come), list(come, gone)];
  return what === into ? undefined : withoutDirection(`${what} to ${into}`);
}

/** The same kinds of instructions in another order, as in `lshr, trunc reordered`. */
function reordered(gone: readonly Instruction[], come: readonly Instruction[]): string | undefined {
  const [before, after] = [gone.map(({ kind }) => kind), come.map(({ kind }) => kind)];
  while (before.length > 0 && before[0] === after[0]) [before, after].forEach((kinds) => kinds.shift());
  while (before.length > 0 && before.at(-1) === after.at(-1)) [before, after].forEach((kinds) => kinds.pop());
  const sorted = before.toSorted();
  if (sorted.length === 0 || sorted.join() !== after.toSorted().join()) return undefined;
  return `${[...new Set(sorted)].join(', ')} reordered`;
}

/** A comparison that changed its signedness, without its direction, which depends on the program. */
function withoutDirection(change: string): string {
  const sign = { s: 'signed', u: 'unsigned' } as const;
  return change.replace(
    /^icmp ([su])([lg][te]) to icmp ([su])\2$/,
    (_, from: 's' | 'u', _same, to: 's' | 'u') => `icmp ${sign[from]} to ${sign[to]}`,
  );
}

interface Instruction {
  /** Empty for unnamed values: numbers change with any earlier instruction. */
  readonly name: string;
  readonly kind: string;
  readonly text: string;
  readonly operands: readonly string[];
}

const flags =
  'nsw|nuw|exact|disjoint|nneg|inbounds|nusw|eq|ne|ugt|uge|ult|ule|sgt|sge|slt|sle|oeq|ogt|oge|olt|ole|one|ord|uno|ueq|une';
const pattern = new RegExp(
  String.raw`^  (?:(%\S*) = )?(?:(?:tail|musttail|notail) )?(call\b.*?@(llvm\.\w+)|[a-z]+(?: (?:${flags})\b)*)(.*)`,
);

function instructionsOf(ir: string): Instruction[] {
  return ir.split('\n').flatMap((line) => {
    const text = line.replace(/, !\w.*/, '').replaceAll(/%\d+\b/g, '%');
    const [, name = '', kind, intrinsic, rest = ''] = pattern.exec(text) ?? [];
    if (kind === undefined) return [];
    const operands = rest.match(/%[\w.]+/g) ?? [];
    return [{ name: name === '%' ? '' : name, kind: intrinsic ?? kind, text, operands }];
  });
}

/** Multiset difference: instructions that `others` lacks, each as often as it is in surplus. */
function without(own: readonly Instruction[], others: readonly Instruction[]): Instruction[] {
  const counts = new Map<string, number>();
  for (const { text } of others) counts.set(text, (counts.get(text) ?? 0) + 1);
  return own.filter(({ text }) => {
    const count = counts.get(text) ?? 0;
    counts.set(text, count - 1);
    return count <= 0;
  });
}

/** Instructions that no other one of the list uses. */
function roots(instructions: readonly Instruction[]): Instruction[] {
  const used = new Set(instructions.flatMap(({ operands }) => operands));
  return instructions.filter(({ name }) => name === '' || !used.has(name));
}
