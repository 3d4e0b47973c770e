/** Programs in Lua 5.4: all statements, closures, metatables, coroutines, patterns and formats. */

const names = ['a', 'b', 'c', 'd', 't', 'f', 's', 'n'];
const binary = '+ - * / // % ^ .. == ~= < <= > >= and or & | ~ << >>'.split(' ');
const events =
  'add sub mul div mod pow unm idiv band bor bxor shl shr bnot concat len eq lt le index newindex call close gc mode name'.split(
    ' ',
  );
const numbers =
  '0 1 2 3 7 10 -1 255 256 0x7fffffff 9223372036854775807 0x8000000000000000 1e308 1e-320 0.1 2^53 0x1p-4 0xA.8 3.0 1e400 math.pi math.huge -math.huge math.mininteger math.maxinteger 0/0'.split(
    ' ',
  );
const characters = [
  'a',
  'b',
  'z',
  'A',
  ' ',
  '1',
  '%',
  '\\n',
  '\\0',
  '\\x41',
  '\\u{20AC}',
  '\\065',
  '\\z  ',
  '.',
  '-',
];
const patterns =
  '. %a %d+ %s* (%w+) (%w+)=(%w+) ^a b$ [a-z]+ [^%s] [%a_][%w_]* %b() %f[%w] a- (()) (a*(.)%w(%s*)) %1 [] [a %'.split(
    ' ',
  );
const formats =
  '%d %5d %-5d| %05d %+d %x %X %#o %c %s %10s %-10s| %.3s %q %f %.3f %e %g %a %i %% %20.10f %u'.split(' ');
const packed = 'b B h H i4 I3 l L j J T f d n s s1 z x <i2 >i4 =I8 !4i4 Xi4 i16 <!8 bXj'.split(' ');

export default {
  name: 'lua',
  summary: 'programs in Lua 5.4',
  language: 'text',
  generate(draw) {
    const size = draw.pick([60, 200, 600, 1_500]);
    return `${block(draw, { room: size, inLoop: false, hasVarargs: true }, 1)}\n`;
  },
};

/** Statements until there is no room; each in a scope of its own. */
function block(draw, at, least = 0) {
  const lines = [];
  for (let left = at.room; left > 0;) {
    const line = draw.scope('statement', () =>
      lines.length < least || draw.boolean(0.85)
        ? statement(draw, { ...at, room: at.room >> draw.integer(1, 3) })
        : undefined,
    );
    if (line === undefined) break;
    lines.push(line);
    left -= line.length + 1;
  }
  const end = draw.scope('end', () => last(draw, at));
  return [...lines, ...(end === '' ? [] : [end])].join('\n');
}

function last(draw, at) {
  return draw.weighted([
    [8, () => ''],
    [2, () => `return ${list(draw, at)}`],
    [at.inLoop ? 2 : 0, () => 'break'],
  ])();
}

function statement(draw, at) {
  const deep = at.room > 12 ? 1 : 0;
  const e = () => expression(draw, at);
  const name = () => draw.pick(names);
  const loop = () => block(draw, { ...at, inLoop: true });
  return draw.weighted([
    [4, () => `local ${name()} = ${e()}`],
    [
      1,
      () =>
        `local ${name()}, ${name()} <${draw.pick(['const', 'close'])}> = ${e()}, ${draw.pick(['nil', e()])}`,
    ],
    [3, () => `${place(draw, at)} = ${e()}`],
    [1, () => `${place(draw, at)}, ${place(draw, at)} = ${list(draw, at)}`],
    [3, () => `local ${name()} = ${call(draw, at)}`],
    [
      2,
      () =>
        `pcall(function(...) ${block(draw, { ...at, inLoop: false, hasVarargs: true })} end, ${list(draw, at)})`,
    ],
    [
      2 * deep,
      () =>
        `if ${e()} then ${block(draw, at)} elseif ${e()} then ${block(draw, at)} else ${block(draw, at)} end`,
    ],
    [deep, () => `while ${e()} do ${loop()} break end`],
    [
      2 * deep,
      () =>
        `for ${name()} = ${e()}, ${draw.integer(-3, 9)}${draw.boolean(0.3) ? `, ${e()}` : ''} do ${loop()} end`,
    ],
    [
      2 * deep,
      () =>
        `for ${name()}, ${name()} in ${draw.pick(['pairs', 'ipairs', 'next,', 'string.gmatch'])}(${list(draw, at)}) do ${loop()} end`,
    ],
    [deep, () => `repeat ${loop()} until ${e()}`],
    [deep, () => `do ${block(draw, at)} end`],
    [2 * deep, () => `local function ${name()}(${parameters(draw)}) ${body(draw, at)} end`],
    [
      deep,
      () =>
        `function ${draw.pick(['t.x', 't:m', 'f', 'b.c.d', 's:n'])}(${parameters(draw)}) ${body(draw, at)} end`,
    ],
    [1, () => `do goto l ${draw.boolean(0.2) ? 'local x' : ''} ::l:: end`],
    [1, () => `setmetatable(${draw.pick(['t', 'a', e()])}, ${metatable(draw, at)})`],
    [
      1,
      () =>
        `coroutine.wrap(function(...) ${block(draw, { ...at, inLoop: false, hasVarargs: true })} coroutine.yield(...) end)(${list(draw, at)})`,
    ],
  ])();
}

