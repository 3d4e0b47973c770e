/**
 * Proves repairs that fit all values at 32 and 64 bits. z3 looks for values for which a repair is undefined, or differs
 * from a defined operation. The meaning of operations is written here once more, in terms of bit vectors.
 */
import { execFileSync, spawnSync } from 'node:child_process';

import type { ExpressionNode, Variable } from '../../src/generators/loom/ir/nodes.ts';
import { INT, type IntegerType, LLONG, promoted, UINT, ULLONG } from '../../src/generators/loom/ir/types.ts';
import { C, CPP17, CPP20, type LanguageRules } from '../../src/generators/loom/rules/language.ts';
import { operationType } from '../../src/generators/loom/rules/operators.ts';
import { agreeingBinary, agreeingNegation } from '../../src/generators/loom/rules/repairs.ts';
import type { BinarySign } from '../../src/generators/loom/rules/signs.ts';
import type { Measurement } from '../harness.ts';

interface Term {
  readonly text: string;
  readonly type: IntegerType;
  /** When it is defined. */
  readonly isDefined: string;
}

const types = [INT, UINT, LLONG, ULLONG] as const;
const signs = ['+', '-', '*', '/', '%', '<<', '>>'] as const;

function literal(value: bigint, { bits }: IntegerType): string {
  return `(_ bv${BigInt.asUintN(bits, value)} ${bits})`;
}

function converted({ text, type }: Term, to: IntegerType): string {
  if (to.bits <= type.bits) return `((_ extract ${to.bits - 1} 0) ${text})`;
  return `((_ ${type.isSigned ? 'sign' : 'zero'}_extend ${to.bits - type.bits}) ${text})`;
}

function truthTerm(condition: string, isDefined: string): Term {
  return { text: `(ite ${condition} ${literal(1n, INT)} ${literal(0n, INT)})`, type: INT, isDefined };
}

/** The language's meaning of an operation; repairs are made of the comparisons and bits. */
function operation(sign: BinarySign, left: Term, right: Term, { leftShift }: LanguageRules): Term {
  const type = operationType(sign, left.type, right.type);
  const isShift = sign === '<<' || sign === '>>';
  const amount = isShift ? promoted(right.type) : type;
  const [a, b] = [converted(left, type), converted(right, amount)];
  const { isSigned, bits } = type;
  const both = (condition: string): string => `(and ${left.isDefined} ${right.isDefined} ${condition})`;
  const term = (text: string, condition = 'true'): Term => ({ text, type, isDefined: both(condition) });
  const widened = (op: string): string => {
    const [x, y] = [a, b].map((each) => `((_ sign_extend 1) ${each})`);
    return `(= (${op} ${x} ${y}) ((_ sign_extend 1) (${op} ${a} ${b})))`;
  };
  const fits = `(bvult ${b} ${literal(BigInt(bits), amount)})`;
  const shifted = converted({ text: b, type: amount, isDefined: '' }, type);
  const letter = isSigned ? 's' : 'u';
  switch (sign) {
    case '+':
      return term(`(bvadd ${a} ${b})`, isSigned ? widened('bvadd') : 'true');
    case '-':
      return term(`(bvsub ${a} ${b})`, isSigned ? widened('bvsub') : 'true');
    case '*':
      return term(
        `(bvmul ${a} ${b})`,
        isSigned ? `(and (bvsmul_noovfl ${a} ${b}) (bvsmul_noudfl ${a} ${b}))` : 'true',
      );
    case '/':
    case '%': {
      const overflows = `(and (= ${a} ${literal(type.min, type)}) (= ${b} ${literal(-1n, type)}))`;
      const isBad = `(or (= ${b} ${literal(0n, type)}) ${isSigned ? overflows : 'false'})`;
      // The result of a division stays open: the repair divides too, and z3 would take minutes over the bits.
      return term(`(${sign === '/' ? 'div' : 'rem'}${letter}${bits} ${a} ${b})`, `(not ${isBad})`);
    }
    case '<<': {
      const value = `(bvshl ${a} ${shifted})`;
      const isKept = `(and (bvsge ${a} ${literal(0n, type)}) (= (bvlshr ${value} ${shifted}) ${a}))`;
      const isPositive = leftShift === 'fits-signed' ? `(bvsge ${value} ${literal(0n, type)})` : 'true';
      const isFree = !isSigned || leftShift === 'all';
      return term(value, isFree ? fits : `(and ${fits} ${isKept} ${isPositive})`);
    }
    case '>>':
      return term(`(${isSigned ? 'bvashr' : 'bvlshr'} ${a} ${shifted})`, fits);
    case '&':
      return term(`(bvand ${a} ${b})`);
    case '|':
      return term(`(bvor ${a} ${b})`);
    case '==':
      return truthTerm(`(= ${a} ${b})`, both('true'));
    default:
      throw new Error(`no repair has ${sign}`);
  }
}

