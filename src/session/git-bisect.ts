/**
 * Bisects a finding through a person's own checkout of a compiler. Git says which commit is next, a command builds the
 * commit, and the finding's reproducer decides.
 *
 * The work happens in a worktree of its own in the cache, so that the person's files and branches stay as they are. The
 * worktree stays, too, since a build after a few commits is much shorter than the first one. Invariants: only the
 * reproducer decides, and a commit that cannot be built or asked is passed over, never guessed.
 */
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { hashOf, runTool, tryTool } from '../build/index.ts';
import { type FindingFolder, type Verified, verifyFinding } from '../finding/index.ts';
import { mapOf, oneOf, parseJsonAs } from '../util/shape.ts';
import { UserError } from '../util/user-error.ts';
import { writeFileAtomic } from '../util/write-file-atomic.ts';

export interface BisectOptions {
  /** The checkout. */
  readonly git: string;
  readonly good: string;
  readonly bad: string;
  /** A command for the shell that builds the compiler, run at the top of the worktree. */
  readonly build: string;
  /** The compiler that it builds, relative to the top. */
  readonly compiler: string;
  readonly cache: string;
  readonly searchPath: string;
  readonly signal: AbortSignal;
  readonly say: (text: string) => void;
}

export interface Bisected {
  /** The first commit that shows the bug; several if those between them could not be asked. */
  readonly commits: readonly string[];
  /** The commit's message as git shows it, if there is one commit. */
  readonly about?: string;
  readonly worktree: string;
}

type Answer = Exclude<Verified, 'unclear'>;
const answersShape = mapOf(oneOf('there', 'gone'));

export async function bisectFinding(folder: FindingFolder, options: BisectOptions): Promise<Bisected> {
  const { signal } = options;
  const worktree = await worktreeFor(options);
  const git = (...words: string[]): Promise<string> => runTool('git', ['-C', worktree, ...words], { signal });
  const [good, bad] = [await commitOf(options.good, options), await commitOf(options.bad, options)];
  const answers = new Answers(folder, options);
  const ask = async (commit: string): Promise<Verified> => {
    const known = answers.of(commit);
    if (known !== undefined) return known;
    await git('checkout', '--quiet', '--detach', '--force', commit);
    const answer = await builtAndAsked(folder, worktree, options);
    if (answer !== 'unclear') answers.keep(commit, answer);
    return answer;
  };
  await git('bisect', 'reset');
  for (const [commit, name, wanted] of [
    [bad, options.bad, 'there'],
    [good, options.good, 'gone'],
  ] as const) {
    const answer = await ask(commit);
    options.say(`${name}: ${answer}`);
    if (answer !== wanted) throw notAnEnd(name, answer, wanted);
  }
  let said = await git('bisect', 'start', bad, good);
  for (;;) {
    const end = endIn(said);
    if (end !== undefined) {
      await git('bisect', 'reset');
      const [only, ...others] = end;
      const about = others.length > 0 ? undefined : await git('show', '--no-patch', '--format=medium', only!);
      return { commits: end, worktree, ...(about === undefined ? {} : { about: about.trim() }) };
    }
    const left = /^Bisecting: (.*)$/m.exec(said)?.[1] ?? 'the next commit';
    const commit = (await git('rev-parse', 'HEAD')).trim();
    const answer = await ask(commit);
    options.say(`${left}; ${commit.slice(0, 12)}: ${answer === 'unclear' ? 'passed over' : answer}`);
    // Git ends with another code if only commits are left that were passed over.
    said = (await tryTool('git', ['-C', worktree, 'bisect', words[answer]], { signal })).stdout;
  }
}

const words = { there: 'bad', gone: 'good', unclear: 'skip' } as const;

/** The commits that git ends with; undefined if it goes on. */
function endIn(said: string): string[] | undefined {
  const first = /^([0-9a-f]{40,}) is the first bad commit$/m.exec(said)?.[1];
  if (first !== undefined) return [first];
  if (!said.includes("There are only 'skip'ped commits left")) return undefined;
  return [...said.matchAll(/^([0-9a-f]{40,})$/gm)].map(([, commit = '']) => commit);
}

