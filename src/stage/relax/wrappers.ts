/**
 * Csmith's arithmetic wrappers: their names, the conditions of their guards, and equal macros with and
 * without a guard.
 *
 * If the operation would be undefined, a wrapper returns its first operand. `CGFUZZ_CHECKED` is the same
 * check in place, as a statement expression; `CGFUZZ_BARE` is only the operation. Invariant: for all operands
 * a checked macro has the value and the type of the function. A bare macro has them if the guard does not
 * step in.
 */

export interface Wrapper {
  /** The name of Csmith's function. */
  readonly name: string;
  /** The operation with the type that it gives, as in `add_int32_t`. */
  readonly kind: string;
  /** True if it has a guard at all. */
  readonly isGuarded: boolean;
  /** The guard's condition on the operands `l` and `r`, as C text. */
  readonly guard: string;
  /** The operation on `l` and `r`. */
  readonly bare: (left: string, right: string) => string;
  readonly type: string;
  /** The type of the right operand; undefined if there is none. */
  readonly rightType: string | undefined;
}

const pattern =
  /^safe_(unary_minus|add|sub|mul|mod|div|lshift|rshift)_func_(u?)(int(8|16|32|64)_t)_([su])(?:_([su]))?$/;
const operators: Readonly<Record<string, string>> = {
  add: '+',
  sub: '-',
  mul: '*',
  mod: '%',
  div: '/',
  lshift: '<<',
  rshift: '>>',
};

const known = new Map<string, Wrapper | undefined>();

/** Undefined for any other name; floating point wrappers are not supported. */
export function wrapperOf(name: string): Wrapper | undefined {
  if (!name.startsWith('safe_')) return undefined;
  if (!known.has(name)) known.set(name, readWrapper(name));
  return known.get(name);
}

function readWrapper(name: string): Wrapper | undefined {
  const match = pattern.exec(name);
  if (match === null) return undefined;
  const [, operation = '', unsigned, signed = '', bits, left, right] = match;
  const isUnsigned = unsigned === 'u';
  const isUnary = operation === 'unary_minus';
  const isShift = operation.endsWith('shift');
  if (isUnsigned !== (left === 'u') || isUnary !== (right === undefined)) return undefined;
  if (!isUnary && !isShift && left !== right) return undefined;
  const type = `${isUnsigned ? 'u' : ''}${signed}`;
  const max = `${type.slice(0, -2).toUpperCase()}_MAX`;
  const width = Number(bits);
  const guard = isShift
    ? guardOfShift(operation, { isUnsigned, isRightUnsigned: right === 'u', max })
    : guardOfArithmetic(operation, { isUnsigned, width, max });
  return {
    name,
    kind: `${operation}_${type}`,
    isGuarded: guard !== '',
    guard,
    bare: bareForm(operation, type),
    type,
    rightType: isUnary ? undefined : isShift ? (right === 'u' ? 'unsigned int' : 'int') : type,
  };
}

function guardOfArithmetic(
  operation: string,
  { isUnsigned, width, max }: { readonly isUnsigned: boolean; readonly width: number; readonly max: string },
): string {
  const min = max.replace('MAX', 'MIN');
  if (operation === 'mod' || operation === 'div')
    return isUnsigned ? 'r == 0' : `r == 0 || (l == ${min} && r == -1)`;
  // Narrower operands are computed as int.
  if (isUnsigned || width < 32) return '';
  switch (operation) {
    case 'unary_minus':
      return `l == ${min}`;
    case 'add':
      return `(l > 0 && r > 0 && l > ${max} - r) || (l < 0 && r < 0 && l < ${min} - r)`;
    case 'sub':
      return `(l >= 0 && r < 0 && l > ${max} + r) || (l < 0 && r > 0 && l < ${min} + r)`;
    default:
      return `(l > 0 && r > 0 && l > ${max} / r) || (l > 0 && r <= 0 && r < ${min} / l) || (l <= 0 && r > 0 && l < ${min} / r) || (l < 0 && r <= 0 && r < ${max} / l)`;
  }
}

function guardOfShift(
  operation: string,
  {
    isUnsigned,
    isRightUnsigned,
    max,
  }: { readonly isUnsigned: boolean; readonly isRightUnsigned: boolean; readonly max: string },
): string {
  return [
    ...(isUnsigned ? [] : ['l < 0']),
    ...(isRightUnsigned ? [] : ['r < 0']),
    'r >= 32',
    ...(operation === 'lshift' ? [`l > (${max} >> r)`] : []),
  ].join(' || ');
}

/** The operands are already cast to their types. */
function bareForm(operation: string, type: string): Wrapper['bare'] {
  if (operation === 'unary_minus') return (left) => `-${left}`;
  const sign = operators[operation]!;
  // The product of two 16-bit numbers may not fit into int.
  const isNarrow = operation === 'mul' && /^uint(8|16)_t$/.test(type);
  const wide = isNarrow ? '(unsigned int)' : '';
  return (left, right) => `${wide}${left} ${sign} ${wide}${right}`;
}

/** The forms of a call besides the function. */
export type GuardForm = 'checked' | 'bare';

export function macroName({ name }: Pick<Wrapper, 'name'>, form: GuardForm): string {
  return `CGFUZZ_${form.toUpperCase()}_${name.slice('safe_'.length)}`;
}

/** A line for the preprocessor. */
export function macroOf(wrapper: Wrapper, form: GuardForm): string {
  const { type, rightType, guard, bare } = wrapper;
  const isBinary = rightType !== undefined;
  const head = `#define ${macroName(wrapper, form)}(a${isBinary ? ', b' : ''})`;
  if (form === 'bare') return `${head} ((${type})(${bare(`(${type})(a)`, `(${rightType ?? type})(b)`)}))`;
  const names = (text: string): string => text.replace(/\bl\b/g, 'cgfuzz_l').replace(/\br\b/g, 'cgfuzz_r');
  const temporaries = `${type} cgfuzz_l = (a);${isBinary ? ` ${rightType} cgfuzz_r = (b);` : ''}`;
  const operation = `(${type})(${bare('cgfuzz_l', 'cgfuzz_r')})`;
  const value = guard === '' ? operation : `(${type})((${names(guard)}) ? cgfuzz_l : ${operation})`;
  return `${head} ({ ${temporaries} ${value}; })`;
}
