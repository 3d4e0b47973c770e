/**
 * The lines that patches change, as the patched files number them: the part of a target that a reviewer asks
 * about.
 *
 * A patch may be of a source some commits away, so each hunk is looked for near the line that it names.
 */
import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { patchTexts, sourceOfLlvm, type PatchedSource } from './patches.ts';

/** Lines of one file, numbered from 1; both ends belong to it. */
interface ChangedLines {
  /** The name of the file without its folder. */
  readonly file: string;
  readonly from: number;
  readonly to: number;
}

interface Hunk {
  /** Line in the old file, as the patch names it. */
  readonly at: number;
  /** Lines of the old file, without their mark. */
  readonly old: readonly string[];
  /** The first and the last changed line, relative to the hunk, in the new file. */
  readonly first: number;
  readonly last: number;
  /** Number of lines that the file gains. */
  readonly gain: number;
}

/** The changed lines of each hunk of the patches in a folder, given the source tree that they are for. */
export function changedLines(
  folder: string,
  sourceTree: string | undefined,
  patched: PatchedSource = sourceOfLlvm,
): ChangedLines[] {
  const texts = patchTexts(folder, patched);
  return texts.flatMap(({ name, text }) => {
    const path = join(sourceTree ?? '', name);
    const source = sourceTree !== undefined && existsSync(path) ? readFileSync(path, 'utf8').split('\n') : [];
    let gained = 0;
    return hunksIn(text).map((hunk): ChangedLines => {
      const start = placeOf(hunk, source) + gained;
      gained += hunk.gain;
      return { file: basename(name), from: start + hunk.first, to: start + hunk.last };
    });
  });
}

function hunksIn(text: string): Hunk[] {
  const [, ...parts] = text.split(/^@@ -/m);
  return parts.map((part) => {
    const [, ...lines] = part.split('\n');
    const body = lines.filter((line) => /^[ +-]/.test(line));
    const changed: number[] = [];
    let line = 0;
    for (const each of body) {
      if (!each.startsWith(' ')) changed.push(line);
      if (!each.startsWith('-')) line++;
    }
    const old = body.filter((each) => !each.startsWith('+')).map((each) => each.slice(1));
    const [first = 0, last = first] = [changed[0], changed.at(-1)];
    return { at: Number.parseInt(part, 10), old, first, last, gain: line - old.length };
  });
}

/** The line of the file where the hunk stands; the line that the hunk names if it stands nowhere. */
function placeOf({ at, old }: Hunk, source: readonly string[]): number {
  const stands = (line: number): boolean =>
    line >= 1 && old.every((each, index) => source[line - 1 + index] === each);
  for (let far = 0; far < source.length; far++) {
    if (stands(at - far)) return at - far;
    if (stands(at + far)) return at + far;
  }
  return at;
}
