/**
 * `a = none_iil_100000_4(x, y, z);`: functions whose registers have unusual roles, with a large frame or none.
 *
 * Compilers add code to the start of a function or to a call: probes of the stack, checks of the target, addresses
 * of tables. This code needs registers, and may take one that the convention gave away. So a function holds values
 * before its frame is there, and may return early. Calls are direct, through a pointer, or the last thing that
 * another function of the same convention does.
 */
import { drawTargetPlace } from '../draw/target.ts';
import type { ExpressionNode, Place } from '../ir/nodes.ts';
import { ULLONG } from '../ir/types.ts';
import type { Printer } from '../lower/printer.ts';
import { conventions } from '../policy/weights.ts';
import { convert } from '../rules/convert.ts';
import {
  argumentTexts,
  drawPassedValues,
  FOLD_FACTOR,
  foldValues,
  lettersOf,
  type PassedValues,
  receivedValues,
  typeNames,
} from './passed-values.ts';
import type { StatementRow } from './row.ts';
import { simple, type SimpleStatement } from './simple.ts';

interface Convention extends SimpleStatement<'convention'>, PassedValues {
  readonly name: (typeof conventions)[number][1];
  readonly how: 'direct' | 'pointer' | 'tail';
  /** Bytes of the array on the stack. */
  readonly frame: number;
  /** Number of values that the function reads before it uses its frame. */
  readonly held: number;
  readonly operands: readonly ExpressionNode[];
  readonly to: Place;
}

const ways = ['direct', 'pointer', 'tail'] as const;
const frames = [0, 100_000, 5_000, 300, 20_000] as const;
const MAX = 13;
const HELD = 7;
/** The argument with which a function returns early, and the value that it returns then. */
const EARLY = 3n;
const AT_ONCE = 5n;
const WRITTEN = 10n;
const FIRST_HELD = 11;

/** An attribute that the compiler does not have, or not for this machine, must not be there. */
const attributes: Readonly<Record<Convention['name'], { readonly text: string; readonly if: string }>> = {
  none: { text: 'preserve_none', if: '__has_attribute(preserve_none)' },
  most: { text: 'preserve_most', if: '__has_attribute(preserve_most)' },
  all: { text: 'preserve_all', if: '__has_attribute(preserve_all)' },
  ms: { text: 'ms_abi', if: 'defined __x86_64__' },
  sysv: { text: 'sysv_abi', if: 'defined __x86_64__' },
  vector: {
    text: 'vectorcall',
    if: 'defined __clang__ && (defined __x86_64__ || defined __i386__)',
  },
  swift: { text: 'swiftcall', if: 'defined __clang__ && (defined __x86_64__ || defined __aarch64__)' },
  registers: { text: 'regparm(3)', if: 'defined __i386__' },
  fast: { text: 'fastcall', if: 'defined __i386__' },
  plain: { text: '', if: '0' },
};

export const convention: StatementRow<Convention> = simple({
  kind: 'convention',
  weight: 60,
  text: 350,
  needs: 'conventions',

  draw(drawing) {
    const { draw } = drawing;
    const name = drawing.choose('convention', conventions);
    const [how, frame, held] = [draw.pick(ways), draw.pick(frames), draw.pick(HELD)];
    return {
      kind: 'convention',
      name,
      how,
      frame,
      held,
      ...drawPassedValues(drawing, MAX),
      to: drawTargetPlace(drawing),
    };
  },

  effect(statement, values) {
    const { frame, held } = statement;
    const own = receivedValues(statement, values);
    if (own[0] === EARLY) return AT_ONCE;
    const more = heldValues(held).reduce((total, value) => total + BigInt(value), 0n);
    return convert(foldValues(own, 0n) + more + (frame > 0 ? WRITTEN : 0n), ULLONG);
  },

  print(statement, printer) {
    const list = argumentTexts(statement, printer).join(', ');
    printer.line(`${printer.name(statement.to)} = ${functionOf(statement, printer)}(${list});`);
  },
});

/** Writes the functions once, and says which one to call. */
function functionOf(statement: Convention, printer: Printer): string {
  const { name, how, frame, held } = statement;
  const passed = typeNames(statement, printer);
  const parameters = passed.map((type, i) => `${type} a${i}`).join(', ');
  const said = attributeOf(name, printer);
  const key = `${name}_${lettersOf(statement)}_${frame}_${held}`;
  // The address sanitizer needs a register more, and clang refuses to compile some conventions with it.
  const head = `__attribute__((noinline, no_sanitize_address)) ${said} static unsigned long long`;
  printer.needed(
    'held_values',
    `static volatile int held_values[${HELD}] = {${heldValues(HELD).join(', ')}};\n`,
  );
  const values = Array.from({ length: held }, (_, i) => i);
  const reads = values.map((i) => `  int h${i} = held_values[${i}];\n`).join('');
  const early = `  if (__builtin_expect(a0 == ${EARLY}, 1)) return ${AT_ONCE};\n`;
  const sum = `  unsigned long long s = 0;\n${passed.map((_, i) => `  s = s * ${FOLD_FACTOR} + ${wholeOf(statement, i)};\n`).join('')}`;
  const array = `  volatile char frame[${frame}];\n  frame[(unsigned)s % ${frame}u] = ${WRITTEN};\n`;
  const result = [
    's',
    ...values.map((i) => `h${i}`),
    ...(frame > 0 ? [`frame[(unsigned)s % ${frame}u]`] : []),
  ].join(' + ');
  printer.needed(
    key,
    `${head} ${key}(${parameters}) {\n${reads}${early}${sum}${frame > 0 ? array : ''}  return ${result};\n}\n`,
  );
  if (how === 'direct') return key;
  printer.needed(
    `at_${key}`,
    `typedef ${said} unsigned long long type_${key}(${passed.join(', ')});\nstatic type_${key} *volatile at_${key} = ${key};\n`,
  );
  if (how === 'pointer') return `at_${key}`;
  const list = passed.map((_, i) => `a${i}`).join(', ');
  return printer.needed(`tail_${key}`, `${head} tail_${key}(${parameters}) { return at_${key}(${list}); }\n`);
}

function heldValues(count: number): number[] {
  return Array.from({ length: count }, (_, i) => FIRST_HELD + i);
}

function wholeOf({ types: passed }: Convention, i: number): string {
  return passed[i] === 'double' ? `(unsigned long long)a${i}` : `a${i}`;
}

/** A macro that is the attribute if this compiler has it for this machine. */
function attributeOf(name: Convention['name'], printer: Printer): string {
  const { text, if: condition } = attributes[name];
  const macro = `CALL_${name.toUpperCase()}`;
  return printer.needed(
    macro,
    `#if ${condition}\n#define ${macro} __attribute__((${text}))\n#else\n#define ${macro}\n#endif\n`,
  );
}
