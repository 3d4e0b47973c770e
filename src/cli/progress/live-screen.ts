/**
 * A campaign in a terminal: a screen at the bottom that cgfuzz redraws, and above it the messages, which
 * stay. A key shows the legend or the list of findings in place of this screen; the campaign continues.
 *
 * Invariant: at every kind of end, the cursor is visible again and the last screen stays.
 */
import { createLogUpdate } from 'log-update';
import { printable } from '../../util/text.ts';
import type { FleetState, StatsLine } from '../../campaign/index.ts';
import { type FindingRecord, headlineOf } from '../../finding/index.ts';
import {
  Growth,
  type Paint,
  type ScreenBudget,
  screenLines,
  type ScreenState,
  unpainted,
  openedPage,
  type OpenedScreen as Name,
} from '../../report/index.ts';
import type { SessionEvent } from '../../session/session-event.ts';
import type { Terminal } from '../command.ts';
import { findingText } from './finding-text.ts';

export interface CampaignView {
  show(event: SessionEvent): void;
  end(): void;
}

type ShownFinding = Pick<FindingRecord, 'id' | 'kind' | 'title' | 'shipped'>;

/** State of the campaign before this run. */
export interface Earlier {
  readonly title: string;
  readonly stats: readonly StatsLine[];
  readonly findings: readonly ShownFinding[];
  readonly budget?: ScreenBudget;
  /** A function, because a campaign may change to another build of its target. */
  readonly edgesInAll?: () => number;
}

const CLEAR = '\u001B[2J\u001B[H';

export function liveScreen(terminal: Terminal, earlier: Earlier, paint: Paint = unpainted): CampaignView {
  // The library's types demand a whole stream, of which it uses only this part.
  const update = createLogUpdate(terminal as unknown as NodeJS.WritableStream);
  const growth = new Growth(earlier.stats);
  const findings: ShownFinding[] = [...earlier.findings];
  let line: StatsLine | undefined;
  let lastFindingWallMs = wallMsOfLastFinding(earlier.stats);
  let edgesInAll: number | undefined;
  let note: string | undefined;
  let meanwhile: string | undefined;
  let fleet: FleetState | undefined;

  const draw = (): void => {
    if (line === undefined) return;
    const opened = byKey.lines(findings, terminal, paint);
    if (opened !== undefined) return update(opened.join('\n'));
    const state: ScreenState = {
      title: earlier.title,
      line,
      history: growth.lines,
      findings,
      lastFindingWallMs,
      edgesInAll,
      budget: earlier.budget,
      note,
      meanwhile,
      fleet,
      hasKeys: byKey.isListening,
    };
    update(screenLines(state, terminal, paint).join('\n'));
  };
  const byKey = new ScreenByKey(terminal, draw);
  const stopListening = terminal.onResize(() => {
    // Nobody but the terminal knows how it wrapped the old lines after a change of its width.
    update.clear();
    terminal.write(CLEAR);
    draw();
  });
  return {
    show(event) {
      if (event.type === 'progress') {
        line = event.line;
        growth.add(line);
        if (line.edges > 0) edgesInAll = earlier.edgesInAll?.();
      } else if (event.type === 'finding') {
        lastFindingWallMs = line?.wallMs ?? earlier.stats.at(-1)?.wallMs;
        findings.push({ ...event.finding, title: headlineOf(event.finding) });
        update.persist(findingText(event.finding, paint));
      } else if (event.type === 'meanwhile') {
        meanwhile = event.text;
      } else if (event.type === 'fleet') {
        fleet = event.fleet;
      } else {
        note = event.type === 'disk-free' ? undefined : event.text;
        if (note !== undefined) update.persist(paint('note', printable(note)));
      }
      draw();
    },
    end() {
      stopListening();
      byKey.stop();
      draw();
      update.done();
    },
  };
}

/** The time of the first line that has the present number of findings; undefined if there are no findings. */
function wallMsOfLastFinding(stats: readonly StatsLine[]): number | undefined {
  const { findings = 0 } = stats.at(-1) ?? {};
  return findings === 0 ? undefined : stats.find((line) => line.findings >= findings)?.wallMs;
}

/** Keys that open a screen, and turn its pages. */
const SCREENS: Readonly<Record<string, Name>> = { '?': 'legend', h: 'legend', f: 'findings' };

/** The screen that a key opens in place of the campaign's: its name and its page. */
class ScreenByKey {
  readonly #stop: (() => void) | undefined;
  #opened: { readonly screen: Name; readonly page: number } | undefined;
  #isStopped = false;

  constructor(terminal: Terminal, draw: () => void) {
    this.#stop = terminal.onKey((key) => {
      const screen = SCREENS[key];
      const isSame = screen !== undefined && screen === this.#opened?.screen;
      this.#opened = screen && { screen, page: isSame ? this.#opened!.page + 1 : 0 };
      draw();
    });
  }

  /** True while keys are being read. */
  get isListening(): boolean {
    return this.#stop !== undefined && !this.#isStopped;
  }

  /** Lines of the open page; undefined if the campaign's screen is open. */
  lines(
    findings: Parameters<typeof openedPage>[2],
    size: Terminal,
    paint: Paint,
  ): readonly string[] | undefined {
    if (this.#opened === undefined) return undefined;
    const { lines, isThere } = openedPage(this.#opened.screen, this.#opened.page, findings, size, paint);
    if (isThere) return lines;
    this.#opened = undefined;
    return undefined;
  }

  stop(): void {
    this.#isStopped = true;
    this.#opened = undefined;
    this.#stop?.();
  }
}
