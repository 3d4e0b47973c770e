/**
 * Objects that are linked with a test: drivers, data. Invariant: a compiler that is not under test compiles
 * each object once, without optimisation. So a difference between two programs comes only from the test.
 */
import { createHash } from 'node:crypto';
import { type Program, type ProgramFile, besideIn, languageArgs } from '../program/index.ts';
import { newestCompiler } from '../build/index.ts';
import { stockName } from '../target/index.ts';
import type { Laboratory } from './laboratory.ts';
import { type CompilerConfiguration, labelOf } from './configurations.ts';
import { laboratoryTuning } from './tuning.ts';

interface Compiled {
  readonly objects: readonly ProgramFile[];
  /** The compiler's complaint, if compiling failed. */
  readonly said?: string;
}

const MAX_KNOWN = laboratoryTuning.maxUnitsKnown.value;

export class BesideUnits {
  readonly #laboratory: Laboratory;
  readonly #known = new Map<string, Compiled>();

  constructor(laboratory: Laboratory) {
    this.#laboratory = laboratory;
  }

  async compiled(
    program: Program,
    args: readonly string[],
    by: CompilerConfiguration | undefined,
  ): Promise<Compiled> {
    const units = besideIn(program);
    if (units.length === 0) return { objects: [] };
    const configurations = by === undefined ? this.#usual(args) : [by];
    const key = keyOf(program, configurations);
    const known = this.#known.get(key) ?? (await this.#compile(units, configurations));
    this.#known.delete(key);
    this.#known.set(key, known);
    for (const oldest of this.#known.keys()) if (this.#known.size > MAX_KNOWN) this.#known.delete(oldest);
    return known;
  }

  /** The first compiler that accepts all units; one family may not know the flags of the other. */
  async #compile(
    units: readonly Program[],
    configurations: readonly CompilerConfiguration[],
  ): Promise<Compiled> {
    let said = 'no compiler is installed that could compile what is linked with the test';
    for (const configuration of configurations) {
      const objects: ProgramFile[] = [];
      for (const unit of units) {
        const [execution] = await this.#laboratory.compile(unit, [configuration]);
        if (execution?.outcome !== 'ok') {
          said = `${unit.main}: ${execution?.text.trim() || execution?.outcome}`;
          break;
        }
        objects.push({ path: `beside-${objects.length}.o`, bytes: execution.output });
      }
      if (objects.length === units.length) return { objects };
    }
    return { objects: [], said };
  }

  #usual(args: readonly string[]): CompilerConfiguration[] {
    const { searchPath } = this.#laboratory.world;
    return [newestCompiler('gcc', searchPath), newestCompiler('clang', searchPath)]
      .filter((compiler) => compiler !== undefined)
      .map((compiler) => ({
        compiler: stockName(compiler),
        args: ['-O0', '-w', ...languageArgs(args)],
      }));
  }
}

/** The key leaves out the test itself: no unit beside it includes the test. */
function keyOf({ files, main, beside = [] }: Program, by: readonly CompilerConfiguration[]): string {
  const hash = createHash('sha1');
  for (const words of [beside, by.map(labelOf)]) hash.update(`${words.join('\0')}\0\0`);
  for (const { path, bytes } of files)
    if (path !== main) hash.update(`${path}\0${bytes.length}\0`).update(bytes);
  return hash.digest('base64');
}
