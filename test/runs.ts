/** How often laws are tried: rarely by `test:quick`, often by `npm run test:all`, always over the same claims. */

/** True in `npm run test:all`: for a test that is dear, and whose claims others make in part. */
export const isAll: boolean = process.env['CGFUZZ_TESTS'] === 'all';

/** A number of runs, seeds or programs, and the larger one that `npm run test:all` takes. `test:quick` takes a fifth. */
export function runs(usual: number, all: number = usual): number {
  if (process.env['CGFUZZ_TESTS'] === 'quick') return Math.ceil(usual / 5);
  return isAll ? all : usual;
}
