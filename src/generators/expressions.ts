/** The worked example of expressions as a source, for the demo: the thread loads this small file alone. */
import type { FunctionDefinition } from '../source/index.ts';
import { expression } from './examples/expression.ts';

const expressions: FunctionDefinition = {
  name: 'expressions',
  summary: 'arithmetic expressions',
  language: 'text',
  entry: import.meta.url,
  generate: (draw) => expression(draw).text,
};
export default expressions;
