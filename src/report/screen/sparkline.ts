/** A curve in one line of text. */

const BLOCKS = '▁▂▃▄▅▆▇█';

/**
 * The scale goes from the least value to the greatest: above a base of 0, late changes of a curve would be
 * invisible.
 */
export function sparkline(values: readonly number[]): string {
  const min = Math.min(...values);
  const range = Math.max(...values) - min;
  return values
    .map((value) => BLOCKS[range > 0 ? Math.round(((value - min) / range) * (BLOCKS.length - 1)) : 0])
    .join('');
}
