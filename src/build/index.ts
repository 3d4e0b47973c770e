/** Building: caches, tools, Debian packages and our own parts in C. */
export { missingPackages, packagesFor } from './debian/packages.ts';
export { findProgram } from './find-program.ts';
export { cacheFolder } from './places.ts';
