/** A generator that sleeps before it makes its program: for SLEEP_S seconds, with a limit of its own of LIMIT_MS. */
const { SLEEP_S = '0', LIMIT_MS } = process.env;

export default {
  name: 'sleeper',
  summary: 'one program, after a while',
  language: 'c',
  command: ['/bin/sh', '-c', `sleep ${SLEEP_S}; echo 'int main(void) { return 0; }'`],
  reach: 'preload',
  process: 'exec',
  scopes: 'own',
  writes: { to: 'stdout' },
  ...(LIMIT_MS === undefined ? {} : { limits: { timeMs: Number(LIMIT_MS) } }),
};
