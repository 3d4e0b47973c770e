/**
 * The steps of set-up, as a list of what a fresh machine lacks.
 *
 * To add one: write a `Step` (see run-steps.mjs) here or in a file of its own. Then name it in the goals of main.mjs
 * that need it. A Debian package is a line in `debianPackages`.
 */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { compileStep } from './compile.mjs';
import { debianPackagesStep, hasApt } from './debian-packages.mjs';
import { npmStep } from './npm-packages.mjs';
import { root } from './paths.mjs';

export { hasApt, npmStep };

/** Packages for commands that compile something: package name, and its use. @type {Record<string, string>} */
const packagesOfCommands = {
  csmith: 'the first generator',
  gcc: 'compiling what runs inside generators',
  'g++': 'building generators from source',
  'libc6-dev': 'compiling what runs inside generators',
  make: 'building generators from source',
  cmake: 'building generators from source',
  python3: 'a generator in Python',
  'clang-19': 'the compiler under test',
  'llvm-19': 'names for edges and stacks',
  'libclang-rt-19-dev': 'sanitizers',
  'gcc-12': 'differences between compilers',
  tcc: 'differences between compilers',
  cvise: 'the last step of reduction, on text',
  'libcsmith-dev': 'test programs',
  'xz-utils': 'unpacking compilers and sources',
};

/** Packages to build an instrumented clang from. @type {Record<string, string>} */
const packagesOfTarget = {
  'llvm-19-dev': 'the instrumented compiler',
  'libclang-19-dev': 'the instrumented compiler',
  'libpolly-19-dev': 'the instrumented compiler',
  'lld-19': 'the instrumented compiler',
  'libzstd-dev': 'the instrumented compiler',
  'zlib1g-dev': 'the instrumented compiler',
  'libxml2-dev': 'the instrumented compiler',
  'libncurses-dev': 'the instrumented compiler',
  patch: 'the source of LLVM',
};

export const debianPackages = { ...packagesOfCommands, ...packagesOfTarget };

/** Packages for tests and measurements only: a browser alone takes 290 MB. @type {Record<string, string>} */
const packagesOfTests = {
  chromium: 'looking at reports in tests',
  creduce: 'a reducer to be measured against',
  'python3-hypothesis': 'strategies as sources',
  fish: 'completion in shells',
  'g++-12-aarch64-linux-gnu': 'programs for another machine',
  'g++-12-riscv64-linux-gnu': 'programs for another machine',
  'g++-12-s390x-linux-gnu': 'programs for another machine',
  'g++-12-arm-linux-gnueabihf': 'programs for a machine of 32 bits',
  'gcc-12-powerpc64le-linux-gnu': 'atomics for another machine',
  lcov: 'coverage written by gcc',
  'nats-server': 'fleets that share through a server',
  openssl: 'keys of such a fleet',
  'qemu-user': 'running programs for another machine',
  'similarity-tester': 'measuring locality',
  'slurm-wlm': 'arrays of workers',
  zsh: 'completion in shells',
};

export const debianStep = debianPackagesStep(debianPackages);
export const debianStepForCommands = debianPackagesStep(packagesOfCommands);
export const debianStepForTests = debianPackagesStep({ ...debianPackages, ...packagesOfTests });

export const build = compileStep({
  name: 'build cgfuzz',
  why: 'running it',
  project: 'tsconfig.build.json',
  sources: ['src'],
  output: 'dist',
});

const cgfuzz = join(root, 'dist/cli/main.js');

/**
 * An instrumented compiler, where every build keeps it; see docs/targets.md.
 * @param {string} profile
 * @param {{ name: string, why: string }} words
 * @param {string} [patches] A folder with patches to LLVM.
 * @returns {import('./run-steps.mjs').Step}
 */
function targetStep(profile, words, patches) {
  const flags = patches === undefined ? [] : ['--patches', join(root, patches)];
  const args = ['target', 'build', 'clang-19', '--profile', profile, ...flags];
  const path =
    patches === undefined
      ? ['target', 'path', `clang-19-${profile}`]
      : ['target', 'path', 'clang-19', '--profile', profile, ...flags];
  return {
    ...words,
    isDone: () => spawnSync(process.execPath, [cgfuzz, ...path]).status === 0,
    run: ({ exec, progress }) => exec(process.execPath, [cgfuzz, ...args], { onLine: progress }),
    byHand: () => [`npm start ${args.join(' ')} -- --verbose`],
  };
}

export const starterTarget = targetStep('starter', {
  name: 'build an instrumented clang',
  why: 'coverage of a real compiler',
});

export const plantedTarget = targetStep(
  'starter',
  { name: 'build a clang with planted defects', why: 'tests that know what there is to find' },
  'lab/planted/defects',
);

/** LLVM 23 of another release, and the judge that is built of it. @type {import('./run-steps.mjs').Step} */
export const irJudge = {
  name: 'build the judge of IR',
  why: 'tests of optimised IR',
  isDone: () => spawnSync(process.execPath, ['--input-type=module', '--eval', IS_JUDGE_BUILT]).status === 0,
  run: ({ exec, progress }) =>
    exec(process.execPath, [cgfuzz, 'judge', join(root, 'lab/planted/triggers/add-as-or.c')], {
      onLine: progress,
    }),
  byHand: () => ['npm start judge lab/planted/triggers/add-as-or.c -- --verbose'],
};

const modules = ['oracle', 'build'].map((room) => JSON.stringify(join(root, 'dist', room, 'index.js')));
const IS_JUDGE_BUILT = `
  const [{ findJudge }, { cacheFolder }] = await Promise.all([${modules.map((path) => `import(${path})`).join(', ')}]);
  process.exitCode = findJudge({ cache: cacheFolder(process.env) }) === undefined ? 1 : 0;
`;

export const benchBuild = compileStep({
  name: 'build the benchmarks',
  why: 'measuring',
  project: 'bench/tsconfig.json',
  sources: ['src', 'bench', 'test/faults', 'test/sandbox'],
  output: '.cache/bench',
});
