/**
 * The forms of a graph: labels and jumps, a loop over a switch, functions that call each other last, or `longjmp`.
 *
 * All forms of a graph do the same. Variables begin with globals and end in them.
 */
import type { SmallCell } from '../code.ts';
import type { FlowBlock, FlowGraph } from './graph.ts';

export const forms = ['labels', 'machine', 'tails', 'setjmp'] as const;
export type Form = (typeof forms)[number];

export interface FormOptions {
  readonly name: string;
  readonly graph: FlowGraph;
  readonly cells: readonly SmallCell[];
  /** Names of the globals, in the order of the cells; the last one is the fuel. */
  readonly globals: readonly string[];
}

export function graphText(form: Form, options: FormOptions): string {
  switch (form) {
    case 'labels':
      return labelled(options);
    case 'machine':
      return machine(options);
    case 'tails':
      return tails(options);
    case 'setjmp':
      return jumping(options);
  }
}

const head = (name: string): string => `static __attribute__((noinline)) void ${name}(void) {\n`;

function allCells({ cells, graph }: FormOptions): readonly SmallCell[] {
  return [...cells, graph.fuel];
}

function locals(options: FormOptions, qualifier = ''): string {
  return allCells(options)
    .map(({ type, name }, at) => `${qualifier}${type.name} ${name} = ${options.globals[at]};\n`)
    .join('');
}

function results(options: FormOptions): string {
  return allCells(options)
    .map(({ name }, at) => `${options.globals[at]} = ${name};\n`)
    .join('');
}

/** The text of an exit, if `go` is the text of a jump to a block. */
function exitText(
  { exit }: FlowBlock,
  go: (to: number) => string,
  table?: (targets: readonly number[], at: string) => string,
): string {
  switch (exit.kind) {
    case 'go':
      return `${go(exit.to)}\n`;
    case 'branch':
      return `if (${exit.test.text()}) { ${go(exit.yes)} }\n${go(exit.to)}\n`;
    case 'switch': {
      const cases = exit.cases.map(([value, to]) => `case ${value}: ${go(to)}\n`).join('');
      return `switch (${exit.on.text()}) {\n${cases}default: ${go(exit.to)}\n}\n`;
    }
    case 'table':
      if (table !== undefined) return table(exit.targets, exit.at.text());
      return `switch (${exit.at.text()}) {\n${exit.targets.map((to, at) => `case ${at}: ${go(to)}\n`).join('')}default: __builtin_unreachable();\n}\n`;
    case 'asm':
      return `${go(exit.to)}\n`;
  }
}

function fuelText({ fuelled, fuel }: FlowGraph, at: number, out: string): string {
  return fuelled.has(at) ? `if (--${fuel.name} < 0) ${out}\n` : '';
}

function actsText({ acts }: FlowBlock): string {
  return acts.map((act) => act.text()).join('');
}

function labelled(options: FormOptions): string {
  const { graph, name } = options;
  const label = (to: number): string => (to >= graph.blocks.length ? 'out' : `b${to}`);
  const go = (to: number): string => `goto ${label(to)};`;
  const body = graph.blocks.map((block, at) => {
    const { exit } = block;
    const isNever = exit.kind === 'asm';
    const aside = isNever ? `__asm__ goto ("" : : : "memory" : ${label(exit.never)});\n` : '';
    const table = (targets: readonly number[], index: string): string =>
      `{\nstatic const void *const table[] = {${targets.map((to) => `&&${label(to)}`).join(', ')}};\ngoto *table[${index}];\n}\n`;
    return `b${at}:;\n${fuelText(graph, at, 'goto out;')}${actsText(block)}${aside}${exitText(block, go, table)}`;
  });
  return `${head(name)}${locals(options)}${body.join('')}out:;\n${results(options)}}\n`;
}

function machine(options: FormOptions): string {
  const { graph, name } = options;
  const go = (to: number): string => `state = ${to}; break;`;
  // A switch within the machine would take the `break`: there the state alone is set.
  const body = graph.blocks.map((block, at) => {
    const isInner = block.exit.kind === 'switch' || block.exit.kind === 'table';
    const text = exitText(block, isInner ? go : (to) => `state = ${to}; continue;`);
    return `case ${at}:\n${fuelText(graph, at, 'goto out;')}${actsText(block)}${text}${isInner ? 'continue;\n' : ''}`;
  });
  return `${head(name)}${locals(options)}for (unsigned state = 0;;) {\nswitch (state) {\n${body.join('')}default: goto out;\n}\n}\nout:;\n${results(options)}}\n`;
}

const musttail = `#if defined __has_attribute && __has_attribute(musttail)
#define LAST __attribute__((musttail)) return
#else
#define LAST return
#endif
`;

function tails(options: FormOptions): string {
  const { graph, name } = options;
  const cells = allCells(options);
  const parameters = cells.map((cell) => `${cell.type.name} ${cell.name}`).join(', ');
  const given = cells.map((cell) => cell.name).join(', ');
  const called = (to: number): string => (to >= graph.blocks.length ? `${name}_out` : `${name}_${to}`);
  const go = (to: number): string => `LAST ${called(to)}(${given});`;
  const table = (targets: readonly number[], index: string): string =>
    `{\nstatic int (*const table[])(${parameters}) = {${targets.map(called).join(', ')}};\nLAST table[${index}](${given});\n}\n`;
  const names = [...graph.blocks.map((_, at) => `${name}_${at}`), `${name}_out`];
  const bodies = graph.blocks.map((block, at) => {
    const fuel = fuelText(graph, at, go(graph.blocks.length));
    return `static int ${name}_${at}(${parameters}) {\n${fuel}${actsText(block)}${exitText(block, go, table)}}\n`;
  });
  return [
    `#ifndef LAST\n${musttail}#endif\n`,
    ...names.map((each) => `static int ${each}(${parameters});\n`),
    `static int ${name}_out(${parameters}) {\n${results(options)}return 0;\n}\n`,
    ...bodies,
    `${head(name)}${name}_0(${options.globals.join(', ')});\n}\n`,
  ].join('');
}

/** No header is needed: both functions have these names in the GNU library. */
const jumps = `#ifndef JUMPS
#define JUMPS
typedef long jumps[64];
int _setjmp(jumps) __attribute__((returns_twice));
void longjmp(jumps, int) __attribute__((noreturn));
#endif
`;

function jumping(options: FormOptions): string {
  const { graph, name } = options;
  const count = graph.blocks.length;
  const go = (to: number): string => `${name}_jump(${to + 1});`;
  const body = graph.blocks.map((block, at) => {
    const first = at === 0 ? 'case 0:\n' : '';
    return `${first}case ${at + 1}:\n${fuelText(graph, at, 'break;')}${actsText(block)}${exitText(block, go)}`;
  });
  return [
    jumps,
    `static jumps ${name}_at;\n`,
    `static __attribute__((noinline, noreturn)) void ${name}_jump(int to) { longjmp(${name}_at, to); }\n`,
    `${head(name)}${locals(options, 'volatile ')}switch (_setjmp(${name}_at)) {\n${body.join('')}case ${count + 1}: break;\n}\n`,
    `${results(options)}}\n`,
  ].join('');
}
