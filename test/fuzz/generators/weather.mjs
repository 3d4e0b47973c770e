/** A generator that looks at the clock, so that it makes another program each time. */
export default {
  name: 'weather',
  summary: 'a number that nobody chose',
  language: 'c',
  command: ['/bin/sh', '-c', 'echo "int x = $(date +%s%N);"'],
  reach: 'preload',
  process: 'exec',
  scopes: 'own',
  keepsClock: true,
  writes: { to: 'stdout' },
};
