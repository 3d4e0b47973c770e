/** Compilers of other releases, which lie in the cache and are not installed. */
export {
  addCompiler,
  addLlvm,
  addableCompilers,
  addableInWords,
  newestCompilers,
  removeCompiler,
  suites,
} from './add-compiler.ts';
export { librariesIn } from './relocate.ts';
export { bytesIn, listAdded, placeOfAdded, withAdded } from './place.ts';
