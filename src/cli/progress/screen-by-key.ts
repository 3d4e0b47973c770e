/** The screen that a key opens in place of the campaign's: its name and its page. */
import { openedPage, type OpenedScreen as Name, type Paint } from '../../report/index.ts';
import type { Terminal } from '../command.ts';

/** Keys that open a screen, and turn its pages. */
const SCREENS: Readonly<Record<string, Name>> = { '?': 'legend', h: 'legend', f: 'findings' };

export class ScreenByKey {
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
