/** Loads a module that defines something, and explains what is wrong if it cannot be loaded. */
import { spawnSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { loadDefault, tryLoading, userLine } from '../source/index.ts';
import { UserError } from '../util/user-error.ts';

/** The module's default export, and its URL. In errors `what` stands before the path. */
export async function loadModule(
  path: string,
  what: string,
): Promise<readonly [exported: unknown, entry: string]> {
  if (!existsSync(path))
    throw new UserError(`cannot load ${what} ${path}: there is no such file`, [
      'sources that come with cgfuzz: cgfuzz source list; how to write one: docs/in-process-sources.md',
    ]);
  if (!statSync(path).isFile()) throw new UserError(`cannot load ${what} ${path}: it is no file`);
  const entry = pathToFileURL(path).href;
  const problem = await tryLoading(entry);
  if (problem !== undefined)
    throw new UserError(`cannot load ${what} ${path}`, [
      problem,
      'leave work to the functions of the definition, which have limits: the top level of a module only defines',
    ]);
  try {
    return [await loadDefault(entry), entry];
  } catch (error) {
    const line = userLine(error) ?? lineOfSyntaxError(error, path);
    throw new UserError(`cannot load ${what} ${path}`, [
      String(error),
      ...(line === undefined ? [] : [`at: ${line}`]),
    ]);
  }
}

/** Node hides the line of a syntax error, but prints it if asked to check the file. */
function lineOfSyntaxError(error: unknown, path: string): string | undefined {
  if (!(error instanceof SyntaxError)) return undefined;
  const { stderr } = spawnSync(process.execPath, ['--check', path], { encoding: 'utf8' });
  const first = stderr.split('\n', 1)[0]!;
  return first.includes(path) ? `${path}${first.slice(first.lastIndexOf(':'))}` : undefined;
}
