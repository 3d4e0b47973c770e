/** Costs of many programs, each beside another cost of the same program. */
import { median } from '../../src/util/numbers.ts';

/** Programs that compile in less are nothing to be held against. */
export const LEAST_COMPILE_MS = 20;

type CostOf<Costs> = (each: Costs) => number;

export function sumOf<Costs>(costs: readonly Costs[], cost: CostOf<Costs>): number {
  return costs.reduce((all, each) => all + cost(each), 0);
}

/** The ratio of the sums is what a campaign pays; the median says what is usual. */
export function ratioOf<Costs>(
  costs: readonly Costs[],
  source: string,
  what: CostOf<Costs>,
  base: CostOf<Costs>,
): { readonly value: number; readonly unit: string; readonly how: string } {
  const usual = median(costs.map((each) => what(each) / base(each)));
  return {
    value: sumOf(costs, what) / sumOf(costs, base),
    unit: 'times',
    how: `sums over ${costs.length} programs of ${source}; median ratio ${usual.toFixed(3)}`,
  };
}
