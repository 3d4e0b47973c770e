/** Reduces a file of choices by a person's script. */
import { dirname, relative, resolve } from 'node:path';
import { decodeSequence, readSummary, SequenceFileError } from '../../choice/index.ts';
import { programSize, type Program } from '../../program/index.ts';
import { compilerArgsFor } from '../../source/index.ts';
import { reduceTest } from '../../triage/index.ts';
import { UserError } from '../../util/user-error.ts';
import { readInput } from '../read-input.ts';
import { reductionProgress } from '../progress/reduction-progress.ts';
import { exportScript } from './export-folder.ts';
import { remake } from '../../session/remake.ts';
import { SequenceOutput } from './sequence-output.ts';
import { limitsOf, openScript, PATIENCE, type ReduceSession, summaryOf, withGenerators } from './session.ts';
import type { ReductionSummary } from './summary.ts';
import { Trust } from '../../session/trust.ts';
import { worldOf } from '../../session/world.ts';
import { textStep } from './text-step.ts';

export async function reduceSequence(
  session: ReduceSession,
  path: string,
): Promise<ReductionSummary | { readonly exported: string }> {
  const { context, flags, cpuMs } = session;
  const script = flags.test;
  if (script === undefined)
    throw new UserError(`${path} is no finding: cgfuzz does not know what must stay`, [
      'name a script that exits with 0 if the program is still interesting: --test SCRIPT',
      'a finding needs no script: cgfuzz findings list',
    ]);
  const bytes = readInput(context.cwd, path);
  const source = sourceOf(path, bytes);
  if (flags.source === undefined)
    new Trust(worldOf(context).cache, flags.trust).checkSource(
      dirname(resolve(context.cwd, path)),
      source,
      context.cwd,
    );
  return withGenerators(session, source, async (generators) => {
    const { sequence, envelope } = decodeSequence(bytes, generators.alphabet);
    const original = await remake(generators, sequence, path, context.stderr);
    const test = await openScript(session, script, original, cpuMs);
    const isInteresting = async (program: Program): Promise<boolean> =>
      (await test.ask(program)).isInteresting;
    const base = flags.output ?? `${path.replace(/\.cgseq$/, '')}.reduced`;
    const output = new SequenceOutput(resolve(context.cwd, base), envelope);
    const earlier = flags.restart ? undefined : output.read(generators.alphabet);
    const made = earlier && (await generators.make({ sequence: earlier }));
    const goesOn = made?.outcome === 'ok' && (await isInteresting(made.program));
    const compilerArgs = compilerArgsFor(generators.definition, original);
    if (flags.export !== undefined)
      return exportScript(session, flags.export, goesOn ? made.program : original, script, compilerArgs);
    if (goesOn && !flags.json)
      context.stderr(`going on from ${relative(context.cwd, output.sequencePath)}\n`);
    const view = reductionProgress(context, flags.json, cpuMs);
    view.begin(programSize(goesOn ? made.program : original));
    const reduced = await reduceTest(generators, goesOn ? made.record : sequence, isInteresting, {
      ...limitsOf(session),
      onImproved(best, program, progress) {
        output.write(best, program);
        view.show(programSize(program), progress);
      },
      onTried: () => view.tick(),
      ...(flags.text ? { patience: PATIENCE } : {}),
    }).finally(() => view.clear());
    output.write(reduced.sequence, reduced.test);
    const summary = summaryOf(reduced, output.programPath(reduced.test), session, {
      choices: sequence.choiceCount,
      bytes: programSize(original),
    });
    if (!flags.text || (reduced.end !== 'minimal' && reduced.end !== 'slow')) return summary;
    const earlierText = flags.restart ? undefined : output.readText(reduced.test);
    const goesOnText = earlierText !== undefined && (await isInteresting(earlierText));
    const text = await textStep(session, goesOnText ? earlierText : reduced.test, compilerArgs, {
      isInteresting,
      save: (sofar) => output.writeText(sofar.program),
    });
    const { tool, guard } = text;
    return {
      ...summary,
      ...(text.end === 'aborted' && context.signal.aborted ? { end: text.end } : {}),
      cpuMs: Math.round(cpuMs()),
      text: { tool, guard, bytes: text.bytes },
      result: output.writeText(text.program),
    };
  });
}

function sourceOf(path: string, bytes: Uint8Array): string {
  try {
    return readSummary(bytes).envelope.source.name;
  } catch (error) {
    if (!(error instanceof SequenceFileError)) throw error;
    throw new UserError(`cannot reduce ${path}: ${error.message}`, error.hints);
  }
}
