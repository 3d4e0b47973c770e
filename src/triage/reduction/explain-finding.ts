/**
 * Explains a reduced finding: the parts of its program and the options that may change while the bug stays.
 *
 * The text mentions a variant only if it changes words of one line, or one option. Invariant: everything in
 * the explanation was compiled and tested; untested choices are left out.
 */
import type { ChoiceSequence } from '../../choice/index.ts';
import type { Variation } from '../../finding/index.ts';
import { type Program, programKey } from '../../program/index.ts';
import { triageTuning } from '../tuning.ts';
import { askVariants, type AskedVariants, type VariantQuestions } from './ask-variants.ts';

const MAX_CHARACTERS = triageTuning.explainCharacters.value;

export async function explainFinding(
  sequence: ChoiceSequence,
  questions: VariantQuestions,
): Promise<readonly Variation[]> {
  const asked = await askVariants(sequence, questions);
  return asked === undefined ? [] : explanationBy(asked);
}

/** The explanation from these answers. */
function explanationBy({ base, variants }: AskedVariants): readonly Variation[] {
  const seen = new Set<string>();
  const found = new Map<
    string,
    { readonly place: Place; readonly may: string[]; readonly mayNot: string[] }
  >();
  for (const { program, isThere } of variants.toSorted((a, b) => a.op - b.op)) {
    const change = changeBetween(base, program);
    if (change === undefined || seen.has(programKey(program))) continue;
    seen.add(programKey(program));
    const { to, ...place } = change;
    const key = JSON.stringify(place);
    const about = found.get(key) ?? { place, may: [], mayNot: [] };
    found.set(key, about);
    (isThere ? about.may : about.mayNot).push(to);
  }
  return [...found.values()].map(({ place, may, mayNot }) => ({ ...place, may, mayNot }));
}

type Place = Pick<Variation, 'line' | 'text' | 'part'>;

/**
 * The one place at which two programs differ; undefined if they differ at more places, or in too much of a
 * line.
 */
function changeBetween(base: Program, other: Program): (Place & { readonly to: string }) | undefined {
  const before = linesOf(base);
  const after = linesOf(other);
  const options = differingWords(argsOf(base), argsOf(other));
  const lines = before.flatMap((line, index) => (line === after[index] ? [] : [index]));
  if (before.length !== after.length) return undefined;
  if (lines.length === 0 && options !== undefined && options.from.length > 0)
    return { line: 0, text: '', part: options.from.join(' '), to: options.to.join(' ') };
  const [index] = lines;
  if (index === undefined || lines.length > 1 || options !== undefined) return undefined;
  const words = differingWords(wordsOf(before[index]!), wordsOf(after[index]!));
  if (words === undefined) return undefined;
  const [part, to] = [words.from.join('').trim(), words.to.join('').trim()];
  if (part === '' || Math.max(part.length, to.length) > MAX_CHARACTERS) return undefined;
  return { line: index + 1, text: before[index]!.trim(), part, to };
}

function linesOf({ files, main }: Program): string[] {
  return Buffer.from(files.find(({ path }) => path === main)!.bytes)
    .toString()
    .split('\n');
}

function argsOf({ options }: Program): readonly string[] {
  return options?.args ?? [];
}

function wordsOf(line: string): string[] {
  return line.match(/[\w.]+|\s+|[^\w\s]/g) ?? [];
}

/** The texts without their common beginning and end; undefined if they are equal. */
function differingWords(
  a: readonly string[],
  b: readonly string[],
): { readonly from: readonly string[]; readonly to: readonly string[] } | undefined {
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) start++;
  let end = 0;
  while (end < a.length - start && end < b.length - start && a.at(-1 - end) === b.at(-1 - end)) end++;
  const [from, to] = [a.slice(start, a.length - end), b.slice(start, b.length - end)];
  return from.length === 0 && to.length === 0 ? undefined : { from, to };
}
