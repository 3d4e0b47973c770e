/**
 * The packages of package-lock.json, exactly.
 *
 * npm writes node_modules/.package-lock.json last, when everything is in place. A comparison with the lock file tells a
 * whole installation from a stale or an interrupted one, even if a person has run npm.
 */
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './paths.mjs';

const installedLock = join(root, 'node_modules/.package-lock.json');

/** @typedef {Record<string, { version?: string, optional?: boolean }>} Packages */

/** @type {import('./run-steps.mjs').Step} */
export const npmStep = {
  name: 'install npm packages',
  why: 'building, checking and testing',
  isDone() {
    const installed = readPackages(installedLock);
    const wanted = readPackages(join(root, 'package-lock.json'));
    return Object.entries(wanted).every(([path, { version, optional }]) => {
      if (path === '') return true;
      const there = installed[path];
      if (!there) return optional === true;
      return there.version === version && existsSync(join(root, path, 'package.json'));
    });
  },
  async run({ exec, progress }) {
    // First of all, so that an interrupted removal can never pass for an installation.
    rmSync(installedLock, { force: true });
    const wanted = Object.entries(readPackages(join(root, 'package-lock.json')));
    const needed = wanted.flatMap(([path, { optional }]) => (path === '' || optional ? [] : [path]));
    const isThere = (/** @type {string} */ path) => existsSync(join(root, path, 'package.json'));
    const report = () => progress(`${needed.filter(isThere).length} of ${needed.length} packages`);
    const counting = setInterval(report, 500);
    // The npm that runs us, if one does; else the one on the PATH.
    const npmScript = process.env['npm_execpath'];
    const [command, first] = npmScript?.endsWith('.js') ? [process.execPath, [npmScript]] : ['npm', []];
    const quickToGiveUp = [
      '--fetch-retries=2',
      '--fetch-retry-mintimeout=1000',
      '--fetch-retry-maxtimeout=5000',
    ];
    try {
      await exec(command, [
        ...first,
        'ci',
        '--include=dev',
        '--include=optional',
        '--no-audit',
        '--no-fund',
        '--prefer-offline',
        ...quickToGiveUp,
      ]);
    } finally {
      clearInterval(counting);
    }
  },
  byHand: () => [
    `cd ${root} && npm ci`,
    'with a network over which the npm registry can be reached (npm ping tells)',
  ],
};

/** @param {string} file @returns {Packages} */
function readPackages(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8')).packages ?? {};
  } catch {
    return {};
  }
}
