/**
 * If no object of a class is alive at a collection, V8 forgets the shape of such objects. It then discards
 * all code that was optimised for them. With objects that live for one test, V8 would compile the same
 * functions again and again. So one object of such a class is kept.
 */
const kept: object[] = [];

export function keepShape(...examples: object[]): void {
  kept.push(...examples);
}
