/** The listener that shows a campaign to a person: on a screen, line by line, or not at all. */
import { relative } from 'node:path';
import type { CampaignFolder, Manifest } from '../../campaign/index.ts';
import { Findings, headlineOf } from '../../finding/index.ts';
import { findingFiles, type ScreenBudget, type Paint, type Tone, unpainted } from '../../report/index.ts';
import type { SessionListener } from '../../session/run-session.ts';
import type { Context } from '../command.ts';
import type { FindingHook } from '../on-finding.ts';
import { type CampaignView, type Earlier, liveScreen } from './live-screen.ts';
import { Waiting } from './opening.ts';
import { plainProgress } from './plain-progress.ts';
import { showProgress } from './show-progress.ts';

export interface Shown {
  readonly listener: SessionListener;
  readonly end: () => void;
}

/** A listener that collects notes and shows nothing. */
export function quiet(notes: string[]): Shown {
  const nothing = (): void => undefined;
  const listener: SessionListener = {
    say: nothing,
    onPreparing: nothing,
    onBegin: nothing,
    onEvent: (event) => void (event.type === 'note' && notes.push(event.text)),
  };
  return { listener, end: nothing };
}

export function withHooks(
  listener: SessionListener,
  hooks: readonly Pick<FindingHook, 'hear'>[],
): SessionListener {
  return {
    ...listener,
    onEvent(event) {
      if (event.type === 'finding') for (const hook of hooks) hook.hear(event.finding);
      listener.onEvent(event);
    },
  };
}

export function onScreen(context: Context, notes: string[], budget: ScreenBudget): Shown {
  const progress = showProgress(context, false);
  const waiting = new Waiting(context, () => progress.end());
  let view: CampaignView | undefined;
  const listener: SessionListener = {
    say: (text) => {
      progress.end();
      context.stderr(`${text}\n`);
      waiting.heard(text);
    },
    onPreparing: (step, count) => {
      waiting.heard(step);
      if (step === undefined) progress.end();
      else progress.step(step, count);
    },
    onBegin: (folder, manifest) => {
      waiting.heard('starting the compiler and the generator');
      view = viewOf(context, folder, manifest, budget);
      // The screen shows by itself that nothing has come yet.
      if (context.terminal !== undefined) waiting.end();
    },
    onEvent: (event) => {
      if (event.type === 'progress') waiting.end();
      if (event.type === 'note') notes.push(event.text);
      view?.show(event);
    },
  };
  const end = (): void => {
    waiting.end();
    view?.end();
  };
  return { listener, end };
}

function viewOf(
  context: Context,
  folder: CampaignFolder,
  { target, sources, args }: Manifest,
  budget: ScreenBudget,
): CampaignView {
  const { terminal, env } = context;
  const paint = paintFor(env, terminal !== undefined);
  if (terminal === undefined) return plainProgress(context, paint);
  const earlier: Earlier = {
    title: `cgfuzz: ${sources.join(', ')} on ${[target, ...args].join(' ')}, kept in ${relative(context.cwd, folder.path) || '.'}`,
    stats: folder.readStats(),
    findings: new Findings(folder.findings, findingFiles)
      .all()
      .map(({ record }) => ({ ...record, title: headlineOf(record) })),
    budget,
    edgesInAll: () => folder.edgeCellsOf(folder.readManifest().build),
  };
  return liveScreen(terminal, earlier, paint);
}

/** Bold, faint and the colours of every terminal, whose palette decides how they look. */
const CODES: Readonly<Record<Tone, string>> = {
  title: '1',
  name: '36',
  finding: '1;31',
  known: '2',
  note: '33',
  curve: '32',
  key: '2',
};

/**
 * Rules of Node: FORCE_COLOR wins over NO_COLOR, which counts if it is not empty. Both win over the
 * terminal's own preference.
 */
export function wantsColours(
  { FORCE_COLOR, NO_COLOR, TERM }: Readonly<Record<string, string | undefined>>,
  isTerminal: boolean,
): boolean {
  if (FORCE_COLOR !== undefined) return !['0', 'false'].includes(FORCE_COLOR);
  if (NO_COLOR !== undefined && NO_COLOR !== '') return false;
  return isTerminal && TERM !== 'dumb';
}

export function paintFor(env: Readonly<Record<string, string | undefined>>, isTerminal: boolean): Paint {
  if (!wantsColours(env, isTerminal)) return unpainted;
  return (tone, text) => `\u001B[${CODES[tone]}m${text}\u001B[0m`;
}
