/** Ready-made generators. */
export { expression, type Expression } from './examples/expression.ts';
export { jsonText } from './examples/json.ts';
export { smallC } from './examples/small-c.ts';
export { csmith } from './csmith.ts';
export { csmithInstrumented, csmithScoped } from './csmith-scoped.ts';
