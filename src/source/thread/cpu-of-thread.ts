/**
 * CPU time of one thread of this process, as the kernel counts it. Node 20 has a function for this only for
 * whole processes.
 *
 * The kernel brings the count up to date when a thread goes to sleep. It is read after the thread has
 * answered and waits for the next request; the next reading contains any missed time.
 */
import { closeSync, openSync, readSync } from 'node:fs';

const ENOUGH_BYTES = 96;

export class CpuOfThread {
  readonly #buffer = Buffer.alloc(ENOUGH_BYTES);
  #fd: number | undefined;
  #takenUs = 0;

  constructor(threadId: number | undefined) {
    if (threadId === undefined) return;
    try {
      this.#fd = openSync(`/proc/self/task/${threadId}/schedstat`, 'r');
      this.takeUs();
    } catch {
      // If the kernel does not tell, measured costs are 0, and counted work replaces measured work.
    }
  }

  /** CPU time that was spent and not yet taken; undefined if it is unknown, or if the thread is gone. */
  get us(): number | undefined {
    if (this.#fd === undefined) return undefined;
    try {
      const length = readSync(this.#fd, this.#buffer, 0, ENOUGH_BYTES, 0);
      return Number(this.#buffer.toString('latin1', 0, length).split(' ', 1)[0]) / 1_000 - this.#takenUs;
    } catch {
      return undefined;
    }
  }

  /** CPU time since the last call. */
  takeUs(): number {
    const us = this.us ?? 0;
    this.#takenUs += us;
    return us;
  }

  close(): void {
    if (this.#fd !== undefined) closeSync(this.#fd);
    this.#fd = undefined;
  }
}
