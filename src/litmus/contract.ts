/**
 * Contract: the outcomes that a concurrent program may show, as a file beside it. A program with its contract
 * is complete without its choices.
 *
 * Invariant: a contract belongs to one text and names it; the reader refuses other texts, versions and
 * models.
 */
import {
  aNumber,
  aText,
  fieldsOf,
  listOf,
  oneOf,
  optional,
  parseJsonAs,
  type Shape,
  variantOf,
} from '../util/shape.ts';
import { UserError } from '../util/user-error.ts';
import { writeCLitmus } from './notation/write-c.ts';
import type { Simulation } from './program/simulate.ts';
import {
  type Bits,
  type LitmusProgram,
  type Observed,
  oddWidths,
  type SharedLocation,
} from './program/syntax.ts';

/** The name of the file. */
export const CONTRACT_FILE = 'contract.json';
const VERSION = 1;
const MODEL = 'RC11';

export interface Contract {
  /** The accesses of the base test without orders and values, as in `Wx Ry | Wy Rx`. */
  readonly shape: string;
  /** The test that the outcomes belong to, as a C litmus text. */
  readonly test: string;
  readonly threads: number;
  /** Shared variables of the program that is compiled. */
  readonly locations: readonly SharedLocation[];
  readonly observed: readonly Observed[];
  readonly allowed: readonly string[];
  /** Outcomes that only weaker readings of the standard allow. */
  readonly tolerated: readonly string[];
}

export interface ContractFile extends Contract {
  readonly version: number;
  readonly model: string;
  /** The hash of the program's text that the contract is about. */
  readonly text: string;
}

export interface ContractParts {
  /** The program that is compiled. */
  readonly program: LitmusProgram;
  /** The simulated test; by default the program itself. */
  readonly test?: LitmusProgram;
  readonly simulation: Pick<Simulation, 'outcomes'>;
  readonly shape?: string;
}

export function contractOf({ program, test = program, simulation, shape = '' }: ContractParts): Contract {
  const those = (permission: string): string[] =>
    [...simulation.outcomes].filter(([, each]) => each === permission).map(([outcome]) => outcome);
  return {
    shape,
    test: writeCLitmus(test, 'exists (true)'),
    threads: program.threads.length,
    locations: program.locations,
    observed: program.observed,
    allowed: those('allowed').toSorted(),
    tolerated: those('tolerated').toSorted(),
  };
}

/**
 * A line of the short notation without the parts that differ between tests of one kind: orders, values and
 * fences.
 */
export function shapeOfLine(line: string): string {
  return line
    .replace(/^[^:|]*:/, '')
    .replace(/;.*$/, '')
    .split('|')
    .map((thread) =>
      thread
        .split(' ')
        .filter((word) => /^[WRXA]/.test(word))
        .map((word) => word.slice(0, 2))
        .join(' '),
    )
    .join(' | ');
}

export function writeContract(contract: Contract, text: string): string {
  const file: ContractFile = { version: VERSION, model: MODEL, text, ...contract };
  return `${JSON.stringify(file, undefined, 1)}\n`;
}

const aWidth: Shape<Bits> = {
  problem: (value, at) =>
    value === 32 || oddWidths.some((bits) => bits === value) ? undefined : `${at} is no width that is known`,
};

const shape = fieldsOf<ContractFile>({
  version: aNumber,
  model: aText,
  text: aText,
  shape: aText,
  test: aText,
  threads: aNumber,
  locations: listOf(
    fieldsOf<SharedLocation>({
      name: aText,
      initial: aNumber,
      bits: optional(aWidth),
      within: optional(aText),
    }),
  ),
  observed: listOf(
    variantOf<Observed>('kind', {
      local: fieldsOf<Extract<Observed, { kind: 'local' }>>({
        kind: oneOf('local'),
        thread: aNumber,
        name: aText,
      }),
      location: fieldsOf<Extract<Observed, { kind: 'location' }>>({ kind: oneOf('location'), name: aText }),
    }),
  ),
  allowed: listOf(aText),
  tolerated: listOf(aText),
});

/** Refuses a contract of another version, and a contract of another text. */
export function readContract(json: string, text: string): ContractFile {
  let contract: ContractFile;
  try {
    contract = parseJsonAs(shape, json);
  } catch (error) {
    throw new UserError(`${CONTRACT_FILE} is no contract: ${error instanceof Error ? error.message : ''}`);
  }
  const { version, model } = contract;
  if (version !== VERSION || model !== MODEL) {
    throw new UserError(
      `${CONTRACT_FILE} is of version ${version} and model ${model}; known: version ${VERSION}, ${MODEL}`,
      ['make the program anew with this version of cgfuzz'],
    );
  }
  if (contract.text !== text) {
    throw new UserError(`${CONTRACT_FILE} belongs to another program`, [
      'a contract holds for the very text that it was made with',
    ]);
  }
  return contract;
}
