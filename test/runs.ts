/** How often laws are tried: few times by `npm test`, many times by `npm run test:all`, over the same claims. */

/** True in `npm run test:all`: for a test that is dear, and whose claims others make in part. */
export const isAll: boolean = process.env['CGFUZZ_TESTS'] === 'all';

/** A number of runs, seeds or programs, and the larger one that `npm run test:all` takes. */
export function runs(usual: number, all: number): number {
  return isAll ? all : usual;
}
