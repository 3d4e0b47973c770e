/**
 * Writes corpus/options from what this computer has learnt: `node setup/ship-options.mjs clang-22 gcc-16`.
 *
 * First let cgfuzz learn them: cgfuzz compiler options clang-22, and a campaign with --machines all for a clang.
 */
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from './paths.mjs';

const EFFECTS = ['active', 'quiet', 'elsewhere', 'refused', 'not-linked', 'different'];

/**
 * The facts about a compiler that ship with cgfuzz: the words of options, by their effect.
 * @param {{ compiler: string, rules: string, effects: Record<string, string> }} learnt
 */
export function shippedOf({ compiler, rules, effects }) {
  const all = Object.entries(effects).toSorted(([a], [b]) => (a < b ? -1 : 1));
  const byEffect = EFFECTS.map((effect) => [
    effect,
    all.filter(([, each]) => each === effect).map(([words]) => words),
  ]);
  return { compiler, rules, effects: Object.fromEntries(byEffect) };
}

/** @param {string} name @param {string} folder */
function newestOf(name, folder) {
  const files = readdirSync(folder)
    .filter((file) => new RegExp(`^${name}-[0-9a-f]{24}\\.json$`).test(file))
    .map((file) => join(folder, file))
    .toSorted((a, b) => statSync(a).mtimeMs - statSync(b).mtimeMs);
  const newest = files.at(-1);
  if (newest === undefined) throw new Error(`nothing was learnt of ${name}: cgfuzz compiler options ${name}`);
  return newest;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const cache = join(process.env['XDG_CACHE_HOME'] || join(homedir(), '.cache'), 'cgfuzz', 'options');
  mkdirSync(join(root, 'corpus/options'), { recursive: true });
  for (const name of process.argv.slice(2)) {
    const shipped = shippedOf(JSON.parse(readFileSync(newestOf(name, cache), 'utf8')));
    if (shipped.rules === undefined) throw new Error(`what was learnt of ${name} is of an older cgfuzz`);
    writeFileSync(join(root, 'corpus/options', `${name}.json`), `${JSON.stringify(shipped, undefined, 1)}\n`);
  }
}
