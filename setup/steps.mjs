/**
 * The steps of set-up, as a list of what a fresh machine lacks.
 *
 * To add one: write a `Step` (see run-steps.mjs) here or in a file of its own, and name it in the goals of main.mjs
 * that need it. A Debian package is a line in `debianPackages`.
 */
import { compileStep } from './compile.mjs';
import { debianPackagesStep } from './debian-packages.mjs';

export { npmStep } from './npm-packages.mjs';

/** What apt has to bring: package name, and what it is needed for. @type {Record<string, string>} */
const debianPackages = {
  csmith: 'the first generator',
  gcc: 'compiling what runs inside generators',
  'g++': 'building generators from source',
  'libc6-dev': 'compiling what runs inside generators',
  make: 'building generators from source',
};

export const debianStep = debianPackagesStep(debianPackages);

export const build = compileStep({
  name: 'build cgfuzz',
  why: 'running it',
  project: 'tsconfig.build.json',
  sources: ['src'],
  output: 'dist',
});

export const benchBuild = compileStep({
  name: 'build the benchmarks',
  why: 'measuring',
  project: 'bench/tsconfig.json',
  sources: ['src', 'bench'],
  output: '.cache/bench',
});
