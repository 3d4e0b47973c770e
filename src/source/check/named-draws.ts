/**
 * Draws by name: functions of a program that seem to draw, as lines for `engines` in its definition.
 *
 * A name in C++ shows the parameters, and so the place of the limit. Its result is unknown: a person should
 * check the function before using such a line.
 */

/** Limit of lines that a person can read at once. */
const MOST_LINES = 6;
/** Names lie at the end of a file. */
const LAST_BYTES = 64 * 2 ** 20;

const ENGINE = /^(?:(?:gen|get|my|next)?_?(?:rnd|rand|random)(?:_?(?:u?int)?(?:32|64)?)|(?:my|rng)_next)$/i;
const BELOW = /(?:^|_)(?:rnd|rand|random)|(?:rnd|rand|random|below|upto)$/i;
const CHANCE = /coin|flip|chance|percent/i;
const NO_DRAW = /seed|srand|init|name/i;

/** A free function of C++ between two zeros, as in the table of names that a linker writes. */
const MANGLED = /\0_ZL?(\d{1,2})([A-Za-z_]\w{0,60})(?=\0)/g;

export function drawsNamedIn(file: Buffer): readonly string[] {
  const text = file.subarray(-LAST_BYTES).toString('latin1');
  const lines = new Set<string>();
  for (const [whole, digits, rest] of text.matchAll(MANGLED)) {
    const [name, parameters] = [rest!.slice(0, Number(digits)), rest!.slice(Number(digits))];
    const answer = NO_DRAW.test(name) ? undefined : answerOf(name, parameters);
    if (answer !== undefined) lines.add(`${whole.slice(1)} ${answer}`);
  }
  return [...lines].toSorted().slice(0, MOST_LINES);
}

function answerOf(name: string, parameters: string): string | undefined {
  if (parameters === 'v') return ENGINE.test(name) ? 'word 32' : undefined;
  if (!/^[ijlm]$/.test(parameters)) return undefined;
  if (CHANCE.test(name)) return 'percent arg1';
  return BELOW.test(name) ? 'pick arg1' : undefined;
}
