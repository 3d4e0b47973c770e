/** Inputs for brackets.c: lists of numbers in brackets, now and then with an end missing. */
const item = (draw, depth) =>
  draw.scope('item', () => {
    if (depth > 5 || draw.integer(0, 2) === 0) return String(draw.integer(0, 50));
    const items = [];
    while (items.length < 12 && draw.integer(0, 5) > 0) items.push(item(draw, depth + 1));
    return `[${items.join(',')}]`;
  });

export default {
  name: 'brackets',
  summary: 'lists of numbers in brackets',
  language: 'text',
  generate: (draw) => item(draw, 0) + (draw.integer(0, 20) === 0 ? '[' : ''),
};
