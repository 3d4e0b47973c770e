export default {
  name: 'awk',
  summary: 'small programs in awk',
  language: 'text',
  command: [new URL('awkgen', import.meta.url).pathname],
  reach: 'preload',
  process: 'fork',
  scopes: 'stack',
  writes: { to: 'stdout', main: 'test.awk' },
};
