/** Compilers of other releases, which lie in the cache and are not installed. */
export { addCompiler, addableCompilers, removeCompiler, suites } from './add-compiler.ts';
export { bytesIn, listAdded, withAdded } from './place.ts';
