/**
 * Draws by name: functions of a program that seem to draw, as lines for `engines` in its definition.
 *
 * A name in C++ shows the parameters, and so the place of the limit. Its result is unknown: a person should
 * check the function before using such a line.
 */

/** Limit of lines that a person can read at once. */
const MOST_LINES = 6;

const ENGINE = /^(?:(?:gen|get|my|next)?_?(?:rnd|rand|random)(?:_?(?:u?int)?(?:32|64)?)|(?:my|rng)_next)$/i;
const BELOW = /(?:^|_)(?:rnd|rand|random)|(?:rnd|rand|random|below|upto)$/i;
const CHANCE = /coin|flip|chance|percent/i;
const NO_DRAW = /seed|srand|init|name/i;

/** A free function of C++, as a linker writes its name. */
const MANGLED = /^_ZL?(\d{1,2})([A-Za-z_]\w{0,60})$/;

export function drawsNamedIn(functions: readonly string[]): readonly string[] {
  const lines = new Set<string>();
  for (const symbol of functions) {
    const [, digits, rest] = MANGLED.exec(symbol) ?? [];
    if (rest === undefined) continue;
    const [name, parameters] = [rest.slice(0, Number(digits)), rest.slice(Number(digits))];
    const answer = NO_DRAW.test(name) ? undefined : answerOf(name, parameters);
    if (answer !== undefined) lines.add(`${symbol} ${answer}`);
  }
  return [...lines].toSorted().slice(0, MOST_LINES);
}

const LIBC = /^(?:s?rand(?:om)?|rand_r|random_r|[dejlmn]rand48|arc4random|getrandom)$/;
const STEP = /^(?:next(?:_?u?(?:int)?(?:32|64)?)?|xorshift\w*|lcg\w*|pcg\w*|splitmix\w*)$/i;
/** Crates that come with Rust's compiler. */
const CRATES_OF_RUST =
  /^(?:std|core|alloc|compiler_builtins|rustc_demangle|gimli|addr2line|hashbrown|object|miniz_oxide|memchr)$/;

/**
 * Functions of C and Rust whose names say that they draw: the steps of an engine, and answers below a limit. Names say
 * nothing of parameters, so that a line is a guess until a trial shows that it holds.
 */
export function guessedDraws(functions: readonly string[]): {
  readonly steps: readonly string[];
  readonly below: readonly string[];
} {
  const [steps, below] = [new Set<string>(), new Set<string>()];
  for (const whole of functions) {
    if (!/^[A-Za-z_]\w{2,120}$/.test(whole)) continue;
    const name = nameInRust(whole) ?? whole;
    if (name.startsWith('_Z') || LIBC.test(name) || NO_DRAW.test(name)) continue;
    const isMethod = name !== whole;
    if (ENGINE.test(name) || STEP.test(name))
      steps.add(`${whole} word ${/64/.test(name) || isMethod ? 64 : 32}`);
    else if (BELOW.test(name)) below.add(`${whole} pick ${isMethod ? 'arg2' : 'arg1'}`);
  }
  return { steps: [...steps].slice(0, MOST_LINES), below: [...below].slice(0, MOST_LINES) };
}

/** The last part of a name such as `_ZN3gen3Rng4next17h...E`; undefined for names of Rust's own library. */
function nameInRust(symbol: string): string | undefined {
  const [, path] = /^_ZN(.*)17h[\da-f]{16}E$/.exec(symbol) ?? [];
  if (path === undefined) return undefined;
  const parts: string[] = [];
  for (let rest = path; rest !== '';) {
    const [digits = ''] = /^\d+/.exec(rest) ?? [];
    const end = digits.length + Number(digits);
    if (digits === '' || end > rest.length) return undefined;
    parts.push(rest.slice(digits.length, end));
    rest = rest.slice(end);
  }
  return CRATES_OF_RUST.test(parts[0] ?? '') ? undefined : parts.at(-1);
}

function answerOf(name: string, parameters: string): string | undefined {
  if (parameters === 'v') return ENGINE.test(name) ? 'word 32' : undefined;
  if (!/^[ijlm]$/.test(parameters)) return undefined;
  if (CHANCE.test(name)) return 'percent arg1';
  return BELOW.test(name) ? 'pick arg1' : undefined;
}
