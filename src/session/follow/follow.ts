/**
 * Follows a target through its versions. If the version is another one than the campaign knew, its findings are
 * asked again, and so are some tests that passed. A person hears which came back and which are mended, in this
 * order.
 *
 * Invariant: only a run of the finding's program decides; if it cannot run, the earlier answer stays.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Findings } from '../../finding/index.ts';
import type { StatsLine } from '../../campaign/index.ts';
import { findingFiles } from '../../report/index.ts';
import { aText, fieldsOf, mapOf, oneOf, optional, parseJsonAs, type Shape } from '../../util/shape.ts';
import { writeFileAtomic } from '../../util/write-file-atomic.ts';
import type { SessionEvent } from '../session-event.ts';
import type { Followed } from './followed.ts';

/** Answers about the findings of a campaign, by their ids, for one version of its compiler. */
interface Answers {
  readonly version: string;
  readonly findings: Readonly<Record<string, 'there' | 'gone'>>;
  /** For findings that are gone, the first version without them. */
  readonly mendedBy?: Readonly<Record<string, string>> | undefined;
}

const followedShape: Shape<Answers> = fieldsOf<Answers>({
  version: aText,
  findings: mapOf(oneOf('there', 'gone')),
  mendedBy: optional(mapOf(aText)),
});

export interface Following {
  /** The folder of the campaign. */
  readonly path: string;
  /** The name of the target. */
  readonly name: string;
  readonly target: Followed;
  readonly signal: AbortSignal;
  readonly onNotice: (event: SessionEvent) => void;
}

/**
 * Runs a campaign, and again whenever the target has changed. `run` ends at its signal, as at the end of a
 * session.
 */
export async function runFollowing(
  following: Following,
  run: (signal: AbortSignal, since?: string) => Promise<StatsLine>,
): Promise<StatsLine> {
  const { target, signal } = following;
  for (;;) {
    const since = await askFindingsAgain(following);
    const changed = new AbortController();
    const stop = target.watch(() => changed.abort());
    try {
      const line = await run(AbortSignal.any([signal, changed.signal]), since);
      if (!changed.signal.aborted || signal.aborted) return line;
    } finally {
      await stop();
    }
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

function answersIn(path: string): Answers | undefined {
  const file = join(path, 'follow.json');
  return existsSync(file) ? parseJsonAs(followedShape, readFileSync(file, 'utf8')) : undefined;
}

/** The answer of the present version about each finding, in words. */
export function verdictsIn(path: string): { id: string; title: string; verdict: string }[] {
  const { findings = {}, mendedBy = {} } = answersIn(path) ?? {};
  return new Findings(join(path, 'findings'), findingFiles).all().flatMap(({ record: { id, title } }) => {
    const answer = findings[id];
    if (answer === undefined) return [];
    const verdict = answer === 'there' ? 'shows' : `mended by ${mendedBy[id] ?? 'an earlier version'}`;
    return [{ id, title, verdict }];
  });
}

/** The version that the compiler was, if it is another one now. */
export async function askFindingsAgain({
  path,
  name,
  target,
  onNotice,
}: Omit<Following, 'signal'>): Promise<string | undefined> {
  const say = (text: string): void => onNotice({ type: 'note', text });
  const version = await target.version();
  const file = join(path, 'follow.json');
  const known = answersIn(path);
  const mendedBy: Record<string, string> = { ...known?.mendedBy };
  const keep = (findings: Answers['findings']): void =>
    writeFileAtomic(file, `${JSON.stringify({ version, findings, mendedBy }, undefined, 2)}\n`);
  if (known === undefined) keep({});
  if (known === undefined || known.version === version) return undefined;
  say(`${name} is ${version} now, and was ${known.version}; its findings are asked again`);
  const now: Record<string, 'there' | 'gone'> = { ...known.findings };
  const told: { readonly rank: number; readonly text: string }[] = [];
  for (const { record, folder } of new Findings(join(path, 'findings'), findingFiles).all()) {
    if (folder.isMuted) continue;
    const answer = await target.ask(record, folder);
    if (answer === 'unclear') continue;
    const before = now[record.id] ?? 'there';
    now[record.id] = answer;
    if (answer === 'there') delete mendedBy[record.id];
    else mendedBy[record.id] ??= version;
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
