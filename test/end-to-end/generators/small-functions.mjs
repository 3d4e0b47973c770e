import { fileURLToPath } from 'node:url';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));

export default {
  name: 'small-functions',
  summary: 'twenty functions in C',
  language: 'c',
  command: ['python3', here('small-functions.py')],
  reach: 'stream',
  process: 'persistent',
  scopes: 'own',
  writes: { to: 'folder', main: 'test.c' },
  env: { CGFUZZ_CLIENTS: here('../../../instrumentation/choices/clients'), PYTHONDONTWRITEBYTECODE: '1' },
  options: (draw) => (draw.boolean(0.1) ? ['__attribute__((noinline))'] : ['']),
};
