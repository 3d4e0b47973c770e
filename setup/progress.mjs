/**
 * Says what is going on: a line that moves on a terminal, a line now and then in a log.
 *
 * It goes to stderr, so that `npm run -s bench -- --json` and the like keep stdout to themselves.
 */
const silentLogMs = 10_000;

export class Progress {
  #out = process.stderr;
  #title = '';
  #note = '';
  #detail = '';
  #startedMs = 0;
  #loggedMs = 0;
  /** @type {NodeJS.Timeout | undefined} */
  #timer;

  /** @param {string} title @param {string} note */
  begin(title, note) {
    this.#title = title;
    this.#note = note;
    this.#detail = '';
    this.#startedMs = Date.now();
    this.#loggedMs = this.#startedMs;
    if (!this.#out.isTTY) this.#out.write(`${title} (${note}) ...\n`);
    this.#timer = setInterval(() => this.#show(), this.#out.isTTY ? 200 : 1_000);
    this.#show();
  }

  /** @param {string} text how far, as in "43 of 99 packages" */
  detail(text) {
    this.#detail = text;
  }

  /** The thing at hand is done. */
  end() {
    this.stop();
    this.#out.write(`${this.#title}: done, ${this.#elapsed()}\n`);
  }

  /** No more of this, whether done or not. */
  stop() {
    if (!this.#timer) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
    if (this.#out.isTTY) this.#out.write('\r\u001B[K');
  }

  #show() {
    const state = [this.#elapsed(), this.#detail].filter(Boolean).join(', ');
    if (this.#out.isTTY) {
      const line = `${this.#title} (${this.#note}) ... ${state}`;
      this.#out.write(`\r\u001B[K${line.slice(0, this.#out.columns - 1)}`);
    } else if (Date.now() - this.#loggedMs >= silentLogMs) {
      this.#loggedMs = Date.now();
      this.#out.write(`${this.#title} ... ${state}\n`);
    }
  }

  #elapsed() {
    const seconds = (Date.now() - this.#startedMs) / 1_000;
    return seconds < 10
      ? `${seconds.toFixed(1)} s`
      : seconds < 120
        ? `${seconds.toFixed(0)} s`
        : `${(seconds / 60).toFixed(1)} min`;
  }
}
