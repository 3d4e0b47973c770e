/**
 * Foreign functions: functions of C files that a person has, made ready to stand in any program.
 *
 * A file is kept as chunks: its declarations and functions, with other names, so that nothing clashes. Invariant: a
 * function compiles if the chunks that it needs stand in front of it. They need no header and no other file.
 */
export interface ForeignParameter {
  readonly name: string;
  /** The type as C writes it, with the new names. */
  readonly type: string;
  /** The type that a pointer points to, without qualifiers; undefined for an integer. */
  readonly pointee?: string;
}

/** A call with constants, of which every compiler gave the same value, and no sanitizer complained. */
export interface TriedCall {
  /** For each parameter a constant, the elements of an array, or a place in the array of a parameter before it. */
  readonly given: readonly string[];
  /** The value that `foreignCall` computes, in decimal. */
  readonly value: string;
}

export interface ForeignFunction {
  readonly name: string;
  /** Undefined if nothing is returned that can be compared. */
  readonly result: string | undefined;
  readonly parameters: readonly ForeignParameter[];
  /** Indices of all chunks that it needs, itself included, in the order of the file. */
  readonly needs: readonly number[];
  /** Its body, with braces; undefined if the body cannot stand inside another function. */
  readonly body: string | undefined;
  readonly labels: readonly string[];
  /** Empty for a function that keeps state: such a function stands only in code that never runs. */
  readonly tried: readonly TriedCall[];
}

export interface ForeignFile {
  readonly path: string;
  readonly chunks: readonly string[];
  readonly functions: readonly ForeignFunction[];
}

/** The functions of a folder, and what could not be used. */
export interface ForeignCode {
  readonly files: readonly ForeignFile[];
  /** How many functions were left out, by reason. */
  readonly unused: Readonly<Record<string, number>>;
  /** Files that cannot be read alone, with the first words of clang. */
  readonly unread: readonly string[];
}

/** Elements of an array that a parameter points to. */
export const ELEMENTS = 32;

/** The names that a call declares. */
export const argument = (index: number): string => `cgfuzz_a${index}`;

const isArray = (given: string | undefined): boolean => given?.startsWith('{') === true;

/**
 * Statements that call a function. They leave in `cgfuzz_h` its result and its changes to arrays of integers.
 * If there is a `label`, the function's body takes the place of the call. The label then keeps the body's labels
 * apart from those of other bodies.
 */
export function foreignCall(
  each: ForeignFunction,
  given: readonly string[],
  { isInteger, label }: { readonly isInteger: (type: string) => boolean; readonly label?: string },
): string {
  const { parameters } = each;
  const declared = parameters.map(({ pointee, type }, index) =>
    pointee !== undefined && isArray(given[index])
      ? `${pointee} ${argument(index)}[${ELEMENTS}] = ${given[index]!};`
      : `${type} ${argument(index)} = ${given[index]!};`,
  );
  const called =
    label === undefined || each.body === undefined ? plainCall(each) : bodyInPlace(each, each.body, label);
  const folded = parameters.flatMap(({ pointee, type }, index) =>
    pointee !== undefined && isArray(given[index]) && isInteger(pointee) && !/^const\b/.test(type)
      ? `for (int cgfuzz_i = 0; cgfuzz_i < ${ELEMENTS}; cgfuzz_i++) cgfuzz_h = cgfuzz_h * 31 + (unsigned long long)${argument(index)}[cgfuzz_i];`
      : [],
  );
  return [...declared, 'unsigned long long cgfuzz_h = 0;', called, ...folded].join(' ');
}

function plainCall({ name, result, parameters }: ForeignFunction): string {
  const call = `${name}(${parameters.map((_, index) => argument(index)).join(', ')});`;
  return result === undefined ? call : `cgfuzz_h = (unsigned long long)${call}`;
}

/** A `return` becomes a jump to the end. */
function bodyInPlace({ result, parameters, labels }: ForeignFunction, body: string, label: string): string {
  const ownLabels = new Set(labels);
  const renamed = body.replace(/[A-Za-z_]\w*/g, (word) => (ownLabels.has(word) ? `${word}_${label}` : word));
  const jumps = renamed.replace(/\breturn\b([^;]*);/g, (_, value: string) =>
    value.trim() === ''
      ? `goto cgfuzz_out_${label};`
      : `{ ${result === undefined ? '(void)' : 'cgfuzz_r ='} (${value.trim()}); goto cgfuzz_out_${label}; }`,
  );
  const own = parameters.map(({ name, type }, index) => `${type} ${name} = ${argument(index)};`);
  const inside = `{ ${[...own, jumps].join(' ')} } cgfuzz_out_${label}: ;`;
  if (result === undefined) return inside;
  return `${result} cgfuzz_r = 0; ${inside} cgfuzz_h = (unsigned long long)cgfuzz_r;`;
}
