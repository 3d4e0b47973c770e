/**
 * Checks whether a relation holds for one program and compiler: makes code in both ways, and compares the
 * parts of the objects.
 *
 * The program needs no meaning: the compiler must keep a relation even for a program with undefined
 * behaviour. Invariant: a compiler without the option, or without ELF files, gives no answer (`not-asked`).
 */

import { type Program, stepsOfPipeline } from '../../program/index.ts';
import type { Emit, Execution } from '../../serve/index.ts';
import type { Laboratory } from '../../laboratory/index.ts';
import type { CompilerConfiguration } from '../../laboratory/index.ts';
import { classify } from '../crash/classify.ts';
import { normalMessage } from '../crash/message.ts';
import { elf } from './elf.ts';
import { differenceIn, type ObjectDifference, objectPartsOf } from './object-parts.ts';
import { KEEP_USES, NO_PASSES, type CodeRelation, withoutFiles } from './relations.ts';

export type RelationAnswer =
  | { readonly kind: 'holds' }
  | { readonly kind: 'not-asked'; readonly why: string }
  | { readonly kind: 'differs'; readonly difference: ObjectDifference }
  /** The second way gives no code, and the first one does. `message` is equal for equal complaints. */
  | { readonly kind: 'refused'; readonly message: string; readonly said: string }
  /** The compiler ends in a way that is a finding of its own. */
  | { readonly kind: 'failed'; readonly execution: Execution };

export interface RelationQuestion {
  readonly program: Program;
  readonly configuration: CompilerConfiguration;
  readonly relation: CodeRelation;
}

/** Options for only one of the ways, such as a limit of passes. */
export interface OwnOptions {
  readonly first?: readonly string[];
  readonly second?: readonly string[];
}

/** Executions of both ways; a way with two steps ends at the first failure. */
export interface BothWays {
  readonly first: Execution;
  readonly second: Execution;
  /** True if the second way failed before its last step. */
  readonly isHalfway: boolean;
}

/** `known` is an object from the first way; without it, the object is made. */
export async function checkRelation(
  laboratory: Laboratory,
  question: RelationQuestion,
  known?: Uint8Array,
): Promise<RelationAnswer> {
  const why = await whyNotAsked(laboratory, question);
  if (why !== undefined) return { kind: 'not-asked', why };
  const first = known ?? (await firstWay(laboratory, question));
  if (!(first instanceof Uint8Array))
    return { kind: 'not-asked', why: `it is ${first.outcome} without the relation` };
  const { execution, isHalfway } = await secondWay(laboratory, question);
  return answerOf(question, first, execution, isHalfway);
}

/** Both ways, each with further options. */
export async function makeBothWays(
  laboratory: Laboratory,
  question: RelationQuestion,
  { first: ofFirst = [], second: ofSecond = [] }: OwnOptions,
): Promise<BothWays> {
  const [first] = await laboratory.compile(question.program, [withArgs(question.configuration, ofFirst)]);
  const { execution: second, isHalfway } = await secondWay(laboratory, question, ofSecond);
  return { first: first!, second, isHalfway };
}

/** True if both ways gave objects, and these differ. */
export function isDifferent({ first, second }: Pick<BothWays, 'first' | 'second'>): boolean {
  if (first.outcome !== 'ok' || second.outcome !== 'ok') return false;
  const [one, other] = [first, second].map(({ output }) => objectPartsOf(output));
  return one !== undefined && other !== undefined && differenceIn(one, other) !== undefined;
}

async function whyNotAsked(
  laboratory: Laboratory,
  { configuration, relation }: RelationQuestion,
): Promise<string | undefined> {
  const { compiler, args } = configuration;
  const target = await laboratory.target(compiler);
  const family = target.compiler?.family;
  if (family === undefined) return `${compiler} is no compiler`;
  if (relation.way === 'options') return undefined;
  if (stepsOfPipeline(args) !== undefined) return 'passes are named one by one';
  // The compile server reads only C, and has no assembler.
  if (target.coverage !== undefined) return `${compiler} makes objects from programs alone`;
  if (family !== 'clang' && relation.way !== 'assembly') return `${compiler} has no IR that it reads`;
  return undefined;
}

async function firstWay(
  laboratory: Laboratory,
  { program, configuration }: RelationQuestion,
): Promise<Uint8Array | Execution> {
  const [execution] = await laboratory.compile(program, [configuration]);
  return execution!.outcome === 'ok' ? execution!.output : execution!;
}

interface Made {
  readonly execution: Execution;
  readonly isHalfway: boolean;
}

