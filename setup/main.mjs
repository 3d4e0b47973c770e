/**
 * The way in for `npm start`, `npm test` and every other npm script: sets up what is missing, then does the job.
 *
 * Plain JavaScript without dependencies, because it runs before any are installed. It costs a few milliseconds
 * when nothing is left to do.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { runAllChecks, runChecks, runQuickChecks } from './checks.mjs';
import { needOf } from './needs.mjs';
import { root } from './paths.mjs';
import { runSteps, SetupFailed } from './run-steps.mjs';
import {
  benchBuild,
  build,
  debianStep,
  debianStepForCommands,
  debianStepForTests,
  hasApt,
  irJudge,
  npmStep,
  plantedTarget,
  starterTarget,
} from './steps.mjs';

const program = join(root, 'dist/cli/main.js');

/** The job of `npm start` without arguments: it begins with a target that is built in a minute or two. */
const mainJob = ['run', '--upgrade=passes'];

/** @type {Record<import('./needs.mjs').Need, import('./run-steps.mjs').Step[]>} */
const stepsOf = {
  cgfuzz: [npmStep, build],
  // On another distribution, the command itself says what it misses.
  packages: [npmStep, ...(hasApt() ? [debianStepForCommands] : []), build],
  'target packages': [npmStep, debianStep, build],
  target: [npmStep, debianStep, build, starterTarget],
};

/** @typedef {import('./run-steps.mjs').Step} Step */

const stepsOfTests = [npmStep, debianStepForTests, build, benchBuild, starterTarget, plantedTarget, irJudge];

/** @type {Record<string, { doc: string, steps: (args: string[]) => Step[], job: (args: string[]) => Promise<number> }>} */
const goals = {
  start: { doc: 'fuzz clang', steps: (args) => stepsOf[needOf(args)], job: start },
  test: { doc: 'run every check and every test', steps: () => stepsOfTests, job: runChecks },
  'test-all': {
    doc: 'the same, with every law tried more often',
    steps: () => stepsOfTests,
    job: runAllChecks,
  },
  'test-quick': {
    doc: 'types, lint, format, and the tests that need no compiler',
    steps: () => [npmStep, build],
    job: runQuickChecks,
  },
  bench: { doc: 'measure', steps: () => [npmStep, debianStepForTests, build, benchBuild], job: bench },
  build: { doc: 'compile src to dist', steps: () => [npmStep, build], job: async () => 0 },
  command: {
    doc: 'run one command of cgfuzz',
    steps: (args) => stepsOf[args.length === 0 ? 'cgfuzz' : needOf(args)],
    job: (args) => runHere(program, args),
  },
};

/** @param {string[]} args */
async function start(args) {
  const [first = ''] = args;
  // A command, or a question about the program itself; all else is for the main job.
  const isWhole = /^[^-]|^(-h|--help|-V|--version)$/.test(first);
  return runHere(program, isWhole ? args : [...mainJob, ...args]);
}

/** @param {string[]} args */
async function bench(args) {
  return runHere(join(root, '.cache/bench/bench/main.js'), args);
}

/**
 * In this very process: signals, terminal and exit code need no forwarding, and a start-up is saved.
 * @param {string} file
 * @param {string[]} args
 */
async function runHere(file, args) {
  process.argv = [process.execPath, file, ...args];
  await import(file);
  return typeof process.exitCode === 'number' ? process.exitCode : 0;
}

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`error: cgfuzz needs Node 20.19 or newer; this is ${process.versions.node}`);
  console.error('  by hand: install a newer Node, for example from https://nodejs.org');
  process.exit(1);
}

const [name = '', ...args] = process.argv.slice(2);
const goal = goals[name];
if (!goal || !existsSync(join(root, 'package.json'))) {
  console.error(`error: nothing to do for "${name}"`);
  for (const [known, { doc }] of Object.entries(goals)) console.error(`  ${known.padEnd(10)} ${doc}`);
  process.exit(2);
}
try {
  await runSteps(goal.steps(args));
  process.exitCode = await goal.job(args);
} catch (error) {
  if (!(error instanceof SetupFailed)) throw error;
  console.error(error.message);
  if (name.startsWith('test')) console.log('0 passed, 1 failed');
  process.exitCode = error.exitCode;
}
