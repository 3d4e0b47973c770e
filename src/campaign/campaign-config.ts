/** What `cgfuzz.config.ts` may say: the flags of `cgfuzz run`, in camel case. */
export interface CampaignConfig {
  /** What makes the programs: names, or paths of modules. */
  readonly source?: string | readonly string[];
  readonly target?: string;
  /** What the compiler is told, besides what the source needs. */
  readonly args?: string | readonly string[];
  /** Where the campaign is kept. */
  readonly dir?: string;
  readonly strategy?: string;
  /** With `enumerate`: tests with more choices are left out. */
  readonly maxChoices?: number;
  /** Arms to leave out. */
  readonly without?: string | readonly string[];
  readonly seed?: number;
  readonly jobs?: number;
  /** In seconds, or as in '90m'. */
  readonly time?: number | string;
  readonly cpuTime?: number | string;
  readonly execs?: number;
  /** Compilers that programs must do the same with. */
  readonly compareWith?: string;
  /** Percent of the CPU time for that. */
  readonly compareShare?: number;
  /** Percent of the CPU time, at most, for reducing findings. */
  readonly reduceShare?: number;
  readonly json?: boolean;
}

/** Gives an editor the types, and does nothing else. */
export function defineConfig(config: CampaignConfig): CampaignConfig {
  return config;
}
