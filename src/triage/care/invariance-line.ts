/**
 * The side line that compiles tests in a second way that must give the same code. Examples are debug
 * information, the way by assembly, and more warnings. Nothing runs, so this works for code of any
 * architecture.
 *
 * Invariant: a test's relation follows only from its program, not from this process's history.
 */
import { familyOfName } from '../../build/index.ts';
import {
  checkRelation,
  type CompilerConfiguration,
  drawBackEnd,
  drawRelation,
  hasContract,
  inspectRelation,
  isBroken,
  type Laboratory,
  type RelationQuestion,
} from '../../oracle/index.ts';
import { argumentsAnd, type Program, programKey } from '../../program/index.ts';
import type { ComparisonCandidate } from './candidates.ts';
import { type Bill, charged } from './charged.ts';
import type { Inspection } from './inspect.ts';
import { Latest } from './latest.ts';
import { signatureOf } from '../signature-of.ts';
import type { LineParts } from './line-parts.ts';
import type { SideWork } from './side-job.ts';
import type { SideLine } from './side-line.ts';
import { takeInspection } from './take-inspection.ts';

interface Waiting {
  readonly candidate: ComparisonCandidate;
  /** Empty if the target made none. */
  readonly object: Uint8Array;
}

export class InvarianceLine implements SideLine {
  readonly name = 'invariance' as const;
  readonly share: number;
  readonly #parts: LineParts;
  readonly #waiting = new Latest<Waiting>();

  constructor(parts: LineParts) {
    this.#parts = parts;
    this.share = parts.options.invarianceShare;
  }

  offer(candidate: ComparisonCandidate, object: Uint8Array): void {
    const { program, definition } = candidate;
    if (this.share <= 0 || definition.language === 'text' || hasContract(program)) return;
    this.#waiting.add({ candidate, object });
  }

  next(): SideWork | undefined {
    const waiting = this.#waiting.take();
    return waiting && (() => charged(this.#parts, this.name, (...opened) => this.#check(waiting, ...opened)));
  }

  async interrupt(): Promise<void> {
    await this.#parts.laboratory.close();
  }

  async #check({ candidate, object }: Waiting, laboratory: Laboratory, bill: Bill): Promise<void> {
    const asked = this.#questionAbout(candidate);
    if (asked === undefined) return;
    bill.isCheck = true;
    const { question, isElsewhere } = asked;
    const known = isElsewhere || object.length === 0 ? undefined : object;
    takeInspection(this.#parts, candidate, await inspectTest(laboratory, question, known));
  }

  /** Undefined if there is no relation for the compiler. */
  #questionAbout({
    definition,
    program,
  }: ComparisonCandidate):
    { readonly question: RelationQuestion; readonly isElsewhere: boolean } | undefined {
    const { target, argumentsOf } = this.#parts.campaign;
    const asked = argumentsOf(definition, program);
    const family = familyOfName(target);
    const seed = programKey(program);
    const relation = family && drawRelation(family, seed);
    if (relation === undefined) return undefined;
    const backEnd =
      family === 'clang' && mayGoElsewhere(target, program, asked.args) ? drawBackEnd(seed) : undefined;
    const args = argumentsAnd(asked, backEnd ?? [], program.options);
    const configuration: CompilerConfiguration = { compiler: target, ...args };
    return { question: { program, configuration, relation }, isElsewhere: backEnd !== undefined };
  }
}

/**
 * Other architectures' headers are not installed, and an instrumented compiler supports few architectures.
 */
function mayGoElsewhere(target: string, { files }: Program, args: readonly string[]): boolean {
  if (args.some((arg) => /^(?:-m(?!llvm)|--target)/.test(arg)) || !/^clang-\d+(?:-stock)?$/.test(target))
    return false;
  return files.every(({ bytes }) => !/^[ \t]*#[ \t]*include\b/m.test(Buffer.from(bytes).toString('latin1')));
}

async function inspectTest(
  laboratory: Laboratory,
  question: RelationQuestion,
  known: Uint8Array | undefined,
): Promise<Inspection> {
  const answer = await checkRelation(laboratory, question, known);
  const { configuration, relation: asked } = question;
  if (answer.kind === 'failed') {
    const target = await laboratory.target(configuration.compiler);
    const { execution } = answer;
    const signature = await signatureOf(target, execution, laboratory.world.searchPath);
    const { compiler, args } = configuration;
    // The added arguments came last, after drawn ones.
    return {
      kind: 'failure',
      seen: { signature, text: execution.text, compiler, args: [...args, ...asked.added] },
    };
  }
  const found = isBroken(answer) ? await inspectRelation(laboratory, question) : undefined;
  if (found === undefined) return { kind: 'nothing' };
  const { signature, relation, culprit, says } = found;
  const seen = { signature, text: says, ...configuration, relation };
  return { kind: 'failure', seen: culprit === undefined ? seen : { ...seen, culprit } };
}
