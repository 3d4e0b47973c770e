/** Lists of orders, one a line, for a target that does not like some of them. */
const order = (draw) =>
  draw.scope('order', () => `${draw.pick(['add', 'div', 'mul', 'sub'])} ${draw.integer(0, 9)}`);

export default {
  name: 'orders',
  summary: 'lists of orders',
  language: 'text',
  generate: (draw) => `${Array.from({ length: draw.integer(1, 20) }, () => order(draw)).join('\n')}\n`,
};
