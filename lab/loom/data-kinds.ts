/** Kinds of data in a C++ program of loom as it was drawn. */
import type { LoomProgram } from '../../src/generators/loom/ir/nodes.ts';

export const dataKinds = [
  'std::array',
  'std::vector',
  'std::valarray',
  'checked subscripts',
  'static members',
  'bit-fields of long long, or wider than their type',
] as const;
export type DataKind = (typeof dataKinds)[number];

export function dataKindsOf({ variables, structs }: LoomProgram): Set<DataKind> {
  const found = new Set<DataKind>();
  for (const { container, owner } of variables) {
    if (container !== undefined) found.add(`std::${container.kind}`);
    if (container !== undefined && container.checked !== 'none') found.add('checked subscripts');
    if (owner !== undefined) found.add('static members');
  }
  for (const { type, width } of structs.flatMap(({ members }) => members)) {
    const isWide = 'bits' in type && (type.name.endsWith('long long') || width! > type.bits);
    if (width !== undefined && isWide) found.add('bit-fields of long long, or wider than their type');
  }
  return found;
}
