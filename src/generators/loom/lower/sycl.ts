/**
 * Kernels of SYCL: each test function runs as one task of a queue.
 *
 * A kernel sees only the data of the program that it receives. So a test function receives all data of its
 * body as parameters, and the driver passes buffers over the same data. The data that the kernel wrote are
 * back after the buffers' end of life.
 */
import type { LoomProgram, Passed, TestFunction, Variable } from '../ir/nodes.ts';
import { elementCount, usesOf } from '../ir/walk.ts';
import { globalsOf } from './data.ts';
import { dimensionsText, type Printer } from './printer.ts';

/** The program, with test functions that receive everything as parameters. */
export function withAllHanded(program: LoomProgram): LoomProgram {
  const data = globalsOf(program);
  return { ...program, functions: program.functions.map((test) => handed(test, data)) };
}

function handed(test: TestFunction, data: readonly Variable[]): TestFunction {
  const drawn = new Map(test.passed?.map((each) => [each.of.name, each]));
  const { names } = usesOf(test.body);
  const passed: Passed[] = data
    .filter(({ name }) => names.has(name))
    .map((of) => drawn.get(of.name) ?? { of, byValue: false, isRestrict: false });
  return { ...test, passed };
}

/** Statements that run a test function as a kernel. */
export function kernelText({ name, passed = [] }: TestFunction, printer: Printer): string {
  const data = passed.map(({ of }) => of as Variable);
  return [
    '  {\n    sycl::queue queue;\n',
    ...data.map((each) => bufferText(each, printer)),
    '    queue.submit([&](sycl::handler &handler) {\n',
    ...data.map(
      (each) => `      sycl::accessor a_${each.name}(b_${each.name}, handler, sycl::read_write);\n`,
    ),
    `      handler.single_task([=]() { ${name}(${data.map((each) => argumentText(each, printer)).join(', ')}); });\n`,
    '    });\n  }\n',
  ].join('');
}

function bufferText(variable: Variable, printer: Printer): string {
  const { name, type, dimensions } = variable;
  const first = `&${name}${'[0]'.repeat(dimensions.length)}`;
  return `    sycl::buffer<${printer.type(type)}> b_${name}(${first}, sycl::range<1>(${elementCount(variable)}));\n`;
}

/** An array is passed as a row of elements, and is an array again in the kernel. */
function argumentText({ name, type, dimensions }: Variable, printer: Printer): string {
  if (dimensions.length === 0) return `a_${name}[0]`;
  return `reinterpret_cast<${printer.type(type)} (&)${dimensionsText(dimensions)}>(a_${name}[0])`;
}