function body(draw, at) {
  return block(draw, { ...at, inLoop: false, hasVarargs: true });
}

function parameters(draw) {
  return draw.pick(['...', 'a, ...', 'a, b, ...', 'n, ...']);
}

function place(draw, at) {
  return draw.weighted([
    [4, () => draw.pick(names)],
    [2, () => `t.${draw.pick(names)}`],
    [2, () => `t[${expression(draw, { ...at, room: at.room >> 2 })}]`],
  ])();
}

function list(draw, at) {
  const values = [];
  while (values.length < 6) {
    const value = draw.scope('value', () =>
      draw.boolean(0.6) ? expression(draw, { ...at, room: at.room >> 1 }) : undefined,
    );
    if (value === undefined) break;
    values.push(value);
  }
  return values.length === 0 ? 't' : values.join(', ');
}

function expression(draw, at) {
  return draw.scope('expression', () => {
    const deep = at.room > 8 ? 1 : 0;
    const inner = { ...at, room: at.room >> draw.integer(1, 3) };
    const e = () => expression(draw, inner);
    return draw.weighted([
      [3, () => draw.pick(names)],
      [3, () => draw.pick(numbers)],
      [2, () => String(draw.integer(-300, 70_000))],
      [2, () => text(draw)],
      [1, () => draw.pick(['nil', 'true', 'false', 't', 't', at.hasVarargs ? '...' : 'nil'])],
      [4 * deep, () => `(${e()} ${draw.pick(binary)} ${e()})`],
      [2 * deep, () => `${e()} ${draw.pick(binary)} ${e()}`],
      [deep, () => `${draw.pick(['-', 'not ', '#', '~', '- -'])}${e()}`],
      [3 * deep, () => table(draw, inner)],
      [deep, () => `(function(${parameters(draw)}) ${body(draw, inner)} end)`],
      [4 * deep, () => call(draw, inner)],
      [deep, () => `(${e()})${draw.pick(['.x', '[1]', ':m()', '()', '"s"', '{}'])}`],
      [deep, () => `select(${draw.pick(['1', '-1', "'#'", '2'])}, ${list(draw, inner)})`],
    ])();
  });
}

function table(draw, at) {
  const fields = [];
  while (fields.length < 8) {
    const field = draw.scope('field', () => {
      if (!draw.boolean(0.7)) return undefined;
      const value = expression(draw, { ...at, room: at.room >> 1 });
      return draw.pick([
        `${value}`,
        `${draw.pick(names)} = ${value}`,
        `[${expression(draw, { ...at, room: at.room >> 2 })}] = ${value}`,
      ]);
    });
    if (field === undefined) break;
    fields.push(field);
  }
  return `{${fields.join(draw.pick([', ', '; ']))}}`;
}

function metatable(draw, at) {
  const fields = [];
  while (fields.length < 4) {
    const field = draw.scope('event', () =>
      draw.boolean(0.7)
        ? `__${draw.pick(events)} = ${draw.pick(['t', "'k'", `function(a, b, ...) ${block(draw, { ...at, room: at.room >> 1, inLoop: false, hasVarargs: true })} end`])}`
        : undefined,
    );
    if (field === undefined) break;
    fields.push(field);
  }
  return `{${fields.join(', ')}}`;
}

