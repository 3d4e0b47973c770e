/** The library's public face. Each room exports here what users of the library may rely on. */
export * as examples from './generators/index.ts';
export * from './choice/index.ts';
export * from './mutate/index.ts';
export * from './oracle/index.ts';
export * from './finding/index.ts';
export * from './program/index.ts';
export * from './reduce/index.ts';
export * from './source/index.ts';
export * from './target/index.ts';
export * from './corpus/index.ts';
export * from './serve/index.ts';
export * from './campaign/index.ts';
export * from './search/index.ts';
export * from './triage/index.ts';
export * from './fuzz/index.ts';
