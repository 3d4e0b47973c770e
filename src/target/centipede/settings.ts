/**
 * Words after a binary with Centipede's runner: `test=Suite.Test`, `callstack=10`, `path=10`, `user=1`; the
 * binary gets all others.
 */
import type { RunnerFlags } from '../../centipede/index.ts';
import { UserError } from '../../util/user-error.ts';
import type { CentipedeOptions } from './centipede-target.ts';

const SETTING = /^(test|callstack|path|user)=([^:]*)$/;

/** Centipede takes no more. */
const MOST_LEVEL = 100;

export function centipedeSettings(
  words: readonly string[],
): Pick<CentipedeOptions, 'args' | 'flags' | 'collects'> {
  const given = new Map<string, string>();
  const args: string[] = [];
  for (const word of words) {
    const [, name, value = ''] = SETTING.exec(word) ?? [];
    if (name === undefined) args.push(word);
    else given.set(name, value);
  }
  const level = (name: string): number => {
    const text = given.get(name) ?? '0';
    const number = Number(text);
    if (!Number.isInteger(number) || number < 0 || number > MOST_LEVEL)
      throw new UserError(`${name}=${text} is no level`, [`allowed: whole numbers from 0 to ${MOST_LEVEL}`]);
    return number;
  };
  const [callStack, path, users] = [level('callstack'), level('path'), level('user')];
  const test = given.get('test');
  const flags: RunnerFlags = {
    use_counter_features: true,
    use_cmp_features: true,
    use_dataflow_features: true,
    ...(callStack > 0 ? { callstack_level: callStack } : {}),
    ...(path > 0 ? { path_level: path } : {}),
    ...(test === undefined ? {} : { test }),
  };
  return {
    args,
    flags,
    collects: { callStacks: callStack > 0, paths: path > 0, users: users > 0 },
  };
}