async function secondWay(
  laboratory: Laboratory,
  { program, configuration, relation }: RelationQuestion,
  own: readonly string[] = [],
): Promise<Made> {
  const { way } = relation;
  const target = await laboratory.target(configuration.compiler);
  const added = target.coverage === undefined ? relation.added : withoutFiles(relation.added);
  const back = { ...configuration, args: plainArgsOf(configuration.args) };
  const make = async (from: Program, args: readonly string[], emit: Emit): Promise<Execution> => {
    const [execution] = await laboratory.compile(from, [withArgs(configuration, args)], {}, emit);
    return execution!;
  };
  if (way === 'options')
    return { execution: await make(program, [...added, ...own], 'object'), isHalfway: false };
  if (way === 'assembly') {
    const text = await make(program, [...added, ...own], 'assembly');
    if (text.outcome !== 'ok') return { execution: text, isHalfway: true };
    const [assembled] = await laboratory.compile(fileOf('test.s', text.output), [back]);
    // The first step counts the passes.
    const execution = { ...assembled!, text: `${text.text}${assembled!.text}` };
    return { execution, isHalfway: false };
  }
  const emit = way === 'ir' ? 'ir-before-passes' : 'ir-after-passes';
  const ir = await make(program, KEEP_USES, emit);
  if (ir.outcome !== 'ok') return { execution: ir, isHalfway: true };
  const noPasses = way === 'ir' ? [] : NO_PASSES;
  const [execution] = await laboratory.compile(fileOf('test.ll', ir.output), [
    withArgs(back, [...noPasses, ...own]),
  ]);
  return { execution: execution!, isHalfway: false };
}

function fileOf(path: string, bytes: Uint8Array): Program {
  return { files: [{ path, bytes }], main: path, language: path.endsWith('.ll') ? 'llvm-ir' : 'text' };
}

function withArgs({ compiler, args }: CompilerConfiguration, more: readonly string[]): CompilerConfiguration {
  return { compiler, args: [...args, ...more] };
}

/**
 * Options for a file that is no longer C, without those about headers, the language and debug information.
 */
export function plainArgsOf(args: readonly string[]): string[] {
  const kept: string[] = [];
  for (let at = 0; at < args.length; at++) {
    const arg = args[at]!;
    if (/^-(?:include|imacros|isystem|iquote|idirafter|x|I|D|U)$/.test(arg)) at++;
    else if (arg === '-Xclang' || arg === '-mllvm') kept.push(arg, args[++at] ?? '');
    else if (!/^-(?:[IDU]|std=|ansi$|g(?!cc))/.test(arg)) kept.push(arg);
  }
  return kept;
}

/**
 * Architectures whose assembler relaxes or bundles code, so that the same assembly may rightly give different
 * bytes.
 */
const isWrittenOtherwise: ReadonlySet<number> = new Set([elf.hexagon, elf.loongArch]);

/** A compiler's words for an unknown option, or for two options that contradict each other. */
const ABOUT_OPTIONS =
  /unknown argument|unrecognized (?:command-line )?option|unsupported option|not supported|invalid (?:value|argument)|unknown target|not compatible|only valid|no such file/i;

function answerOf(
  { relation }: RelationQuestion,
  first: Uint8Array,
  second: Execution,
  isHalfway: boolean,
): RelationAnswer {
  const kind = classify(second);
  if (kind === 'rejected' && !ABOUT_OPTIONS.test(second.text))
    return { kind: 'refused', message: complaintOf(second), said: fromFirstError(second.text) };
  if (kind !== undefined) {
    const isOfOptions = relation.way === 'options' && kind === 'crash' && !isHalfway;
    return isOfOptions
      ? { kind: 'failed', execution: second }
      : { kind: 'not-asked', why: `the second way is ${second.outcome}` };
  }
  const [one, other] = [objectPartsOf(first), objectPartsOf(second.output)];
  if (one === undefined || other === undefined)
    return { kind: 'not-asked', why: 'its code is no ELF object' };
  if (relation.way === 'assembly' && isWrittenOtherwise.has(one.machine)) return { kind: 'holds' };
  const difference = differenceIn(one, other);
  return difference === undefined ? { kind: 'holds' } : { kind: 'differs', difference };
}

/** The text without earlier messages about options. */
function fromFirstError(text: string): string {
  const lines = text.trim().split('\n');
  const first = lines.findIndex((line) => /\berror: /i.test(line));
  return lines.slice(Math.max(0, first)).join('\n');
}

/**
 * The first complaint of a compiler or an assembler, without names and numbers. Assemblers use the same words
 * for many instructions, so the instruction follows, if the assembler shows it.
 */
function complaintOf({ text }: Execution): string {
  const said = text.replaceAll(/\bError: /g, 'error: ');
  const message = normalMessage({ outcome: 'rejected', text: said, signal: undefined });
  const [, word, rest = ''] = /^\S*\.s:\d+:\d+: error: [^\n]*\n\s*(\S+)([^\n]*)/m.exec(said) ?? [];
  if (word === undefined) return message;
  const specifier = /%\w+(?=\()/.exec(rest)?.[0];
  return `${message} | ${[word, ...(specifier === undefined ? [] : [specifier])].join(' ')}`;
}