/** A worktree of the checkout, made once for each checkout. */
async function worktreeFor({ git, cache, signal, say }: BisectOptions): Promise<string> {
  const { code, stdout } = await tryTool(
    'git',
    ['-C', git, 'rev-parse', '--path-format=absolute', '--git-common-dir'],
    {
      signal,
    },
  );
  if (code !== 0)
    throw new UserError(`${git} is no checkout of git`, [
      'name the folder of the compiler: --git ~/llvm-project',
    ]);
  const place = join(cache, 'bisect', hashOf(stdout.trim()));
  if (await isWorktree(place, signal)) return place;
  // It belonged to a checkout that is gone.
  rmSync(place, { recursive: true, force: true });
  say(`making a worktree of ${git} in ${place}`);
  await runTool('git', ['-C', git, 'worktree', 'prune'], { signal });
  await runTool('git', ['-C', git, 'worktree', 'add', '--quiet', '--force', '--detach', place], { signal });
  return place;
}

async function isWorktree(place: string, signal: AbortSignal): Promise<boolean> {
  if (!existsSync(join(place, '.git'))) return false;
  return (await tryTool('git', ['-C', place, 'rev-parse', 'HEAD'], { signal })).code === 0;
}

async function commitOf(name: string, { git, signal }: BisectOptions): Promise<string> {
  const asked = ['-C', git, 'rev-parse', '--verify', '--quiet', '--end-of-options', `${name}^{commit}`];
  const { code, stdout } = await tryTool('git', asked, { signal });
  if (code === 0) return stdout.trim();
  throw new UserError(`${git} has no commit ${name}`, ['name a commit, a branch or a tag']);
}

async function builtAndAsked(
  folder: FindingFolder,
  worktree: string,
  { build, compiler, searchPath, signal, say }: BisectOptions,
): Promise<Verified> {
  const { code, stdout, stderr } = await tryTool('sh', ['-c', build], { cwd: worktree, signal });
  const program = join(worktree, compiler);
  if (code === 0 && existsSync(program)) return verifyFinding(folder, program, { signal, searchPath });
  const lines = `${stdout}\n${stderr}`.trim().split('\n');
  const telling = lines.findLast((line) => /error|failed:/i.test(line)) ?? lines.at(-1);
  say(code === 0 ? `the build made no ${compiler}` : `cannot be built: ${telling}`);
  return 'unclear';
}

function notAnEnd(name: string, answer: Verified, wanted: Answer): UserError {
  if (answer === 'unclear')
    return new UserError(`${name} cannot be built, or cannot run the reproducer`, [
      'another command to build it: --git-build COMMAND; the compiler that it makes: --git-compiler PATH',
    ]);
  return new UserError(`the bug is ${answer} at ${name}, and should be ${wanted}`, [
    wanted === 'gone' ? 'name an older commit: --good COMMIT' : 'name a newer commit: --bad COMMIT',
  ]);
}

/** Answers of commits, kept beside the finding: a build of LLVM takes long, and a bisection may be interrupted. */
class Answers {
  readonly #path: string;
  readonly #known: Record<string, Answer>;
  readonly #how: string;

  constructor({ path }: FindingFolder, { build, compiler }: BisectOptions) {
    this.#path = join(path, 'bisect.json');
    this.#how = hashOf(build, compiler, readFileSync(join(path, 'repro.sh')));
    this.#known = existsSync(this.#path)
      ? { ...parseJsonAs(answersShape, readFileSync(this.#path, 'utf8')) }
      : {};
  }

  of(commit: string): Answer | undefined {
    return this.#known[`${commit} ${this.#how}`];
  }

  keep(commit: string, answer: Answer): void {
    this.#known[`${commit} ${this.#how}`] = answer;
    writeFileAtomic(this.#path, `${JSON.stringify(this.#known, undefined, 2)}\n`);
  }
}
