/**
 * Set-up does what a command needs, and no more: help takes seconds, and needs no compiler and no root.
 *
 * A command that is not named here needs cgfuzz alone. A target or a compiler that is missing is the command's to tell.
 */
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** @typedef {'cgfuzz' | 'packages' | 'target packages' | 'target'} Need    each includes those before it */

/** @type {Record<string, (words: string[], folder: string) => Need>} */
const needs = {
  run: ofCampaign,
  reduce: () => 'packages',
  regress: (words) => (words.some((word) => /^--patches(=|$)/.test(word)) ? 'target packages' : 'packages'),
  corpus: () => 'packages',
  facts: () => 'packages',
  judge: () => 'packages',
  check: () => 'packages',
  hunt: () => 'packages',
  source: ([action]) => (action === undefined || action === 'list' ? 'cgfuzz' : 'packages'),
  target: ([action]) => (action === 'build' ? 'target packages' : 'cgfuzz'),
};

/**
 * @param {string[]} words after `npm start --`; none, or flags alone, are a campaign
 * @param {string} [folder] where its configuration may lie
 * @returns {Need}
 */
export function needOf([first = '', ...rest], folder = process.cwd()) {
  if ([first, ...rest].some((word) => /^(-h|--help|-V|--version|--print-config)$/.test(word)))
    return 'cgfuzz';
  if (first === '' || first.startsWith('-')) return ofCampaign([first, ...rest], folder);
  if (Object.hasOwn(needs, first)) return needs[first]?.(rest, folder) ?? 'cgfuzz';
  return isBrought(first, folder) ? 'packages' : 'cgfuzz';
}

/**
 * True for a file or a compiler in place of a command: cgfuzz compiles it, plugs it in or hunts with it. A test's
 * choices are only shown.
 * @param {string} word @param {string} folder
 */
function isBrought(word, folder) {
  const isFile = statSync(resolve(folder, word), { throwIfNoEntry: false })?.isFile() ?? false;
  return (isFile && !word.endsWith('.cgseq')) || /^(?:[\w-]+-)?(?:gcc|clang)(?:-\w+)?$/.test(word);
}

/** @param {string[]} words @param {string} folder @returns {Need} */
function ofCampaign(words, folder) {
  const at = words.findIndex((word) => /^--target(=|$)/.test(word));
  const given = at < 0 ? targetInFile(folder) : (words[at]?.split('=')[1] ?? words[at + 1]);
  return given === undefined || /^clang-19(-starter)?$/.test(given) ? 'target' : 'packages';
}

/** @param {string} folder */
function targetInFile(folder) {
  for (const name of ['cgfuzz.config.ts', 'cgfuzz.config.json']) {
    const file = join(folder, name);
    if (existsSync(file)) return /\btarget\b["']?\s*:\s*["']([^"']*)/.exec(readFileSync(file, 'utf8'))?.[1];
  }
  return undefined;
}
