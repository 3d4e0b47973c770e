/**
 * Everything that must hold before a change lands: types, lint, format, dead code, tests. `npm test` runs it all, and
 * ends with one line that counts: each check is one, each test is one.
 */
import { spawn } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { cache, inPackages, root } from './paths.mjs';

/** Each is [what it looks at, command under node_modules, arguments]. @type {[string, string, ...string[]][]} */
const checks = [
  // Files that did not change since the last run cost little: half of the CPU time is saved.
  [
    'types',
    'typescript/bin/tsc',
    '-p',
    'tsconfig.json',
    '--incremental',
    '--tsBuildInfoFile',
    '.cache/types',
  ],
  ['types of setup', 'typescript/bin/tsc', '-p', 'setup'],
  ['lint', 'oxlint/bin/oxlint'],
  [
    'format',
    'prettier/bin/prettier.cjs',
    '--check',
    '--log-level=warn',
    '--cache',
    '--cache-location=.cache/prettier',
    '.',
  ],
  ['dead code', 'knip/bin/knip.js', '--no-progress'],
  ['package', 'publint/src/cli.js', '--strict'],
];

/** These take 20 CPU seconds together, and rarely fail for a few changed lines. */
const notQuickChecks = ['dead code', 'package'];

/** Folders of tests that start no compiler, no generator and no browser. */
const quickTests =
  'bench campaign choice corpus finding fuzz litmus mutate program reduce/choices repo search serve util'
    .split(' ')
    .map((folder) => `test/${folder}/`);

/** Files of these folders that start compilers, generators or campaigns all the same. */
const notQuick =
  `bench/nested bench/planted bench/trophies finding/shipped-bugs fuzz/avoidance fuzz/campaign fuzz/control fuzz/looks fuzz/loop fuzz/run-test
  fuzz/sharing/virtual-fleet repo/adding repo/library repo/stages-page repo/toy-judge search/restage serve/server`
    .split(/\s+/)
    .filter(Boolean);

const quickWays = notQuick.map((file) => `--exclude=test/${file}.test.ts`);

/**
 * The quick checks, and the tests that need nothing but Node: for every few changed lines. Laws are tried less often.
 * @returns {Promise<number>} exit code
 */
export function runQuickChecks() {
  process.env['CGFUZZ_TESTS'] = 'quick';
  const quick = checks.filter(([what]) => !notQuickChecks.includes(what));
  // One process for many files: half of the CPU time went into loading the same modules again.
  return runChecks(['--no-isolate', ...quickWays, ...quickTests], quick);
}

/**
 * Every law is tried more often than `npm test` tries it.
 * @param {string[]} vitestArgs
 * @returns {Promise<number>} exit code
 */
export function runAllChecks(vitestArgs) {
  process.env['CGFUZZ_TESTS'] = 'all';
  return runChecks(vitestArgs);
}

/**
 * @param {string[]} vitestArgs
 * @param {typeof checks} chosen
 * @returns {Promise<number>} exit code
 */
export async function runChecks(vitestArgs, chosen = checks) {
  const results = chosen.map(([, script, ...args]) => runQuietly(script, args));
  let passed = 0;
  let failed = 0;
  for (const [index, result] of results.entries()) {
    const { code, output, seconds } = await result;
    if (code === 0) passed++;
    else failed++;
    console.log(`${code === 0 ? 'ok  ' : 'FAIL'} ${chosen[index]?.[0]}, ${seconds.toFixed(1)} s`);
    if (code !== 0) console.log(output.trim().replace(/^/gm, '     '));
  }
  const tests = await runTests(vitestArgs);
  console.log(`${chosen.length} checks and ${tests.passed + tests.failed} tests:`);
  const skipped = tests.skipped ? `, ${tests.skipped} skipped` : '';
  console.log(`${passed + tests.passed} passed, ${failed + tests.failed} failed${skipped}`);
  return failed + tests.failed === 0 && passed + tests.passed > 0 ? 0 : 1;
}

/** @param {string} script @param {string[]} args */
function runQuietly(script, args) {
  const startedMs = Date.now();
  return new Promise(
    (/** @type {(result: { code: number, output: string, seconds: number }) => void} */ resolve) => {
      const child = spawn(process.execPath, [inPackages(script), ...args], {
        cwd: root,
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      let output = '';
      for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
      child.on('close', (code) =>
        resolve({ code: code ?? 1, output, seconds: (Date.now() - startedMs) / 1_000 }),
      );
    },
  );
}

/**
 * Counts come from vitest's own report; a run that ends badly without a failed test counts as one failure.
 * @param {string[]} vitestArgs
 */
async function runTests(vitestArgs) {
  const report = join(cache, `vitest-${process.pid}.json`);
  const args = [
    'run',
    '--reporter=default',
    '--reporter=./test/watch-files.ts',
    '--reporter=json',
    `--outputFile.json=${report}`,
    ...vitestArgs,
  ];
  const code = await new Promise((resolve) => {
    spawn(process.execPath, [inPackages('vitest/vitest.mjs'), ...args], {
      cwd: root,
      stdio: ['ignore', 'inherit', 'inherit'],
    }).on('close', resolve);
  });
  const counts = { passed: 0, failed: 0, skipped: 0 };
  try {
    const { numPassedTests, numFailedTests, numPendingTests, numTodoTests } = JSON.parse(
      readFileSync(report, 'utf8'),
    );
    counts.passed = numPassedTests;
    counts.failed = numFailedTests;
    counts.skipped = numPendingTests + numTodoTests;
  } catch {
    console.log('vitest left no report');
  }
  rmSync(report, { force: true });
  if (code !== 0) counts.failed = Math.max(counts.failed, 1);
  return counts;
}
