/** The shapes in which a corner holds its lanes, and how each shape names them. */
import { type Lane, type LaneType, literalText } from '../types.ts';

export const shapes = ['scalar', 'loop', 'unrolled', 'vector', 'complex'] as const;
export type CornerShape = (typeof shapes)[number];

/** A variable of a corner: a name, a type, and the values of its lanes. */
export interface Slot {
  readonly name: string;
  readonly type: LaneType;
  readonly lanes: readonly Lane[];
}

/** True if only clang has such vectors; other compilers get a structure with an array. */
export function isForClang({ type, lanes }: Slot): boolean {
  return type.vectors !== 'all' || (lanes.length & (lanes.length - 1)) !== 0;
}

/** The vector types that a program uses, by their names. */
export class VectorTypes {
  readonly #texts = new Map<string, string>();

  nameOf(slot: Slot): string {
    const { type, lanes } = slot;
    const base = type.name.replaceAll(/[^\w]+/g, '_').replace(/_$/, '');
    const name = `v${lanes.length}_${base}`;
    if (!this.#texts.has(name)) this.#texts.set(name, typeText(name, slot));
    return name;
  }

  text(): string {
    const all = [...this.#texts.values()];
    return all.some((text) => text.startsWith('#ifdef')) ? [...laneOfOdd, ...all].join('') : all.join('');
  }
}

const laneOfOdd = ['#ifdef __clang__\n#define AT(v, i) (v)[i]\n#else\n#define AT(v, i) (v).at[i]\n#endif\n'];

function typeText(name: string, slot: Slot): string {
  const { type, lanes } = slot;
  const vector = `__attribute__((vector_size(sizeof(${type.name}) * ${lanes.length})))`;
  if (!isForClang(slot)) return `typedef ${type.name} ${name} ${vector};\n`;
  const odd = `typedef ${type.name} ${name} __attribute__((ext_vector_type(${lanes.length})));`;
  const other = `typedef struct { ${type.name} at[${lanes.length}]; } ${name};`;
  return `#ifdef __clang__\n${odd}\n#else\n${other}\n#endif\n`;
}

/** The text of a lane; `at` is a number, or the counter of a loop. */
export function laneText(shape: CornerShape, slot: Slot, at: number): string {
  switch (shape) {
    case 'scalar':
    case 'loop':
      return slot.name;
    case 'unrolled':
      return `${slot.name}_${at}`;
    case 'vector':
      return isForClang(slot) ? `AT(${slot.name}, ${at})` : `${slot.name}[${at}]`;
    case 'complex':
      return `${at === 0 ? '__real__' : '__imag__'} ${slot.name}`;
  }
}

/** The type of a whole slot in shapes that hold all lanes in one variable. */
export function slotType(shape: CornerShape, slot: Slot, vectors: VectorTypes): string {
  if (shape === 'vector') return vectors.nameOf(slot);
  return shape === 'complex' ? `_Complex ${slot.type.name}` : slot.type.name;
}

export function listText({ type, lanes }: Slot): string {
  return `{${lanes.map((lane) => literalText(type, lane)).join(', ')}}`;
}
