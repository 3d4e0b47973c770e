/** `cgfuzz findings bisect`: the commit of a compiler that brought a finding, by builds of a person's own checkout. */
import { resolve } from 'node:path';
import type { FindingFolder, FindingRecord } from '../finding/index.ts';
import { bisectFinding } from '../session/git-bisect.ts';
import { worldOf } from '../session/world.ts';
import { UserError } from '../util/user-error.ts';
import type { Context } from './command.ts';

export interface BisectFlags {
  readonly git: string | undefined;
  readonly good: string | undefined;
  readonly bad: string;
  readonly 'git-build': string | undefined;
  readonly 'git-compiler': string | undefined;
  readonly json: boolean;
}

export async function tellBisection(
  context: Context,
  folder: FindingFolder,
  flags: BisectFlags,
): Promise<void> {
  const { git, good } = flags;
  if (git === undefined || good === undefined)
    throw new UserError(`--${git === undefined ? 'git' : 'good'} is missing`, [
      'as in: cgfuzz findings bisect 3f2a --git ~/llvm-project --good llvmorg-22.1.0',
    ]);
  const record = folder.read();
  const { commits, about, worktree } = await bisectFinding(folder, {
    git: resolve(context.cwd, git),
    good,
    bad: flags.bad,
    build: flags['git-build'] ?? buildOfLlvm(record),
    compiler:
      flags['git-compiler'] ?? (record.program.language === 'c++' ? 'build/bin/clang++' : 'build/bin/clang'),
    ...worldOf(context),
    signal: context.signal,
    say: (text) => context.stderr(`${text}\n`),
  });
  if (flags.json) context.stdout(`${JSON.stringify({ id: record.id, commits })}\n`);
  else if (about === undefined)
    context.stdout(`one of these commits, and the others cannot be asked:\n${commits.join('\n')}\n`);
  else context.stdout(`${record.id} came with\n${about}\n`);
  context.stderr(
    `builds lie in ${worktree}; to remove them: git -C ${git} worktree remove --force ${worktree}\n`,
  );
}

/** LLVM's own way. A finding for another machine needs the other back ends, which take most of the time. */
function buildOfLlvm({ args }: FindingRecord): string {
  const machines = args.some((word) => /^--?target/.test(word)) ? 'all' : 'host';
  const settings = [
    'CMAKE_BUILD_TYPE=Release',
    'LLVM_ENABLE_ASSERTIONS=ON',
    'LLVM_ENABLE_PROJECTS=clang',
    `LLVM_TARGETS_TO_BUILD=${machines}`,
  ];
  const flags = settings.map((setting) => `-D${setting}`).join(' ');
  return `cmake -S llvm -B build -G Ninja ${flags} && ninja -C build clang opt`;
}
