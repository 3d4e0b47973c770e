/**
 * A target that was found by its text, before it starts: all facts that a campaign, a finding or a page
 * needs.
 *
 * Invariant: the text opens the same target again, in another process and on another day.
 */
import type { NameOptions, EdgeNames } from './features/edge-names.ts';
import type { CheckResult } from './check.ts';
import type { Target } from './target.ts';

export interface TargetWorld {
  readonly cache: string;
  readonly searchPath: string;
  /** The folder for a target's relative path; by default the working folder of the process. */
  readonly cwd?: string;
  /** The person's environment, from which a program gets only options of sanitizers and library paths. */
  readonly env?: Readonly<Record<string, string | undefined>>;
}

export type TargetKind = 'instrumented' | 'own' | 'stock' | 'executable' | 'command' | 'centipede';

export interface FoundTarget {
  readonly kind: TargetKind;
  /** The canonical text, which opens the target again. */
  readonly name: string;
  readonly build: Build;
  /** The program to start: the server of a build, or the compiler as Debian ships it. */
  readonly program: string;
  /** The folder of the source files that line tables name. */
  readonly sourceTree?: string;
  /** Sentences for the person at the beginning of a campaign. */
  readonly notes?: readonly string[];
  /** Starts the target; each call starts another process. */
  open(): Promise<Target>;
  /**
   * Checks that the target accepts an input, and that bad ends are noticed. Absent for compilers, which
   * `checkTarget` checks.
   */
  check?(input: Uint8Array): AsyncGenerator<CheckResult>;
  /** Names for the edges. Absent if the target has none. */
  names?(options: Pick<NameOptions, 'cache' | 'searchPath'>): Promise<EdgeNames>;
}

/** A kind of targets: a row of the table for finding a text's target. */
export interface KindOfTarget {
  /** Undefined if the text is of another kind; throws if it is of this kind and cannot be opened. */
  find(text: string, world: TargetWorld): Promise<FoundTarget | undefined>;
  /** The target of a build from a campaign, under its name there; the name may mean another build now. */
  findBuild?(build: string, world: TargetWorld, name: string): Promise<FoundTarget | undefined>;
}

/** The settings of a campaign that change the features of a build. */
export interface BuildSettings {
  readonly args: readonly string[];
  /** The tier of options that are drawn; `none` if none are. */
  readonly tier: string;
  readonly machines: readonly string[];
}

/** The identity of a build: features mean something only for one build with the same settings. */
export class Build {
  /** A word that differs for any two builds of a target. */
  readonly key: string;

  constructor(key: string) {
    this.key = key;
  }

  /** The text that campaigns and corpora keep. */
  under({ args, tier, machines }: BuildSettings): string {
    const where = machines.length === 0 ? '' : ` for ${machines.join(', ')}`;
    return [this.key, ...args, ...(tier === 'none' ? [] : [`(${tier} options${where})`])].join(' ');
  }

  /** True if a kept text is about this build, under any settings. */
  isOf(text: string): boolean {
    return text === this.key || text.startsWith(`${this.key} `);
  }
}
