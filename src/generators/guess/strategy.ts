/** A strategy of Hypothesis in a file of Python, as a source: a process stays, and spans are scopes. */
import { execFileSync } from 'node:child_process';
import { basename, join } from 'node:path';
import { choicesFolder, type ProcessDefinition } from '../../source/index.ts';
import { UserError } from '../../util/user-error.ts';

/** Prints the interpreter and the names of the strategies in a file. */
const LIST = `
import sys, json, os, runpy
from hypothesis.configuration import set_hypothesis_home_dir
from hypothesis.strategies import SearchStrategy
set_hypothesis_home_dir(os.path.join(os.devnull, "hypothesis"))
sys.path.insert(0, os.path.dirname(os.path.abspath(sys.argv[1])))
found = runpy.run_path(sys.argv[1], run_name="strategies")
names = [name for name, value in found.items() if isinstance(value, SearchStrategy)]
print(json.dumps([sys.executable, names, sorted(found)]))
`;

/** `name` is a strategy of the file, or a function that returns one; the only strategy if there is no name. */
export function strategyDefinition(
  path: string,
  name: string | undefined,
  env: NodeJS.ProcessEnv,
): ProcessDefinition {
  const file = basename(path);
  const [python, strategies, all] = listed(path, env);
  const chosen = name ?? (strategies.length === 1 ? strategies[0] : undefined);
  if (chosen === undefined || !all.includes(chosen))
    throw new UserError(
      chosen === undefined ? `${file} has ${strategies.length} strategies` : `${file} has no ${chosen}`,
      [
        `strategies: ${strategies.join(', ') || 'none'}`,
        'name a strategy, or a function that returns one: --rule NAME',
      ],
    );
  return {
    name: chosen,
    summary: `values of the strategy ${chosen} in ${file}`,
    language: 'text',
    command: [python, join(choicesFolder, 'clients/cgfuzz-hypothesis'), path, chosen],
    reach: 'preload',
    process: 'persistent',
    scopes: 'own',
    writes: { to: 'folder', main: 'test.txt' },
    env: { PYTHONHASHSEED: '0', PYTHONDONTWRITEBYTECODE: '1' },
  };
}

function listed(
  path: string,
  env: NodeJS.ProcessEnv,
): readonly [string, readonly string[], readonly string[]] {
  try {
    const text = execFileSync('python3', ['-c', LIST, path], {
      encoding: 'utf8',
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    // Sound since the program above prints it; the file may print lines before.
    return JSON.parse(text.trim().split('\n').at(-1)!) as [string, string[], string[]];
  } catch (error) {
    const { stderr = '', message } = error as Error & { stderr?: string };
    const last = stderr.trim().split('\n').at(-1) || message;
    throw new UserError(`${basename(path)} gives no strategy of Hypothesis: ${last}`, [
      'python3 of your search path must import it: activate its environment, or apt-get install python3-hypothesis',
    ]);
  }
}
