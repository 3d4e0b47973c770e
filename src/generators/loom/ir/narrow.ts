/**
 * The integer types of other languages. A drawn program gets them before it is settled.
 *
 * If `int` has 16 bits, the program keeps its types of 8, 16, 32 and 64 bits. The one of 32 bits is `long` there, and the one of 16 is `int`.
 * So no value changes, but promotion does: narrow types become `int`, and two bytes are multiplied in 16 bits.
 */
import {
  bitField,
  BOOL,
  INT,
  type IntegerType,
  LLONG,
  LONG,
  SCHAR,
  SHORT,
  signedType,
  UINT,
} from './types.ts';
import { ULLONG, unsignedTwin } from './types.ts';

/** The rank lies between the ranks of `short` and of the type of 32 bits. */
export const INT16: IntegerType = { ...signedType('int16', 16, 2.5, ''), cName: 'int' };
Object.assign(INT16, { becomes: INT16 });
const UINT16: IntegerType = { ...unsignedTwin(INT16), cName: 'unsigned' };
Object.assign(UINT16, { becomes: UINT16 });
Object.assign(INT16, { unsigned: UINT16 });

const [SCHAR16, UCHAR16] = [SCHAR, unsignedTwin(SCHAR)].map((type) => ({ ...type, becomes: INT16 }));
Object.assign(SCHAR16!, { unsigned: UCHAR16 });

/** Types of a language that take the place of the drawn types. */
export interface OtherTypes {
  readonly replaced: ReadonlyMap<unknown, IntegerType>;
  /** The names and suffixes of types whose objects are the usual ones. */
  readonly spelling: ReadonlyMap<IntegerType, readonly [name: string, suffix: string]>;
}

export const narrow: OtherTypes = {
  replaced: new Map<unknown, IntegerType>([
    [BOOL, { ...BOOL, becomes: INT16 }],
    [SCHAR, SCHAR16!],
    [SCHAR.unsigned, UCHAR16!],
    [SHORT, INT16],
    [SHORT.unsigned, UINT16],
    [LONG, LLONG],
    [LONG.unsigned, ULLONG],
  ]),
  spelling: new Map([
    [INT, ['long', 'L']],
    [UINT, ['unsigned long', 'UL']],
  ]),
};

/**
 * ISPC promotes no narrow type, so only types of 32 and 64 bits are left, which need no promotion. A literal without a
 * suffix has 8 bits on some targets.
 */
export const forIspc: OtherTypes = {
  replaced: new Map<unknown, IntegerType>([
    [BOOL, INT],
    ...[SCHAR, SHORT].flatMap((type) => [[type, INT] as const, [type.unsigned, UINT] as const]),
    [LONG, LLONG],
    [LONG.unsigned, ULLONG],
  ]),
  spelling: new Map([
    [INT, ['int32', 'L']],
    [UINT, ['unsigned int32', 'UL']],
    [LLONG, ['int64', 'LL']],
    [ULLONG, ['unsigned int64', 'ULL']],
  ]),
};

/** Bit-fields of more bits than `int` are computed in their own width, so none is left. */
function narrowField(type: IntegerType): IntegerType {
  const field = bitField(type, INT16.bits);
  return { ...field, becomes: field.bits === INT16.bits && !field.isSigned ? UINT16 : INT16 };
}

/** Replaces the types of a program that was just drawn. */
export function retype(program: object, { replaced: types }: OtherTypes): void {
  const seen = new Set<object>();
  const fieldTypes = new Map<object, IntegerType>();
  const visit = (node: object): void => {
    if (seen.has(node)) return;
    seen.add(node);
    const fields = node as Record<string, unknown>;
    for (const [key, child] of Object.entries(fields)) {
      if (typeof child !== 'object' || child === null) continue;
      if (!isType(child)) visit(child);
      else if (child.isBitField === true && !fieldTypes.has(child)) fieldTypes.set(child, narrowField(child));
      const replaced = types.get(child) ?? fieldTypes.get(child);
      if (replaced !== undefined) fields[key] = replaced;
    }
    if (fields['width'] !== undefined && isType(fields['type']))
      fields['width'] = Math.min(fields['width'] as number, INT16.bits);
  };
  visit(program);
}

function isType(node: unknown): node is IntegerType {
  return typeof node === 'object' && node !== null && 'rank' in node && 'min' in node;
}
