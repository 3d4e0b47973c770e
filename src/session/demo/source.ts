/** The worked example of expressions as a source of the engine, for the toy compiler. */
import { expression } from '../../generators/index.ts';
import type { FunctionDefinition } from '../../source/index.ts';

const expressions: FunctionDefinition = {
  name: 'expressions',
  summary: 'arithmetic expressions',
  language: 'text',
  entry: import.meta.url,
  generate: (draw) => expression(draw).text,
};
export default expressions;
