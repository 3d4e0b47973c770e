/** `cgfuzz reduce`: makes a failing test small by reducing its choices. */
import { relative } from 'node:path';
import { findTextReducer } from '../../triage/index.ts';
import { NotInterestingError } from '../../reduce/index.ts';
import { UserError } from '../../util/user-error.ts';
import { type Command, defineCommand, exitCodes } from '../command.ts';
import { cpuClock } from '../../session/cpu-clock.ts';
import { findFinding } from '../find-finding.ts';
import { reduceFlags } from '../reduce/flags.ts';
import { reduceFolder } from '../reduce/reduce-folder.ts';
import { reduceSequence } from '../reduce/reduce-sequence.ts';
import { reductionSummary } from '../reduce/summary.ts';
import { worldOf } from '../../session/world.ts';

export const reduceCommand: Command = defineCommand({
  name: 'reduce',
  summary: 'Make a failing test small, on the choices behind it',
  details: [
    'Every candidate is written anew by the generator, and so is as valid as all that it writes. A finding is reduced',
    'by its own signature, so that it stays the same bug, and in its folder.',
    '',
    'SCRIPT is run without arguments in a new folder with the program, test.c, and exits with 0 if that is still',
    'interesting; scripts for C-Reduce and C-Vise fit as they are. Interrupted, the same command goes on; the best so',
    'far is on the disk at all times.',
  ].join('\n'),
  parameters: [
    {
      name: 'WHAT',
      doc: 'a finding: its folder or the first letters of its id; or a file with choices, *.cgseq',
      completion: 'finding',
    },
  ],
  flags: reduceFlags,
  examples: [
    ['reduce 3f2a', 'the finding whose id begins so, of the campaign in this folder'],
    ['reduce 3f2a --text', 'and then its text, with cvise if that is installed'],
    [
      'reduce crash.cgseq --test ./interesting.sh -j 8',
      'any test, by a script; the result is crash.reduced.c',
    ],
    ['reduce crash.cgseq --test ./interesting.sh --repeats 5 --needed 3', 'one that fails now and then'],
  ],
  async run(context, flags, [what = '']) {
    if (flags.needed > flags.repeats)
      throw new UserError(`--needed ${flags.needed} of --repeats ${flags.repeats} can never be`, [
        'allowed: at most as many as --repeats',
      ]);
    if (flags.text && findTextReducer(worldOf(context).searchPath) === undefined)
      context.stderr(
        'neither cvise nor creduce is installed: cgfuzz reduces the text alone; for a little more: sudo apt-get install cvise\n',
      );
    const finding = findFinding(context.cwd, flags.dir, what);
    const session = { context, flags, cpuMs: cpuClock(context.monotonicMs) };
    try {
      const result =
        finding === undefined ? await reduceSequence(session, what) : await reduceFolder(session, finding);
      if (flags.json) context.stdout(`${JSON.stringify(result)}\n`);
      else if ('exported' in result)
        context.stdout(
          `written; go on with: cd ${relative(context.cwd, result.exported) || '.'} && cvise ./interesting.sh ${flags.name ?? 'test.c'}\n`,
        );
      else context.stdout(reductionSummary(result, context));
      return 'end' in result && result.end === 'aborted' ? exitCodes.interrupted : exitCodes.ok;
    } catch (error) {
      if (error instanceof NotInterestingError) throw new UserError(error.message);
      throw error;
    }
  },
});
