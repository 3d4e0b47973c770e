/**
 * The judge that compiles tests in a second way that must give the same code. Examples are debug information,
 * the way by assembly, and more warnings. Nothing runs, so this works for code of any architecture.
 *
 * Invariant: a test's relation follows only from its program, not from this process's history.
 */
import { familyOfName } from '../../build/index.ts';
import { argumentsAnd, type Program, programKey } from '../../program/index.ts';
import type { Laboratory } from '../../laboratory/index.ts';
import { signatureOf } from '../crash/signature-of.ts';
import { checkRelation, type RelationQuestion } from '../invariance/check-relation.ts';
import { inspectRelation, isBroken } from '../invariance/inspect-relation.ts';
import { drawBackEnd, drawRelation } from '../invariance/relations.ts';
import { hasContract } from '../../laboratory/index.ts';
import type { Inspection, Judge, TestToJudge } from './judge.ts';

export const secondWay: Judge = {
  mayAsk: ({ program }) => program.language !== 'text' && !hasContract(program),
  async open({ laboratory }) {
    return {
      async ask(test) {
        const about = questionAbout(test);
        if (about === undefined) return undefined;
        const { question, isElsewhere } = about;
        const known = isElsewhere || test.output.length === 0 ? undefined : test.output;
        return answerTo(laboratory, question, known);
      },
    };
  },
};

/** Undefined if there is no relation for the compiler. */
function questionAbout({
  program,
  asked,
}: TestToJudge): { readonly question: RelationQuestion; readonly isElsewhere: boolean } | undefined {
  const { compiler } = asked;
  const family = familyOfName(compiler);
  const seed = programKey(program);
  const relation = family && drawRelation(family, seed);
  if (relation === undefined) return undefined;
  const backEnd =
    family === 'clang' && mayGoElsewhere(compiler, program, asked.args) ? drawBackEnd(seed) : undefined;
  const configuration = { compiler, ...argumentsAnd(asked, backEnd ?? [], program.options) };
  return { question: { program, configuration, relation }, isElsewhere: backEnd !== undefined };
}

/**
 * Other architectures' headers are not installed, and an instrumented compiler supports few architectures.
 */
function mayGoElsewhere(target: string, { files }: Program, args: readonly string[]): boolean {
  if (args.some((arg) => /^(?:-m(?!llvm)|--target)/.test(arg)) || !/^clang-\d+(?:-stock)?$/.test(target))
    return false;
  return files.every(({ bytes }) => !/^[ \t]*#[ \t]*include\b/m.test(Buffer.from(bytes).toString('latin1')));
}

async function answerTo(
  laboratory: Laboratory,
  question: RelationQuestion,
  known: Uint8Array | undefined,
): Promise<Inspection> {
  const answer = await checkRelation(laboratory, question, known);
  const { configuration, relation: asked } = question;
  if (answer.kind === 'failed') {
    const { execution } = answer;
    const { compiler, args } = configuration;
    const target = await laboratory.target(compiler);
    const signature = await signatureOf(target, execution, laboratory.world.searchPath);
    // The added arguments came last, after drawn ones.
    const words = { compiler, args: [...args, ...asked.added] };
    return { kind: 'failure', seen: { signature, text: execution.text, ...words } };
  }
  const found = isBroken(answer) ? await inspectRelation(laboratory, question) : undefined;
  if (found === undefined) return { kind: 'nothing' };
  const { signature, relation, culprit, says } = found;
  const seen = { signature, text: says, ...configuration, relation };
  return { kind: 'failure', seen: culprit === undefined ? seen : { ...seen, culprit } };
}
