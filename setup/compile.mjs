/**
 * A folder that TypeScript compiles, kept up to date by the content of its sources. Times of files lie after a checkout
 * or a rebase.
 *
 * The compiler writes beside the old folder; a stamp goes in last, then the folders change places. So an output folder
 * that is there is whole, and says what it was built from.
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { inPackages, root } from './paths.mjs';
import { StepFailed } from './run-steps.mjs';

const stampName = '.built-from';

/**
 * @param {{ name: string, why: string, project: string, sources: string[], output: string }} options
 * @returns {import('./run-steps.mjs').Step}
 */
export function compileStep({ name, why, project, sources, output }) {
  const stamp = join(root, output, stampName);
  const hash = () => hashOf(['package-lock.json', 'tsconfig.json', project, ...sources.flatMap(filesUnder)]);
  return {
    name,
    why,
    isDone: () => existsSync(stamp) && readFileSync(stamp, 'utf8') === hash(),
    async run({ exec }) {
      const before = hash();
      const fresh = `${output}.next`;
      const old = `${output}.old`;
      const at = (/** @type {string} */ path) => join(root, path);
      for (const leftover of [fresh, old]) rmSync(at(leftover), { recursive: true, force: true });
      await exec(process.execPath, [inPackages('typescript/bin/tsc'), '-p', project, '--outDir', fresh]);
      if (hash() !== before) throw new StepFailed('the sources changed while they were being compiled');
      mkdirSync(dirname(at(output)), { recursive: true });
      writeFileSync(join(at(fresh), stampName), before);
      if (existsSync(at(output))) renameSync(at(output), at(old));
      renameSync(at(fresh), at(output));
      rmSync(at(old), { recursive: true, force: true });
    },
    byHand: () => ['mend what the compiler names above, then the same command again'],
  };
}

/** @param {string[]} files */
function hashOf(files) {
  const hash = createHash('sha256');
  for (const file of files) {
    const content = readFileSync(join(root, file));
    hash.update(`${file} ${content.length}\n`).update(content);
  }
  return hash.digest('hex');
}

/** @param {string} folder @returns {string[]} sorted, relative to the root */
function filesUnder(folder) {
  const entries = readdirSync(join(root, folder), { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
    .toSorted();
}
