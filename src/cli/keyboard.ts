/**
 * The keyboard of a terminal, key by key, while a screen is shown.
 *
 * In this mode the terminal does not wait for whole lines and does not echo; nothing else changes. It still
 * turns Ctrl-C, Ctrl-Z and Ctrl-\ into signals, so that they work while this process is busy. Node restores
 * the terminal's mode at every kind of end.
 *
 * Invariant: a process in the background neither reads from the terminal nor sets it; both would stop the
 * process.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/**
 * Passes each key to the listener until the returned function is called; undefined if this process has no
 * keyboard.
 */
export function openKeyboard(listener: (key: string) => void): (() => void) | undefined {
  const { stdin } = process;
  if (!stdin.isTTY || !isInForeground()) return undefined;
  const modes = stty('-g');
  if (modes === undefined) return undefined;
  const hear = (bytes: Buffer): void => keysIn(bytes.toString()).forEach(listener);
  const begin = (): void => {
    if (!isInForeground()) return void stdin.pause();
    stty('-icanon', '-echo', 'min', '1', 'time', '0');
    stdin.resume();
  };
  const ignore = (): void => undefined;
  stdin.on('data', hear).on('error', ignore);
  // A campaign that ends does not wait for one more key.
  stdin.unref();
  process.on('SIGCONT', begin);
  begin();
  return () => {
    process.off('SIGCONT', begin);
    stdin.off('data', hear).pause();
    if (isInForeground()) stty(modes);
  };
}

/** One key for each character; an arrow or function key, which sends several characters, is one key. */
export function keysIn(typed: string): string[] {
  return typed.startsWith('\u001B') ? [typed] : Array.from(typed);
}

function stty(...words: readonly string[]): string | undefined {
  try {
    return execFileSync('stty', words, { encoding: 'utf8', stdio: ['inherit', 'pipe', 'ignore'] }).trim();
  } catch {
    return undefined;
  }
}

/** True if the terminal sends its keys to the process group of this process. */
function isInForeground(): boolean {
  try {
    const stat = readFileSync('/proc/self/stat', 'utf8');
    const [, , group, , , ofTerminal] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return group === ofTerminal;
  } catch {
    return false;
  }
}
