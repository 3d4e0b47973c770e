/** A hook for Node: writes the address of each module that a program loads to the file of CGFUZZ_MODULES. */
import { appendFileSync } from 'node:fs';
import { register } from 'node:module';
import { isMainThread } from 'node:worker_threads';

if (isMainThread && process.env.CGFUZZ_MODULES_HOOKED === undefined) {
  process.env.CGFUZZ_MODULES_HOOKED = '1';
  register(import.meta.url);
}

export async function load(url, context, next) {
  if (url.startsWith('file:')) appendFileSync(process.env.CGFUZZ_MODULES, `${url}\n`);
  return next(url, context);
}
