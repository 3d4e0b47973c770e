/**
 * The first of many numbers from which on something is wrong: by halving, or from a guess on in ever larger steps, for
 * who has asked about nearly the same program before knows about where it is.
 */
export interface Range {
  /** Known to be right. */
  readonly right: number;
  /** Known to be wrong. */
  readonly wrong: number;
  readonly near?: number;
}

export async function firstWrong(
  isWrong: (at: number) => Promise<boolean>,
  { right, wrong, near }: Range,
): Promise<number> {
  let [low, high] = [right, wrong];
  if (near !== undefined) {
    const start = Math.min(Math.max(near, low + 1), high);
    if (start === high || (await isWrong(start))) {
      high = start;
      for (let distance = 1; high - distance > low; distance *= 2) {
        const at = high - distance;
        if (!(await isWrong(at))) {
          low = at;
          break;
        }
        high = at;
      }
    } else {
      low = start;
      for (let distance = 1; low + distance < high; distance *= 2) {
        const at = low + distance;
        if (await isWrong(at)) {
          high = at;
          break;
        }
        low = at;
      }
    }
  }
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (await isWrong(middle)) high = middle;
    else low = middle;
  }
  return high;
}
