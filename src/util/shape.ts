/**
 * Shapes: checks whether a value from a file has the form that the code expects.
 *
 * A file may be damaged, edited or from another program. A value from `JSON.parse` has no known type before
 * its shape is checked. Invariant: the compiler compares a shape with its type, field by field.
 */

export interface Shape<T> {
  /** Says what is wrong, and at which place; undefined if all is right. */
  readonly problem: (value: unknown, at: string) => string | undefined;
  /** Never present: it only ties the shape to its type. */
  readonly of?: T;
}

interface OptionalShape<T> extends Shape<T> {
  readonly isOptional: true;
}

type Fields<T> = {
  readonly [Key in keyof T]-?: object extends Pick<T, Key>
    ? OptionalShape<Exclude<T[Key], undefined>>
    : Shape<T[Key]>;
};

function simple<T>(what: string, is: (value: unknown) => boolean): Shape<T> {
  return { problem: (value, at) => (is(value) ? undefined : `${at} is not ${what}`) };
}

export const aText: Shape<string> = simple('a text', (value) => typeof value === 'string');
export const aNumber: Shape<number> = simple('a number', (value) => Number.isFinite(value));
export const aFlag: Shape<boolean> = simple('true or false', (value) => typeof value === 'boolean');

/** A relative path of a file that does not lead out of its folder. */
export const aPathInside: Shape<string> = simple(
  'the path of something in the folder',
  (value) =>
    typeof value === 'string' &&
    value.split('/').every((part) => part !== '' && part !== '.' && part !== '..' && !part.includes('\0')),
);

export function oneOf<const Names extends readonly string[]>(...names: Names): Shape<Names[number]> {
  return simple(`one of ${names.join(', ')}`, (value) => names.some((name) => name === value));
}

export function listOf<T>(item: Shape<T>): Shape<readonly T[]> {
  return {
    problem(value, at) {
      if (!Array.isArray(value)) return `${at} is not a list`;
      return firstProblem(value.entries(), (index, each) => item.problem(each, `${at}[${index}]`));
    },
  };
}

/** Fields of any name. */
export function mapOf<T>(item: Shape<T>): Shape<Readonly<Record<string, T>>> {
  return {
    problem(value, at) {
      if (!isObject(value)) return `${at} is not an object`;
      return firstProblem(Object.entries(value), (name, each) => item.problem(each, `${at}.${name}`));
    },
  };
}

export function optional<T>({ problem }: Shape<T>): OptionalShape<T> {
  return { isOptional: true, problem: (value, at) => (value === undefined ? undefined : problem(value, at)) };
}

export function pairOf<A, B>(first: Shape<A>, second: Shape<B>): Shape<readonly [A, B]> {
  return {
    problem(value, at) {
      if (!Array.isArray(value) || value.length !== 2) return `${at} is not a pair`;
      return first.problem(value[0], `${at}[0]`) ?? second.problem(value[1], `${at}[1]`);
    },
  };
}

/** An object with these fields; further fields are ignored, since a later version may have written them. */
export function fieldsOf<T>(fields: Fields<T>): Shape<T> {
  const shapes = Object.entries<Shape<unknown>>(fields);
  return {
    problem(value, at) {
      if (!isObject(value)) return `${at} is not an object`;
      return firstProblem(shapes, (name, { problem }) =>
        problem(Object.hasOwn(value, name) ? value[name] : undefined, `${at}.${name}`),
      );
    },
  };
}

/** One of several kinds of objects, which one field distinguishes. */
export function variantOf<T>(
  field: keyof T & string,
  variants: Readonly<Record<string, Shape<T>>>,
): Shape<T> {
  return {
    problem(value, at) {
      if (!isObject(value)) return `${at} is not an object`;
      const name = value[field];
      const variant = typeof name === 'string' && Object.hasOwn(variants, name) ? variants[name] : undefined;
      if (variant === undefined) return `${at}.${field} is not one of ${Object.keys(variants).join(', ')}`;
      return variant.problem(value, at);
    },
  };
}

/** Throws an `Error` that says what is wrong. */
export function parseJsonAs<T>(shape: Shape<T>, text: string): T {
  const value: unknown = JSON.parse(text);
  const problem = shape.problem(value, 'it');
  if (problem !== undefined) throw new Error(problem);
  return value as T;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function firstProblem<Key, Value>(
  entries: Iterable<readonly [Key, Value]>,
  problemOf: (key: Key, value: Value) => string | undefined,
): string | undefined {
  for (const [key, value] of entries) {
    const problem = problemOf(key, value);
    if (problem !== undefined) return problem;
  }
  return undefined;
}
