/** Sources: turn choice sequences into tests. */
export { describeGenerated } from './describe.ts';
export { inProcessSource, type InProcessOptions, type InProcessSource } from './in-process.ts';
export { probe } from './probe.ts';
export type { Generated, GenerationRequest, Source } from './source.ts';
export { watchdog } from './watchdog.ts';