function termOf(expression: ExpressionNode, rules: LanguageRules): Term {
  const type = expression.type;
  switch (expression.kind) {
    case 'constant':
      return { text: literal(expression.value, type), type, isDefined: 'true' };
    case 'read':
      return { text: expression.variable.name, type, isDefined: 'true' };
    case 'cast': {
      const operand = termOf(expression.operand, rules);
      return { text: converted(operand, type), type, isDefined: operand.isDefined };
    }
    case 'binary':
      return operation(
        expression.sign,
        termOf(expression.left, rules),
        termOf(expression.right, rules),
        rules,
      );
    case 'choose': {
      const [condition, yes, no] = [expression.condition, expression.yes, expression.no].map((each) =>
        termOf(each, rules),
      ) as [Term, Term, Term];
      const isTrue = `(distinct ${condition.text} ${literal(0n, condition.type)})`;
      return {
        text: `(ite ${isTrue} ${converted(yes, type)} ${converted(no, type)})`,
        type,
        isDefined: `(and ${condition.isDefined} (ite ${isTrue} ${yes.isDefined} ${no.isDefined}))`,
      };
    }
    default:
      throw new Error(`no repair has ${expression.kind}`);
  }
}

function variable(name: string, type: IntegerType): ExpressionNode & { readonly kind: 'read' } {
  const about: Variable = { name, type, initial: undefined, dataClass: 'mixed', dimensions: [], slot: 0 };
  return { kind: 'read', type, variable: about };
}

/** Unsatisfiable twice where the repair is right. */
function questions(original: Term, repair: Term, [a, b]: readonly [IntegerType, IntegerType]): string[] {
  const declared = `(declare-const a (_ BitVec ${a.bits}))(declare-const b (_ BitVec ${b.bits}))`;
  const differs = `(distinct ${original.text} ${converted(repair, original.type)})`;
  return [`(not ${repair.isDefined})`, `(and ${original.isDefined} ${differs})`].map(
    (claim) => `(push)${declared}(assert ${claim})(check-sat)(pop)`,
  );
}

function declaredDivisions(): string[] {
  return types.flatMap(({ bits, isSigned }) =>
    ['div', 'rem'].map((name) => {
      const sort = `(_ BitVec ${bits})`;
      return `(declare-fun ${name}${isSigned ? 's' : 'u'}${bits} (${sort} ${sort}) ${sort})`;
    }),
  );
}

function allQuestions(): string[] {
  return [C, CPP17, CPP20].flatMap((rules) =>
    types.flatMap((left) => [
      ...questions(
        operation(
          '-',
          termOf({ kind: 'constant', type: left, value: 0n }, rules),
          termOf(variable('a', left), rules),
          rules,
        ),
        termOf(agreeingNegation(variable('a', left), rules), rules),
        [left, left],
      ),
      ...types.flatMap((right) =>
        signs.flatMap((sign) => {
          const [a, b] = [variable('a', left), variable('b', right)];
          const original = operation(sign, termOf(a, rules), termOf(b, rules), rules);
          const repair = agreeingBinary({ sign, left: a, right: b }, false, rules);
          return questions(original, termOf(repair, rules), [left, right]);
        }),
      ),
    ]),
  );
}

/** Yields nothing if z3 is not installed: it is a package of Debian. */
export function* proof(): Iterable<Measurement> {
  if (spawnSync('z3', ['--version']).error !== undefined) {
    console.error('z3 is not installed: no proof');
    return;
  }
  const asked = allQuestions();
  const output = execFileSync('z3', ['-in', '-t:5000'], {
    input: [...declaredDivisions(), ...asked].join('\n'),
    encoding: 'utf8',
  });
  const answers = output.trim().split('\n');
  const count = (answer: string): number => answers.filter((each) => each === answer).length;
  const how = `${asked.length} questions: 7 operators and the negation, 4 types a side of 32 and 64 bits, three languages; z3`;
  const none = { unit: 'questions', goal: { atMost: 0 }, how };
  yield {
    name: 'values for which a repair is wrong',
    value: asked.length - count('unsat') - count('unknown'),
    ...none,
  };
  yield { name: 'repairs that z3 cannot decide in 5 s', value: count('unknown'), ...none };
}
