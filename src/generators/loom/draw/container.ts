/** Arrays of the C++ library: `std::array`, `std::vector` and `std::valarray`. */
import type { Draw } from '../../../choice/index.ts';
import type { Container, Variable } from '../ir/nodes.ts';
import { BOOL, type IntegerType } from '../ir/types.ts';
import type { Switch } from '../policy/switches.ts';
import { checkedSubscripts, containerSets, IN_CONTAINER } from '../policy/weights.ts';
import type { Drawing } from './drawing.ts';

/** The order never changes: choices refer to it. */
const kinds = ['array', 'vector', 'valarray'] as const;

/** The kinds of containers that the arrays of a program may have. */
export function drawContainers(draw: Draw, switches: ReadonlySet<Switch>): readonly Container['kind'][] {
  return switches.has('containers') ? draw.scope('containers', () => draw.weighted(containerSets)) : [];
}

/** The container of an array that is not volatile, if it has one. */
export function drawContainer({ draw, style }: Drawing, type: IntegerType): Pick<Variable, 'container'> {
  const { containers } = style;
  if (containers.length === 0) return {};
  return draw.scope('container', () => {
    const isIn = draw.boolean(IN_CONTAINER);
    const kind = draw.weighted(kinds.map((each) => [containers.includes(each) ? 1 : 0, each] as const));
    const checked = draw.weighted(checkedSubscripts);
    // The elements of a vector of `bool` are bits, which have no address.
    if (!isIn || (kind === 'vector' && type === BOOL)) return {};
    return { container: { kind, checked: kind === 'valarray' ? 'none' : checked } };
  });
}
