/**
 * If no object of a class is alive at a collection, V8 forgets what such objects look like. It then throws away all
 * code that was optimised for them. Objects that live for one test make it compile the same functions again and again.
 * So one object of such a class is kept.
 */
const kept: object[] = [];

export function keepShape(...examples: object[]): void {
  kept.push(...examples);
}
