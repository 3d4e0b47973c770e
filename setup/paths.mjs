/** Where things are. Everything that set-up makes lies in node_modules, dist and .cache, and can be deleted at any time. */
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = dirname(dirname(fileURLToPath(import.meta.url)));
export const cache = join(root, '.cache');
export const setupLog = join(cache, 'setup.log');

/**
 * The script behind a package's command, to be run with this Node and no shell between.
 * @param {string} script a path under node_modules
 */
export const inPackages = (script) => join(root, 'node_modules', script);
