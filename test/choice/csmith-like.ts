/**
 * A generator with the shape of Csmith, as a workload. Functions hold blocks of statements of expressions, labels and
 * choices are as uneven in frequency as in Csmith, and chains of scopes draw nothing themselves.
 *
 * `program(draw, choices)` stops growing after about that many choices: there are roughly ten scopes to seven of them.
 */
import type { Draw } from '../../src/choice/engine/draw.ts';

const statements = [
  [30, 'assign'],
  [16, 'if'],
  [14, 'for'],
  [12, 'call'],
  [9, 'array'],
  [6, 'return'],
  [4, 'break'],
  [3, 'goto'],
  [6, 'block'],
] as const;

const expressions = [
  [34, 'constant'],
  [38, 'variable'],
  [16, 'binary'],
  [5, 'unary'],
  [4, 'call'],
  [2, 'assign'],
  [1, 'comma'],
] as const;

const binaryOperators = 18;
const integerTypes = 8;
const sizeChoices = 70;

export function program(draw: Draw, choices: number): void {
  let drawn = 0;
  let functions = 0;

  const count = <T>(answer: T): T => {
    drawn++;
    return answer;
  };
  const isFull = (): boolean => drawn >= choices;
  const within = (labels: readonly string[], body: () => void): void => {
    const [first, ...rest] = labels;
    if (first === undefined) body();
    else draw.scope(first, () => within(rest, body));
  };

  const type = (): void =>
    within(['Type::choose_random', 'Type::choose_random_nonvoid'], () => {
      if (count(draw.boolean(0.8))) within(['Type::simple'], () => count(draw.pick(integerTypes)));
      else within(['Type::pointer'], () => count(draw.pick(3)));
    });

  const constant = (): void =>
    within(['Constant::make_random', 'GenerateRandomConstant', 'GenerateRandomInt'], () => {
      const width = count(
        draw.weighted([
          [5, 8],
          [4, 16],
          [6, 32],
          [2, 64],
        ]),
      );
      if (count(draw.boolean(0.5))) count(draw.integer(-10, 10));
      else if (width === 64) count(draw.integer(0n, 2n ** 64n - 1n));
      else count(draw.integer(0, 2 ** width - 1));
    });

  const variable = (depth: number): void =>
    within(['ExpressionVariable::make_random', 'VariableSelector::select'], () => {
      const scope = count(
        draw.weighted([
          [35, 'global'],
          [30, 'local'],
          [30, 'parameter'],
          [5, 'new'],
        ]),
      );
      if (scope === 'new') {
        within(['VariableSelector::create', 'Variable::CreateVariable'], () => {
          within(['CVQualifiers::random_qualifiers'], () => {
            count(draw.boolean(0.1));
            count(draw.boolean(0.1));
          });
          type();
          constant();
        });
      } else {
        within(['VariableSelector::choose_var', 'VariableSelector::choose_ok_var'], () => {
          // Data-dependent bounds: how many variables are in sight.
          const inSight = 2 + ((functions * 7 + depth * 3) % 29);
          count(draw.integer(0, inSight));
        });
      }
    });

  const expression = (depth: number): void =>
    within(['Expression::make_random'], () => {
      const kind = depth > 5 ? 'variable' : count(draw.weighted(expressions));
      switch (kind) {
        case 'constant':
          return constant();
        case 'variable':
          return variable(depth);
        case 'binary':
          return within(['ExpressionFuncall::make_random', 'FunctionInvocation::make_random_binary'], () => {
            count(draw.pick(binaryOperators));
            within(['SafeOpFlags::make_random_binary'], () => {
              count(draw.boolean(0.5));
              count(draw.pick(4));
            });
            expression(depth + 1);
            expression(depth + 1);
          });
        case 'unary':
          return within(['ExpressionFuncall::make_random', 'FunctionInvocation::make_random_unary'], () => {
            count(draw.pick(4));
            expression(depth + 1);
          });
        case 'call':
          return within(
            ['ExpressionFuncall::make_random', 'FunctionInvocationUser::build_invocation'],
            () => {
              const parameters = count(draw.pick(5));
              for (let i = 0; i < parameters; i++) within(['Parameter'], () => expression(depth + 2));
            },
          );
        case 'assign':
          return within(['ExpressionAssign::make_random', 'Lhs::make_random'], () => {
            variable(depth);
            expression(depth + 1);
          });
        case 'comma':
          return within(['ExpressionComma::make_random'], () => {
            expression(depth + 1);
            expression(depth + 1);
          });
      }
    });

  const statement = (depth: number): void =>
    within(['Statement::make_random'], () => {
      const kind = depth > 4 ? 'assign' : count(draw.weighted(statements));
      switch (kind) {
        case 'assign':
          return within(['StatementAssign::make_random'], () => {
            type();
            count(draw.pick(12));
            within(['Lhs::make_random'], () => variable(0));
            expression(0);
          });
        case 'if':
          return within(['StatementIf::make_random'], () => {
            expression(1);
            block(depth + 1);
            if (count(draw.boolean(0.5))) block(depth + 1);
          });
        case 'for':
          return within(['StatementFor::make_random', 'StatementFor::make_iteration'], () => {
            count(draw.integer(-30, 30));
            count(draw.pick(6));
            count(draw.integer(1, 9));
            block(depth + 1);
          });
        case 'call':
          return within(['StatementExpr::make_random'], () => expression(1));
        case 'array':
          return within(['StatementArrayOp::make_random'], () => {
            const dimensions = 1 + count(draw.pick(3));
            for (let i = 0; i < dimensions; i++) within(['Dimension'], () => count(draw.integer(1, 10)));
            expression(2);
          });
        case 'return':
          return within(['StatementReturn::make_random'], () => expression(2));
        case 'break':
          return within(['StatementBreak::make_random'], () => expression(2));
        case 'goto':
          return within(['StatementGoto::make_random'], () => {
            count(draw.integer(0, sizeChoices));
            expression(2);
          });
        case 'block':
          return block(depth + 1);
      }
    });

  const block = (depth: number): void =>
    within(['Block::make_random'], () => {
      const locals = count(draw.integer(0, 3));
      for (let i = 0; i < locals; i++) variable(0);
      const length = 1 + count(draw.integer(0, 4));
      for (let i = 0; i < length && !isFull(); i++) statement(depth);
    });

  while (!isFull()) {
    functions++;
    within(['Function::make_random'], () => {
      type();
      const parameters = count(draw.integer(0, 5));
      for (let i = 0; i < parameters; i++) within(['Parameter'], type);
      block(0);
    });
  }
}
