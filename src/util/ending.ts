/**
 * Time that the end of a command may take, after a person or a scheduler asked for it. All that counts is on
 * the disk long before. A command that must tell other processes its results asks for more time.
 */
const USUAL_MS = 1_500;

let most = USUAL_MS;

/** Time between the first signal and the end of the process. */
export function endingMs(): number {
  return most;
}

/** From now on the end may take this long. */
export function askForEnding(ms: number): void {
  most = Math.max(USUAL_MS, ms);
}
