/** A guest under Centipede's engine: our sources make and change tests, our targets execute them. */
export { Guest } from './guest.ts';
export { ageOfEngine, serveEngine } from './serve-engine.ts';
