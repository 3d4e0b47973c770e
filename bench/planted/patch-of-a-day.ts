/** A historic bug of LLVM, or a planted defect of GCC, as a patch of a day: without a switch, as for review. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { plantedFolder, type PlantedFolder } from '../../lab/planted/names.ts';

const switches = /CGFUZZ_PLANTED ?\("([\w-]+)"\)/g;

/** The text of the patch. Hunks of other bugs in the same file are left out. */
export function patchOfADay(bug: string, among: PlantedFolder): string {
  const folder = join(plantedFolder, among);
  const texts = readdirSync(folder)
    .filter((file) => file.endsWith('.patch'))
    .map((file) => readFileSync(join(folder, file), 'utf8'));
  const text = texts.find((each) => each.includes(`"${bug}"`));
  if (text === undefined) throw new Error(`no patch has ${bug}`);
  const [head = '', ...hunks] = text.split(/^(?=@@ )/m);
  const own = hunks.filter((hunk) => hunk.includes(`"${bug}"`));
  return [head, ...own].join('').replaceAll(switches, (_, name) => String(name === bug));
}
