/** The definition of functions.py, as a person would write it. */
import { join } from 'node:path';

export default {
  name: 'functions',
  summary: 'small functions, some of which make clang crash',
  language: 'c',
  command: ['python3', join(import.meta.dirname, 'functions.py')],
  reach: 'stream',
  process: 'persistent',
  scopes: 'own',
  writes: { to: 'file', path: 'test.c' },
  promises: 'defined',
  env: {
    CGFUZZ_CLIENTS: join(import.meta.dirname, '../../../instrumentation/choices/clients'),
    PYTHONDONTWRITEBYTECODE: '1',
  },
};
