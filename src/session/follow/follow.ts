/**
 * Follows a compiler through its versions. When another version takes the place of the one that a campaign knew, its
 * findings are asked again, and some tests that passed. A person hears which came back and which are mended, in this
 * order.
 *
 * Invariant: only the finding's reproducer decides; if it cannot run, the earlier answer stays.
 */
import { existsSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { compilerVersion } from '../../build/index.ts';
import { Findings, verifyFinding } from '../../finding/index.ts';
import type { StatsLine } from '../../campaign/index.ts';
import { findingFiles } from '../../report/index.ts';
import type { FoundTarget, TargetWorld } from '../../target/index.ts';
import { aText, fieldsOf, mapOf, oneOf, parseJsonAs, type Shape } from '../../util/shape.ts';
import { UserError } from '../../util/user-error.ts';
import { writeFileAtomic } from '../../util/write-file-atomic.ts';
import { driverOf } from '../driver-of.ts';
import type { SessionEvent } from '../session-event.ts';
import type { SessionContext } from '../world.ts';

/** Answers about the findings of a campaign, by their ids, for one version of its compiler. */
interface Followed {
  readonly version: string;
  readonly findings: Readonly<Record<string, 'there' | 'gone'>>;
}

const followedShape: Shape<Followed> = fieldsOf<Followed>({
  version: aText,
  findings: mapOf(oneOf('there', 'gone')),
});

export interface Following {
  /** The folder of the campaign. */
  readonly path: string;
  readonly target: FoundTarget;
  readonly world: TargetWorld;
  readonly context: Pick<SessionContext, 'signal'>;
  readonly onNotice: (event: SessionEvent) => void;
}

const LOOK_MS = 30_000;

/**
 * Runs a campaign, and again whenever the compiler has changed. `run` ends at its signal, as at the end of a
 * session.
 */
export async function runFollowing(
  following: Following,
  run: (signal: AbortSignal, since?: string) => Promise<StatsLine>,
): Promise<StatsLine> {
  const { target } = following;
  const { signal } = following.context;
  for (;;) {
    const since = await askFindingsAgain(following);
    const changed = new AbortController();
    const before = identityOf(target.program);
    const timer = setInterval(() => {
      if (identityOf(target.program) !== before) changed.abort();
    }, LOOK_MS);
    try {
      const line = await run(AbortSignal.any([signal, changed.signal]), since);
      if (!changed.signal.aborted || signal.aborted) return line;
    } finally {
      clearInterval(timer);
    }
  }
}

/** An instrumented build never changes: a new build lies in another folder, and only a new run opens it. */
export function refuseFollowing({ kind, name }: FoundTarget): void {
  if (kind === 'stock') return;
  throw new UserError(`--follow needs a compiler as Debian ships it, and ${name} is a build of cgfuzz`, [
    'name one: --target clang-24, after cgfuzz compiler add newest',
    `or go on with newer sources by hand: end the campaign, cgfuzz target build ${name}, and run it again`,
  ]);
}

/** Changes if another program replaces the present one; undefined if there is none. */
function identityOf(program: string): string | undefined {
  try {
    const file = realpathSync(program);
    const { mtimeMs, size, ino } = statSync(file);
    return [file, mtimeMs, size, ino].join('\0');
  } catch {
    return undefined;
  }
}

/** Says of a new finding that an older version passed the same test. */
export function withRegressions(
  onEvent: (event: SessionEvent) => void,
  since: string | undefined,
): (event: SessionEvent) => void {
  return (event) => {
    onEvent(event);
    if (since === undefined || event.type !== 'finding' || event.finding.origin.arm !== 'again') return;
    const { id, title } = event.finding;
    onEvent({ type: 'note', text: `regressed: finding ${id}, a test that ${since} passed: ${title}` });
  };
}

/** The version that the compiler was, if it is another one now. */
async function askFindingsAgain({
  path,
  target,
  world,
  context,
  onNotice,
}: Following): Promise<string | undefined> {
  const { signal } = context;
  const { searchPath } = world;
  const say = (text: string): void => onNotice({ type: 'note', text });
  const version = (await compilerVersion(target.program)) ?? 'unknown';
  const file = join(path, 'follow.json');
  const known = existsSync(file) ? parseJsonAs(followedShape, readFileSync(file, 'utf8')) : undefined;
  const keep = (findings: Followed['findings']): void =>
    writeFileAtomic(file, `${JSON.stringify({ version, findings }, undefined, 2)}\n`);
  if (known === undefined) keep({});
  if (known === undefined || known.version === version) return undefined;
  say(`${target.name} is ${version} now, and was ${known.version}; its findings are asked again`);
  const now: Record<string, 'there' | 'gone'> = { ...known.findings };
  const told: { readonly rank: number; readonly text: string }[] = [];
  for (const { record, folder } of new Findings(join(path, 'findings'), findingFiles).all()) {
    if (record.compiler !== target.name || folder.isMuted) continue;
    const compiler = driverOf(target.name, record.program.language);
    const answer = await verifyFinding(folder, compiler, { signal, searchPath });
    if (answer === 'unclear') continue;
    const before = now[record.id] ?? 'there';
    now[record.id] = answer;
    if (answer === 'there' && before === 'gone')
      told.push({ rank: 0, text: `regressed: finding ${record.id} is back: ${record.title}` });
    else if (answer === 'gone' && before === 'there')
      told.push({ rank: 1, text: `fixed: finding ${record.id} does not show any more: ${record.title}` });
    else if (answer === 'there')
      told.push({ rank: 2, text: `still there: finding ${record.id}: ${record.title}` });
  }
  for (const { text } of told.toSorted((a, b) => a.rank - b.rank)) say(text);
  keep(now);
  return known.version;
}