function text(draw) {
  const parts = [];
  while (parts.length < 20) {
    const part = draw.scope('character', () => (draw.boolean(0.75) ? draw.pick(characters) : undefined));
    if (part === undefined) break;
    parts.push(part);
  }
  const all = parts.join('');
  return draw.pick([`"${all}"`, `'${all}'`, `[==[${all}]==]`, `("${all}"):rep(${draw.integer(0, 40)})`]);
}

/** A call of a library with arguments that mostly fit. */
function call(draw, at) {
  const e = () => expression(draw, { ...at, room: at.room >> 2 });
  const quoted = (all) => `'${draw.pick(all)}${draw.boolean(0.3) ? draw.pick(all) : ''}'`;
  return draw.scope('call', () =>
    draw.weighted([
      [
        3,
        () =>
          `string.${draw.pick(['find', 'match', 'gmatch'])}(${text(draw)}, ${quoted(patterns)}, ${draw.integer(-3, 9)})`,
      ],
      [
        2,
        () =>
          `string.gsub(${text(draw)}, ${quoted(patterns)}, ${draw.pick(["'%0%1'", 't', 'f', "'x'", "'%2'"])}, ${draw.integer(0, 9)})`,
      ],
      [3, () => `string.format(${quoted(formats)}, ${e()}, ${e()})`],
      [
        2,
        () =>
          `string.${draw.pick(['byte', 'sub'])}(${text(draw)}, ${draw.integer(-9, 9)}, ${draw.integer(-9, 9)})`,
      ],
      [
        1,
        () =>
          `string.${draw.pick(['len', 'lower', 'upper', 'reverse', 'rep', 'char', 'dump'])}(${e()}, ${e()})`,
      ],
      [2, () => `string.pack(${quoted(packed)}, ${e()}, ${e()})`],
      [1, () => `string.unpack(${quoted(packed)}, ${text(draw)}, ${draw.integer(-3, 9)})`],
      [
        2,
        () =>
          `table.${draw.pick(['insert', 'remove', 'concat', 'unpack', 'sort', 'move', 'pack'])}(${draw.pick(['t', table(draw, at)])}, ${list(draw, at)})`,
      ],
      [
        1,
        () =>
          `table.move(t, ${draw.integer(-2, 5)}, ${draw.integer(-2, 9)}, ${draw.integer(-2, 5)}, ${draw.pick(['t', 'a'])})`,
      ],
      [
        2,
        () =>
          `math.${draw.pick(['floor', 'ceil', 'abs', 'fmod', 'modf', 'max', 'min', 'tointeger', 'ult', 'type', 'sqrt', 'log', 'exp'])}(${e()}, ${e()})`,
      ],
      [
        1,
        () =>
          `utf8.${draw.pick(['char', 'codepoint', 'len', 'offset', 'codes'])}(${e()}, ${draw.integer(-3, 9)}, ${draw.integer(-3, 9)})`,
      ],
      [
        1,
        () =>
          `coroutine.${draw.pick(['create', 'wrap', 'resume', 'status', 'close', 'isyieldable', 'running'])}(${e()}, ${e()})`,
      ],
      [
        2,
        () =>
          `${draw.pick(['pcall', 'xpcall', 'error', 'assert', 'tostring', 'tonumber', 'type', 'rawlen', 'rawget', 'rawequal', 'getmetatable', 'next', 'ipairs'])}(${list(draw, at)})`,
      ],
      [1, () => `tonumber(${text(draw)}, ${draw.integer(2, 36)})`],
      [1, () => `load(${draw.pick([text(draw), "'return ...'", "'x = 1'"])}, ${e()})`],
      [
        1,
        () =>
          `collectgarbage(${draw.pick(["'step'", "'collect'", "'incremental'", "'generational'", "'count'", "'stop'"])})`,
      ],
      [2, () => `${draw.pick(names)}(${list(draw, at)})`],
      [1, () => `${draw.pick(names)}:${draw.pick(['x', 'm', 'len', 'rep', 'upper'])}(${list(draw, at)})`],
    ])(),
  );
}
