#!/usr/bin/env node
/**
 * The command `cgfuzz`, as npm links it.
 *
 * In a clone it brings what the command needs first, as `npm start -- COMMAND` does; a package that was installed is built.
 */
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const setup = new URL('../setup/main.mjs', import.meta.url);
if (existsSync(setup)) {
  process.argv.splice(1, 1, fileURLToPath(setup), 'command');
  await import(setup.href);
} else {
  await import(new URL('../dist/cli/main.js', import.meta.url).href);
}
