/**
 * Sources for tests that are there already: those that a person named by their modules,
 * those whose modules a campaign noted, and those that come with cgfuzz.
 */
import { chainName, inChain } from '../generators/chains.ts';
import { findSource, settingsApart } from '../generators/sources.ts';
import type { SourceDefinition } from '../source/index.ts';
import { splitCommas } from '../util/split-words.ts';
import { UserError } from '../util/user-error.ts';

/** The sources that a text names, as `--source` takes it. */
export function sourcesIn(text: string | undefined, cwd: string): Promise<SourceDefinition[]> {
  return Promise.all(splitCommas(text ?? '').map((name) => findSource(name, cwd)));
}

/** The source of tests that say they are of it. */
export async function sourceOf(
  name: string,
  given: readonly SourceDefinition[],
  cwd: string,
  modules: Readonly<Record<string, string>> = {},
): Promise<SourceDefinition> {
  const found = given.find((each) => each.name === name);
  if (found !== undefined) return found;
  try {
    return await findSource(whereSourceIs(name, modules), cwd);
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    throw new UserError(error.message, [...error.hints, 'name the module that defines it: --source FILE']);
  }
}

/**
 * The words that find a source again: its module where it is somebody's own, with the settings behind its name; of a chain,
 * those of each part.
 */
export function whereSourceIs(name: string, modules: Readonly<Record<string, string>>): string {
  return chainName(
    inChain(name).map((part) => {
      const module = modules[part];
      return module === undefined ? part : [module, ...settingsApart(part)[1]].join(' ');
    }),
  );
}
