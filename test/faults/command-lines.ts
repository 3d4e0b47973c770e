/**
 * Odd command lines: cgfuzz fuzzes its own. A new answer is a discovery; the fuzzer changes its command line further. A
 * command line that shows a stack is a finding, and is reduced.
 */
import { lstatSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Alphabet, type ChoiceSequence, makeRandom, uniformBelow } from '../../src/choice/index.ts';
import { exitCodes } from '../../src/cli/command.ts';
import { mutate } from '../../src/mutate/index.ts';
import { reduce } from '../../src/reduce/index.ts';
import { inProcessSource } from '../../src/source/index.ts';
import { commandLine } from './command-line.ts';
import { type Family, showsStack } from './family.ts';
import { goldenFiles, writeFiles, writeOther } from './golden.ts';
import { inFolder } from './places.ts';
import { type Said, say } from './say.ts';

const source = inProcessSource(commandLine, { timeoutMs: Infinity, alphabet: new Alphabet() });
const heard = new Set<string>();
const kept: ChoiceSequence[] = [];

export const commandLines: Family = {
  name: 'odd command lines',
  share: 22,
  async run(seed) {
    const rng = makeRandom(seed);
    const parent =
      kept.length > 0 && uniformBelow(rng, 2) === 0 ? kept[uniformBelow(rng, kept.length)] : undefined;
    const sequence =
      parent === undefined
        ? undefined
        : mutate(parent, rng, { donors: [kept[uniformBelow(rng, kept.length)]!] }).sequence;
    const made = source.runNow({ seed: rng.next() >>> 0, ...(sequence === undefined ? {} : { sequence }) });
    if (made.outcome !== 'ok') return [`the generator of command lines: ${made.outcome}`];
    const said = await trySaying(made.value);
    const news = newsIn(said);
    if (!heard.has(news)) {
      heard.add(news);
      kept.push(made.record);
    }
    if (!isBad(said)) return [];
    const smallest = await reduce<readonly string[]>(
      made.record,
      async (words) => isBad(await trySaying(words)),
      {
        generate: (candidate, how) => source.runNow({ sequence: candidate, ...how }),
        keyOf: (words) => JSON.stringify(words),
        maxEvaluations: 200,
      },
    );
    const { stderr } = await trySaying(smallest.test);
    return [`cgfuzz ${JSON.stringify(smallest.test)}: ${stderr}`];
  },
};

/** The answer without names and numbers: a new one is a discovery. */
function newsIn({ code, stderr }: Said): string {
  const [first = ''] = stderr.split('\n');
  return `${code} ${first.replaceAll(/"[^"]*"|[\d/.]\S*/g, '_').slice(0, 60)}`;
}

function isBad(said: Said): boolean {
  return showsStack(said) || (said.code === 2 && !/^error: .+/m.test(said.stderr));
}

function trySaying(words: readonly string[]): Promise<Said> {
  return inFolder(async (top) => {
    // So that what lies above it is of the case, too.
    const cwd = join(top, 'here');
    const folder = join(cwd, 'a');
    writeFiles(folder, goldenFiles());
    writeOther(folder);
    // Where a file took the place of the link, nothing worse than that has happened.
    symlinkSync('/dev/full', join(cwd, 'full'));
    symlinkSync('circle', join(cwd, 'circle'));
    mkdirSync(join(cwd, 'secret'));
    writeFileSync(join(cwd, 'cgfuzz.config.json'), '{"seed": 3}');
    writeFileSync(join(cwd, 'mine.mjs'), "export default { name: 'mine' };\n");
    writeFileSync(join(cwd, 'odd.mjs'), 'throw null;\n');
    const [id = ''] = readdirSync(join(folder, 'findings'));
    const said = await say(
      cwd,
      words.map((word) => word.replace('FINDING', id)),
    );
    const isDevice = lstatSync(join(cwd, 'full'), { throwIfNoEntry: false })?.isSymbolicLink() === true;
    return isDevice ? said : { ...said, code: exitCodes.bug, stderr: 'a file took the place of a device' };
  });
}
