/** Struct types, with bit-fields and structs within structs, and objects of them. */
import type { Member, StructObject, StructType, Variable } from '../ir/nodes.ts';
import {
  bitField,
  BOOL,
  enumTypes,
  INT,
  type IntegerType,
  LLONG,
  SCHAR,
  SHORT,
  UCHAR,
  UINT,
  ULLONG,
  USHORT,
} from '../ir/types.ts';
import {
  ANOTHER_MEMBER,
  fieldWidths,
  memberKinds,
  NESTED_STRUCT,
  PACKED,
  VOLATILE_MEMBER,
} from '../policy/weights.ts';
import { convert } from '../rules/convert.ts';
import { drawConstant } from './constant.ts';
import type { Drawing } from './drawing.ts';
import { another, drawList } from './list.ts';
import { byIndex } from './tickets.ts';

/** Structs within structs. */
const MAX_NESTING = 3;
/** Limit of members in a type, with the members of inner structs; a member that is a struct does not count. */
const MAX_LEAVES = 24;
const WIDTHS = 32;
/** Bits that `int` has on each machine: C allows no wider bit-field without a name. */
const LEAST_INT = 16;
/** Largest number of bits that a bit-field may have beyond the bits of its type. */
const MAX_BEYOND = 24;
/** Both compilers promote these types alike, by the width of the bit-field. */
const declaredTypes = [INT, UINT, USHORT, UCHAR, SHORT, SCHAR, BOOL] as const;
const declaredInC: readonly IntegerType[] = [...declaredTypes, ...enumTypes];
/** Bytes of a type. */
const TYPE_TEXT = 100;

/** A series of struct types; later types may contain earlier ones. */
export function drawStructs(drawing: Drawing, wanted: number): void {
  const { draw, program } = drawing;
  const chance = (count: number): number => another(wanted - count, 0.9) * drawing.room(TYPE_TEXT);
  drawList(drawing, 'struct', { chance }, () => {
    drawing.budget.text -= TYPE_TEXT;
    const name = drawing.names.draw(draw, 'struct');
    const isPacked = draw.boolean(PACKED) && drawing.switches.has('packed');
    program.structs.push({ name, isPacked, members: drawMembers(drawing) });
  });
}

/** At least one member has a name. */
function drawMembers(drawing: Drawing): Member[] {
  const first: Member = { name: 'a', type: INT, width: undefined, dimensions: [] };
  const others = drawList(drawing, 'member', { chance: ANOTHER_MEMBER }, (count): Member => {
    const member = drawMember(drawing, `b${count + 1}`);
    return drawIsVolatile(drawing, member) ? { ...member, isVolatile: true } : member;
  });
  return [first, ...others];
}

/** Members that are structs have volatile members of their own. */
function drawIsVolatile({ draw, switches }: Drawing, { name, type }: Member): boolean {
  if (!switches.has('volatile')) return false;
  return draw.scope('volatile', () => draw.boolean(VOLATILE_MEMBER)) && name !== '' && !isStructType(type);
}

function drawMember(drawing: Drawing, name: string): Member {
  const { draw, program } = drawing;
  const kind = drawing.choose('member', memberKinds);
  const isStruct = drawing.isDrawn('nested struct', NESTED_STRUCT);
  if (kind !== 'plain') {
    const declared = draw.pick(drawing.switches.has('enums') ? declaredInC : declaredTypes);
    const width = (draw.pick(WIDTHS) % declared.bits) + (kind === 'unnamed' ? 0 : 1);
    if (kind === 'unnamed')
      return { name: '', type: declared, width: Math.min(width, LEAST_INT), dimensions: [] };
    const wide = drawing.switches.has('widefields') ? drawWide(drawing, name, declared) : undefined;
    if (wide !== undefined) return wide;
    return { name, type: bitField(declared, width), width, dimensions: [] };
  }
  const type = drawing.drawType();
  const fitting = program.structs.filter(
    (struct) => nesting(struct) < MAX_NESTING && leafCount(struct) < MAX_LEAVES / 2,
  );
  const struct = byIndex(draw, fitting);
  if (isStruct && struct !== undefined) return { name, type: struct, width: undefined, dimensions: [] };
  const dimensions = draw.boolean(0.15) ? [2 + draw.pick(7)] : [];
  return { name, type, width: undefined, dimensions };
}

/** A bit-field that C++ alone has: gcc computes with fields of `long long` in as many bits in C, clang in 64. */
function drawWide({ draw }: Drawing, name: string, declared: IntegerType): Member | undefined {
  return draw.scope('wide', () => {
    const how = draw.weighted(fieldWidths);
    const [number, isSigned] = [draw.pick(LLONG.bits), draw.boolean()];
    if (how === 'usual') return undefined;
    const type = how === 'beyond' ? declared : isSigned ? LLONG : ULLONG;
    const width = how === 'beyond' ? declared.bits + 1 + (number % MAX_BEYOND) : 1 + number;
    return { name, type: bitField(type, width), width, dimensions: [] };
  });
}

function isStructType(type: IntegerType | StructType): type is StructType {
  return 'members' in type;
}

function nesting({ members }: StructType): number {
  return 1 + Math.max(0, ...members.map(({ type }) => (isStructType(type) ? nesting(type) : 0)));
}

function leafCount({ members }: StructType): number {
  return members.reduce((count, { type }) => count + (isStructType(type) ? leafCount(type) : 1), 0);
}

type ObjectWish = Pick<StructObject, 'name' | 'dataClass' | 'dimensions'>;

/** Declares an object; each member becomes a variable. */
export function drawObject(drawing: Drawing, type: StructType, wish: ObjectWish): StructObject {
  const first = drawConstant(drawing, LLONG).value;
  const step = drawConstant(drawing, LLONG).value;
  const leaves: Variable[] = [];
  for (const leaf of leavesOf(type)) {
    const initial = { first: convert(first + step * BigInt(leaves.length), leaf.type), step };
    const { path, isPacked, isVolatile } = leaf;
    const member = { path, after: wish.dimensions.length, isPacked };
    const dimensions = [...wish.dimensions, ...leaf.dimensions];
    leaves.push(
      drawing.declare({ ...wish, type: leaf.type, dimensions, member, initial, isVolatile }).variable,
    );
  }
  const object = { ...wish, type, leaves };
  drawing.program.objects.push(object);
  return object;
}

interface Leaf extends Pick<Variable, 'type' | 'dimensions'> {
  readonly path: string;
  readonly isPacked: boolean;
  readonly isVolatile: boolean;
}

/** Members of a type, with the members of inner structs; a member that is a struct is left out. */
function leavesOf(struct: StructType, path = '', isInPacked = false): Leaf[] {
  const { members } = struct;
  const isPacked = isInPacked || struct.isPacked;
  return members.flatMap(({ name, type, dimensions, isVolatile = false }) => {
    if (name === '') return [];
    const here = `${path}.${name}`;
    return isStructType(type)
      ? leavesOf(type, here, isPacked)
      : [{ path: here, type, dimensions, isPacked, isVolatile }];
  });
}
