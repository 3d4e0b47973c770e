/**
 * The planted defects that variants show and their program does not. The compile of a variant itself tells which defects
 * act. Only if a defect acts that was not shown yet, the variant is asked for its truth, at nobody's cost.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Laboratory } from '../../src/oracle/index.ts';
import type { Program } from '../../src/program/index.ts';
import { reportedIn, reportingArgs } from '../../lab/planted/switches.ts';
import { compilerArgs } from '../planted/programs.ts';
import { PLANTED, truthOf } from '../planted/truth.ts';

/** Variants that are asked for their truth on account of one defect; most defects act and do no harm. */
const ASKED = 8;

export class ShownBeside {
  readonly shown: Set<string> = new Set();
  readonly #laboratory: Laboratory;
  readonly #known: ReadonlySet<string>;
  readonly #asked = new Map<string, number>();
  readonly #folder: string = mkdtempSync(join(tmpdir(), 'cgfuzz-shown-'));

  private constructor(laboratory: Laboratory, known: ReadonlySet<string>) {
    this.#laboratory = laboratory;
    this.#known = known;
  }

  static async beside(laboratory: Laboratory, program: Program): Promise<ShownBeside> {
    return new ShownBeside(laboratory, new Set((await truthOf(laboratory, program, compilerArgs)).showing));
  }

  /** Arguments of the compile of the next variant. */
  get telling(): readonly string[] {
    return reportingArgs(PLANTED, this.#report);
  }

  get #report(): string {
    return join(this.#folder, 'report');
  }

  /** The program that was compiled just now. */
  async take(program: Program): Promise<void> {
    const acting = reportedIn(this.#report);
    rmSync(this.#report, { force: true });
    const open = acting.filter((name) => !this.#known.has(name) && !this.shown.has(name));
    const asking = open.filter((name) => (this.#asked.get(name) ?? 0) < ASKED);
    if (asking.length === 0) return;
    for (const name of open) this.#asked.set(name, (this.#asked.get(name) ?? 0) + 1);
    const { showing } = await truthOf(this.#laboratory, program, compilerArgs);
    for (const name of showing) if (!this.#known.has(name)) this.shown.add(name);
  }

  close(): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
