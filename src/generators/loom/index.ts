/**
 * Loom: valid C and C++ programs whose output is known without compiling them.
 *
 * There are three separate steps. The drawing step builds the program and sees no value. The settling step
 * computes every value, repairs undefined operations, and asks for no choice. The lowering step prints the
 * text.
 */
import { isDeepStrictEqual } from 'node:util';
import type { Draw } from '../../choice/index.ts';
import {
  markersCalled,
  type PlantedKind,
  type Program,
  programOf,
  withMarkersUnit,
} from '../../program/index.ts';
import { drawProgram } from './draw/program.ts';
import { retype } from './ir/narrow.ts';
import type { LoomProgram } from './ir/nodes.ts';
import { stayInSwitches } from './lower/foreach.ts';
import { oneFile } from './lower/one-file.ts';
import { inputOf } from './lower/input.ts';
import { unitsOf } from './lower/units.ts';
import { presetOf, type Switch } from './policy/switches.ts';
import { C, type LanguageRules } from './rules/language.ts';
import { Planting } from './settle/planting.ts';
import { Settling } from './settle/settling.ts';
import { statementTable } from './statements/table.ts';
import { checksum, interpretedOutput } from './truth/checksum.ts';
import { Memory } from './truth/memory.ts';

export interface LoomResult {
  readonly program: Program;
  /** The text that the program prints if a correct compiler compiled it. */
  readonly output: string;
  /** The output once more, by plain execution of the finished program. */
  readonly interpreted: () => string;
}

export interface LoomOptions {
  readonly rules?: LanguageRules;
  /** The size in bytes; by default it is drawn. */
  readonly bytes?: number;
  /** The largest size, as a power of two, in statements. */
  readonly maxSize?: number;
  /** One file, or separate files for the test functions, a header and a driver; see `lower/units.ts`. */
  readonly shape?: 'one file' | 'units';
  /** The features that may occur; by default all features of the language. */
  readonly switches?: ReadonlySet<Switch>;
}

export function loom(
  draw: Draw,
  { rules = C, maxSize = 10, shape = 'one file', ...options }: LoomOptions = {},
): LoomResult {
  const switches = options.switches ?? presetOf('all', rules);
  const wish = { maxSize, bytes: options.bytes, switches, statements: statementTable };
  const { program: drawn, prefersAgreeing } = drawProgram(draw, wish);
  if (rules.types !== undefined) retype(drawn, rules.types);
  if (rules.isIspc) stayInSwitches(drawn.functions);
  const memory = new Memory(drawn.variables);
  const planting = drawn.planting === undefined ? undefined : new Planting(drawn.planting);
  const settling = new Settling({ rules, memory, prefersAgreeing, statements: statementTable, planting });
  settling.program(drawn);
  const program: LoomProgram = {
    ...drawn,
    // The driver of a program in units calls its functions.
    ...(shape === 'units' ? { isOpen: false } : {}),
  };
  const print = (planted: PlantedKind | undefined): Program => {
    const given = { ...program, planted };
    if (shape === 'units') return inUnits(given, rules);
    return programOf(oneFile(given, rules, statementTable), rules.name);
  };
  const text = planting === undefined ? print(undefined) : printFault(planting, print);
  return {
    program: withMarkers({ ...text, files: [...text.files, ...inputOf(program)] }),
    output: checksum(program, memory),
    interpreted: () => interpretedOutput(program, rules, statementTable),
  };
}

/** Without a fault, if a repair of the expression around it has removed the faulty operation. */
function printFault(planting: Planting, print: (planted: PlantedKind | undefined) => Program): Program {
  const repaired = print(planting.kind);
  planting.turn();
  const faulty = print(planting.kind);
  planting.turn();
  const isThere = planting.isStatement || !isDeepStrictEqual(repaired.files, faulty.files);
  return isThere ? faulty : print(undefined);
}

function withMarkers(program: Program): Program {
  const { dead, live } = markersCalled(program);
  return dead.size + live.size === 0 ? program : withMarkersUnit(program);
}

function inUnits(program: LoomProgram, rules: LanguageRules): Program {
  const encoder = new TextEncoder();
  const [main, header, driver] = unitsOf(program, rules, statementTable);
  const files = [main, header, driver].map(({ path, text }) => ({ path, bytes: encoder.encode(text) }));
  return { files, main: main.path, beside: [driver.path], language: rules.isIspc ? 'ispc' : rules.name };
}
