/** A historic bug as a patch of a day: the reverse of its fix, without a switch, as somebody might send it for review. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { plantedFolder } from '../../lab/planted/names.ts';

const switches = /CGFUZZ_PLANTED\("([\w-]+)"\)/g;

/** The text of the patch. Hunks of other bugs in the same file are left out. */
export function patchOfADay(bug: string): string {
  const folder = join(plantedFolder, 'historic');
  const texts = readdirSync(folder)
    .filter((file) => file.endsWith('.patch'))
    .map((file) => readFileSync(join(folder, file), 'utf8'));
  const text = texts.find((each) => each.includes(`"${bug}"`));
  if (text === undefined) throw new Error(`no patch puts ${bug} back`);
  const [head = '', ...hunks] = text.split(/^(?=@@ )/m);
  const own = hunks.filter((hunk) => hunk.includes(`"${bug}"`));
  return [head, ...own].join('').replaceAll(switches, (_, name) => String(name === bug));
}
