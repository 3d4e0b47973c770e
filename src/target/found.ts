/**
 * A target that was found by its text, before anything is started: all that a campaign, a finding or a page must know of it.
 *
 * Invariant: the text opens the same target again, in another process and on another day.
 */
import type { NameOptions, EdgeNames } from './features/edge-names.ts';
import type { CheckResult } from './check.ts';
import type { Target } from './target.ts';

export interface TargetWorld {
  readonly cache: string;
  readonly searchPath: string;
  /** The folder in which a relative path of a target begins; that of the process if it is not given. */
  readonly cwd?: string;
  /** The person's environment: of it a program sees options of sanitizers, and where libraries lie. */
  readonly env?: Readonly<Record<string, string | undefined>>;
}

export type TargetKind = 'instrumented' | 'own' | 'stock' | 'executable' | 'command' | 'centipede';

export interface FoundTarget {
  readonly kind: TargetKind;
  /** The canonical text, which opens the target again. */
  readonly name: string;
  readonly build: Build;
  /** The program that is started: the server of a build, or the compiler as Debian ships it. */
  readonly program: string;
  /** The folder of the source files that line tables name. */
  readonly sourceTree?: string;
  /** Sentences that a person is told when a campaign begins. */
  readonly notes?: readonly string[];
  /** Starts the target, as often as it is called. */
  open(): Promise<Target>;
  /** Shows that an input is accepted, and that bad ends are noticed. Absent for compilers, which `checkTarget` knows. */
  check?(input: Uint8Array): AsyncGenerator<CheckResult>;
  /** Names for the edges. Absent if the target has none. */
  names?(options: Pick<NameOptions, 'cache' | 'searchPath'>): Promise<EdgeNames>;
}

/** A kind of targets: a row of the table in which a text is looked up. */
export interface KindOfTarget {
  /** Undefined if the text is of another kind; an error if it is of this kind and cannot be opened. */
  find(text: string, world: TargetWorld): Promise<FoundTarget | undefined>;
  /** The target of a build that a campaign once ran, under the name that it has there; the name may mean another one now. */
  findBuild?(build: string, world: TargetWorld, name: string): Promise<FoundTarget | undefined>;
}

/** The settings of a campaign under which one build shows other features. */
export interface BuildSettings {
  readonly args: readonly string[];
  /** The tier of options that are drawn; `none` if none are. */
  readonly tier: string;
  readonly machines: readonly string[];
}

/** The identity of a build: features mean something only to one build, and under the same settings. */
export class Build {
  /** One word, which differs for any two builds of a target. */
  readonly key: string;

  constructor(key: string) {
    this.key = key;
  }

  /** The text that campaigns and corpora keep. */
  under({ args, tier, machines }: BuildSettings): string {
    const where = machines.length === 0 ? '' : ` for ${machines.join(', ')}`;
    return [this.key, ...args, ...(tier === 'none' ? [] : [`(${tier} options${where})`])].join(' ');
  }

  /** Whether a kept text is of this build, under any settings. */
  isOf(text: string): boolean {
    return text === this.key || text.startsWith(`${this.key} `);
  }
}
