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

/** The first item of a name counts; a switch has an empty value. */
export function readFlags(text: string): ReadonlyMap<string, string> {
  const flags = new Map<string, string>();
  for (const item of text.split(':').filter(Boolean)) {
    const [name = '', ...value] = item.split('=');
    if (!flags.has(name)) flags.set(name, value.join('='));
  }
  return flags;
}
