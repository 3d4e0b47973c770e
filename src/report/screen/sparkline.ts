/** A curve in one line of text. */

const BLOCKS = '▁▂▃▄▅▆▇█';

/** From the least value to the greatest: what a curve did late would be invisible above a base of 0. */
export function sparkline(values: readonly number[]): string {
  const min = Math.min(...values);
  const range = Math.max(...values) - min;
  return values
    .map((value) => BLOCKS[range > 0 ? Math.round(((value - min) / range) * (BLOCKS.length - 1)) : 0])
    .join('');
}
