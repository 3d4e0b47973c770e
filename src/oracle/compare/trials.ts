/** Trials of a compiler that is suspected of wrong code, with other flags: is the program still wrong? */
import type { Program } from '../../program/index.ts';
import type { Execution } from '../../serve/index.ts';
import type { BehaviourOptions } from '../../laboratory/index.ts';
import type { Laboratory } from '../../laboratory/index.ts';
import type { CompilerConfiguration } from '../../laboratory/index.ts';
import { runUntilWrong } from './unstable.ts';
import type { Expectation } from './vote.ts';

export interface Suspect extends Expectation {
  readonly configuration: CompilerConfiguration;
}

export interface Trial {
  readonly isWrong: boolean;
  readonly execution: Execution | undefined;
}

/** A way to try a compiler with other flags: by the program's behaviour, or by its IR. */
export interface Tries {
  tryWith(extra: readonly string[]): Promise<Trial>;
  irWith(extra: readonly string[]): Promise<string>;
}

export class Trials implements Tries {
  readonly #laboratory: Laboratory;
  readonly #program: Program;
  readonly #suspect: Suspect;
  readonly #options: BehaviourOptions;

  constructor(laboratory: Laboratory, program: Program, suspect: Suspect, options: BehaviourOptions) {
    this.#laboratory = laboratory;
    this.#program = program;
    this.#suspect = suspect;
    this.#options = options;
  }

  /** A trial is wrong if the program runs and misbehaves; a compiler that fails says nothing. */
  async tryWith(extra: readonly string[]): Promise<Trial> {
    const { behaviour, isWrong } = await runUntilWrong(
      this.#laboratory,
      this.#program,
      this.#with(extra),
      this.#suspect,
      this.#options,
    );
    return { isWrong, execution: behaviour?.execution };
  }

  /** The program's IR after optimisation, as text. */
  async irWith(extra: readonly string[]): Promise<string> {
    const [execution] = await this.#laboratory.compile(
      this.#program,
      [this.#with(extra)],
      this.#options,
      'ir-after-passes',
    );
    return Buffer.from(execution?.output ?? []).toString();
  }

  #with(extra: readonly string[]): CompilerConfiguration {
    const { configuration } = this.#suspect;
    return { ...configuration, args: [...configuration.args, ...extra] };
  }
}
