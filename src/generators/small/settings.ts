/** Settings of the small sources: `without=bitint`, `only=switch`, `most=3`. */
import { didYouMean } from '../../util/did-you-mean.ts';
import { UserError } from '../../util/user-error.ts';

export interface SmallSettings {
  /** The parts that programs may have. */
  readonly parts: ReadonlySet<string>;
  /** The parts that were refused. */
  readonly without: ReadonlySet<string>;
  /** The most functions of a program. */
  readonly most: number;
}

const LARGEST = 64;

/** Reads the words of a source; `parts` are the names that `without` and `only` know. */
export function smallSettings(
  source: string,
  words: readonly string[],
  parts: readonly string[],
  usual: number,
): SmallSettings {
  const [only, without] = [new Set<string>(), new Set<string>()];
  let most = usual;
  for (const word of words) {
    const at = word.indexOf('=');
    const [key, value] = [word.slice(0, at), word.slice(at + 1)];
    if (key === 'most') most = mostOf(source, value);
    else if (key !== 'only' && key !== 'without')
      throw new UserError(`${source} has no setting "${key}"`, [
        `known: without=PART, only=PART, most=N; as in "${source} without=${parts.at(-1)} most=2"`,
      ]);
    else
      for (const part of value.split('+')) (key === 'only' ? only : without).add(known(source, part, parts));
  }
  const chosen = parts.filter((part) => (only.size === 0 || only.has(part)) && !without.has(part));
  if (chosen.length === 0)
    throw new UserError(`${source} is left without any part`, [`parts: ${parts.join(', ')}`]);
  return { parts: new Set(chosen), without, most };
}

function known(source: string, part: string, parts: readonly string[]): string {
  if (parts.includes(part)) return part;
  const meant = didYouMean(part, parts);
  throw new UserError(`${source} has no part "${part}"`, [
    `parts: ${parts.join(', ')}`,
    ...(meant === undefined ? [] : [`did you mean ${meant}?`]),
  ]);
}

function mostOf(source: string, value: string): number {
  const most = Number(value);
  if (Number.isInteger(most) && most >= 1 && most <= LARGEST) return most;
  throw new UserError(`most=${value} is no number of functions for ${source}`, [`allowed: 1 to ${LARGEST}`]);
}
