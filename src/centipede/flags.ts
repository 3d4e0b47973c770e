/**
 * The flags that an engine of Centipede hands to a binary in one variable of the environment: `:name=value:switch:`.
 *
 * Invariant: no value holds a colon.
 */
export const FLAGS_VARIABLE = 'CENTIPEDE_RUNNER_FLAGS';

export type RunnerFlags = Readonly<Record<string, string | number | true>>;

export function writeFlags(flags: RunnerFlags): string {
  const items = Object.entries(flags).map(([name, value]) => {
    if (String(value).includes(':')) throw new Error(`the flag ${name} has a colon in its value`);
    return value === true ? name : `${name}=${value}`;
  });
  return `:${items.join(':')}:`;
}
