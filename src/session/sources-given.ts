/**
 * Sources for existing tests. A person named their modules, a campaign recorded them, or they come with
 * cgfuzz.
 */
import { chainName, findSource, inChain, modulesIn, settingsApart } from '../generators/index.ts';
import type { SourceDefinition } from '../source/index.ts';
import { splitCommas } from '../util/split-words.ts';
import { UserError } from '../util/user-error.ts';

/** The sources in a text, in the syntax of `--source`. */
export function sourcesIn(text: string | undefined, cwd: string): Promise<SourceDefinition[]> {
  return Promise.all(splitCommas(text ?? '').map((name) => findSource(name, cwd)));
}

/**
 * The check of a module that tests or their campaign name, before it runs: it throws unless the person
 * agrees.
 */
export type ModuleCheck = (text: string) => void;

/** The source that tests name as theirs. */
export async function sourceOf(
  name: string,
  given: readonly SourceDefinition[],
  cwd: string,
  check: ModuleCheck,
  modules: Readonly<Record<string, string>> = {},
): Promise<SourceDefinition> {
  const found = given.find((each) => each.name === name);
  if (found !== undefined) return found;
  try {
    const text = whereSourceIs(name, modules);
    check(text);
    return await findSource(text, cwd);
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    throw new UserError(error.message, [...error.hints, 'name the module that defines it: --source FILE']);
  }
}

/** For commands that only look: code that a file or a campaign names is not run. */
export function refuseModules(cwd: string): ModuleCheck {
  return (text) => {
    const [path] = modulesIn(text, cwd);
    if (path !== undefined) throw new UserError(`looking runs no code that others name: ${path}`);
  };
}

/**
 * The words that find a source again: for a person's own source its module, with the settings after it. A chain
 * has the words of each part.
 */
export function whereSourceIs(name: string, modules: Readonly<Record<string, string>>): string {
  return chainName(
    inChain(name).map((part) => {
      const module = modules[part];
      return module === undefined ? part : [module, ...settingsApart(part)[1]].join(' ');
    }),
  );
}
