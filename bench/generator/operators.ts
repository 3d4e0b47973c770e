/** The table of operators against compilers: the type and the value of operations on random types and values. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { execa } from 'execa';

import { makeRandom, uniformBelow } from '../../src/choice/index.ts';
import { binary, constant, unary } from '../../src/generators/loom/ir/build.ts';
import type { ExpressionNode, Variable } from '../../src/generators/loom/ir/nodes.ts';
import { drawnTypes, type IntegerType, wideTypes } from '../../src/generators/loom/ir/types.ts';
import { Printer } from '../../src/generators/loom/lower/printer.ts';
import { convert } from '../../src/generators/loom/rules/convert.ts';
import { C, CPP17, CPP20, type LanguageRules } from '../../src/generators/loom/rules/language.ts';
import { agreeingBinary, agreeingNegation } from '../../src/generators/loom/rules/repairs.ts';
import { binarySigns, unarySigns } from '../../src/generators/loom/rules/signs.ts';
import { statementTable } from '../../src/generators/loom/statements/table.ts';
import { evaluate } from '../../src/generators/loom/truth/evaluate.ts';
import { Memory } from '../../src/generators/loom/truth/memory.ts';
import type { Measurement } from '../harness.ts';
import { fromEnvironment } from './programs.ts';

const types: readonly IntegerType[] = [...drawnTypes, ...wideTypes];
const languages = [
  { rules: C, flag: '-std=c11', suffix: 'c', compilers: ['gcc-12', 'clang-19'] },
  { rules: CPP17, flag: '-std=c++17', suffix: 'cpp', compilers: ['g++', 'clang++-19'] },
  { rules: CPP20, flag: '-std=c++20', suffix: 'cpp', compilers: ['g++', 'clang++-19'] },
] as const;
const PER_FUNCTION = 200;
const ASIDE = ['-w', '-O0', '-fsanitize=undefined', '-fno-sanitize-recover=all'];

type Random = ReturnType<typeof makeRandom>;

function drawnValue(rng: Random, type: IntegerType): bigint {
  const any = BigInt(uniformBelow(rng, 2 ** 32)) * BigInt(uniformBelow(rng, 2 ** 32));
  const near = BigInt(uniformBelow(rng, 40));
  const values = [near, -near, type.min + near, type.max - near, any, -any, any << 64n, 1n << near];
  return convert(values[uniformBelow(rng, values.length)]!, type);
}

function drawnOperand(rng: Random, slot: number): ExpressionNode & { readonly kind: 'read' } {
  const type = types[uniformBelow(rng, types.length)]!;
  const initial = { first: drawnValue(rng, type), step: 0n };
  const variable: Variable = { name: 'ab'[slot]!, type, initial, dataClass: 'mixed', dimensions: [], slot };
  return { kind: 'read', type, variable };
}

/** One operation, or the repair that fits all values where it is not defined, with the value and type that it has. */
function caseText(rng: Random, rules: LanguageRules): string {
  const [a, b] = [drawnOperand(rng, 0), drawnOperand(rng, 1)];
  const state = { memory: new Memory([a.variable, b.variable]), rules, call: () => undefined };
  const isUnary = uniformBelow(rng, 6) === 0;
  const sign = binarySigns[uniformBelow(rng, binarySigns.length)]!;
  const plain = isUnary
    ? unary(unarySigns[uniformBelow(rng, unarySigns.length)]!, a, rules)
    : binary(sign, a, b, rules);
  const repair = (): ExpressionNode =>
    isUnary ? agreeingNegation(a, rules) : agreeingBinary({ sign, left: a, right: b }, false, rules);
  const asked = evaluate(plain, state) === undefined ? repair() : plain;
  const printer = new Printer(rules, statementTable);
  const typed = (operand: typeof a): string =>
    `${printer.type(operand.type)} ${operand.variable.name} = ${printer.expression(constant(operand.variable.initial!.first, operand.type))};`;
  const value = printer.expression(constant(evaluate(asked, state)!, asked.type));
  return `  { ${typed(a)} ${typed(b)} CHECK((${printer.expression(asked)}), ${printer.type(asked.type)}, ${value}) }\n`;
}

function fileOf(rng: Random, rules: LanguageRules, count: number): string {
  const isC = rules.name === 'c';
  const assertion = isC
    ? '_Static_assert(_Generic(e, t: 1, default: 0), "type");'
    : 'static_assert(__is_same(decltype(e), t), "type");';
  const texts = [
    `${isC ? '' : 'extern "C" '}int printf(const char *, ...);\nstatic int wrong;\n`,
    `#define CHECK(e, t, v) ${assertion} if (e != (t)v) { wrong++; printf("%d: %s\\n", __LINE__, #e); }\n`,
  ];
  for (let i = 0; i < count; i++) {
    if (i % PER_FUNCTION === 0) texts.push(`${i === 0 ? '' : '}\n'}void f${i / PER_FUNCTION}(void) {\n`);
    texts.push(caseText(rng, rules));
  }
  const calls = Array.from({ length: Math.ceil(count / PER_FUNCTION) }, (_, i) => `f${i}();`).join(' ');
  return `${texts.join('')}}\nint main() { ${calls} return wrong != 0; }\n`;
}

export async function* operators(): AsyncIterable<Measurement> {
  const cases = fromEnvironment('CASES', 2_000);
  const folder = mkdtempSync(join(tmpdir(), 'cgfuzz-operators-'));
  let failed = 0;
  for (const [seed, { rules, flag, suffix, compilers }] of languages.entries()) {
    const source = join(folder, `p.${suffix}`);
    writeFileSync(source, fileOf(makeRandom(seed + fromEnvironment('FROM', 1)), rules, cases));
    for (const compiler of compilers) {
      const program = join(folder, 'p');
      const built = await execa(compiler, [flag, ...ASIDE, '-o', program, source], { reject: false });
      const ran = built.failed ? built : await execa(program, { reject: false });
      if (!ran.failed) continue;
      failed++;
      console.error(`${compiler} ${flag}: ${ran.stdout.slice(0, 500)} ${ran.stderr.slice(0, 1_000)}`);
    }
  }
  rmSync(folder, { recursive: true });
  yield {
    name: 'files of operations whose types or values compilers see differently',
    value: failed,
    unit: 'builds',
    goal: { atMost: 0 },
    how: `${cases} operations in each of three languages, gcc-12 and clang-19 at -O0 with UBSan; 13 types a side`,
  };
}
