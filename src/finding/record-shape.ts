/** The shape of `meta.json`: what the code that reads a finding relies on. */
import {
  aFlag,
  aNumber,
  aPathInside,
  aText,
  listOf,
  mapOf,
  fieldsOf,
  oneOf,
  optional,
  type Shape,
  variantOf,
} from '../util/shape.ts';
import { type CompilerConfiguration, type LitmusBug, machineNames } from '../laboratory/index.ts';
import {
  type Affected,
  type BrokenRelation,
  complaintShape,
  failureKinds,
  type Culprit,
  type Difference,
  type JudgeCommand,
  lossKinds,
  type MissedBlock,
  judgedParts,
  relationWays,
  type Validity,
} from '../oracle/index.ts';
import { type DrawnOptions, optionTiers } from '../program/index.ts';
import type {
  FindingOrigin,
  FindingRecord,
  FromTo,
  ProgramShape,
  ReductionState,
  TextReductionRecord,
  Variation,
} from './record.ts';
import type { ShippedBug } from './shipped-bug.ts';

const texts = listOf(aText);
const verdict = oneOf('valid', 'suspicious', 'undefined', 'unknown');
const fromTo = fieldsOf<FromTo>({ from: aNumber, to: aNumber });

const bug = fieldsOf<LitmusBug>({
  machine: oneOf(...machineNames),
  axiom: optional(aText),
  order: aText,
  isSeenInRun: aFlag,
});

const origin = fieldsOf<FindingOrigin>({
  source: aText,
  isGiven: optional(aFlag),
  module: optional(aText),
  test: optional(aNumber),
  arm: optional(aText),
  operator: optional(aText),
  parents: optional(texts),
});

const program = fieldsOf<ProgramShape>({
  language: oneOf('c', 'c++', 'llvm-ir', 'text', 'ispc'),
  main: aPathInside,
  beside: optional(listOf(aPathInside)),
  isOneFile: aFlag,
  promises: optional(oneOf('valid', 'defined', 'nothing')),
  includes: listOf(fieldsOf<ProgramShape['includes'][number]>({ from: aText, to: aPathInside })),
});

const configuration = fieldsOf<CompilerConfiguration>({
  compiler: aText,
  args: texts,
  given: optional(texts),
});

const culprit = variantOf<Culprit>('kind', {
  pass: fieldsOf<Extract<Culprit, { kind: 'pass' }>>({
    kind: oneOf('pass'),
    pass: aText,
    on: aText,
    rewrite: optional(aText),
    visit: optional(aNumber),
    step: aNumber,
    steps: aNumber,
  }),
  dump: fieldsOf<Extract<Culprit, { kind: 'dump' }>>({
    kind: oneOf('dump'),
    pass: aText,
    step: aNumber,
  }),
  flags: fieldsOf<Extract<Culprit, { kind: 'flags' }>>({ kind: oneOf('flags'), flags: texts }),
  unknown: fieldsOf<Extract<Culprit, { kind: 'unknown' }>>({ kind: oneOf('unknown'), why: aText }),
});

export const findingShape: Shape<FindingRecord> = fieldsOf<FindingRecord>({
  id: aText,
  kind: oneOf(...failureKinds),
  signature: aText,
  title: aText,
  count: aNumber,
  message: aText,
  frames: texts,
  pass: optional(aText),
  shipped: optional(fieldsOf<ShippedBug>({ name: aText, title: aText, address: aText })),
  heldAgainst: optional(aText),
  compiler: aText,
  args: texts,
  given: optional(texts),
  targetKind: optional(oneOf('executable')),
  limits: optional(
    fieldsOf<NonNullable<FindingRecord['limits']>>({
      cpuMs: optional(aNumber),
      memoryBytes: optional(aNumber),
    }),
  ),
  options: optional(
    fieldsOf<DrawnOptions>({
      args: texts,
      tier: oneOf(...optionTiers),
      isForElsewhere: aFlag,
      machine: optional(aText),
      list: optional(aText),
    }),
  ),
  version: optional(aText),
  build: aText,
  origin,
  program,
  difference: optional(
    fieldsOf<Difference>({
      actual: aText,
      expected: aText,
      alsoRight: optional(texts),
      isUnstable: optional(aFlag),
      bug: optional(bug),
    }),
  ),
  relation: optional(
    fieldsOf<BrokenRelation>({
      way: oneOf(...relationWays),
      added: texts,
      section: optional(aText),
    }),
  ),
  missed: optional(
    fieldsOf<MissedBlock>({
      marker: aText,
      how: oneOf(...lossKinds),
      removing: configuration,
      pass: optional(aText),
      mends: optional(texts),
      isHeuristic: optional(aFlag),
    }),
  ),
  references: optional(listOf(configuration)),
  culprit: optional(culprit),
  ir: optional(
    fieldsOf<NonNullable<FindingRecord['ir']>>({
      complaint: optional(complaintShape),
      passes: optional(aText),
    }),
  ),
  judge: optional(fieldsOf<JudgeCommand>({ words: texts, about: oneOf(...judgedParts), timeoutMs: aNumber })),
  affected: optional(
    fieldsOf<Affected>({ failing: texts, right: texts, unclear: texts, versions: mapOf(aText) }),
  ),
  validity: optional(
    fieldsOf<Validity>({
      verdict,
      isEndless: aFlag,
      reports: listOf(
        fieldsOf<Validity['reports'][number]>({
          checker: aText,
          answer: oneOf('clean', 'undefined', 'suspicious', 'not-asked'),
          detail: aText,
        }),
      ),
    }),
  ),
  explanation: optional(
    listOf(fieldsOf<Variation>({ line: aNumber, text: aText, part: aText, may: texts, mayNot: texts })),
  ),
  reduction: optional(
    fieldsOf<ReductionState>({
      state: oneOf('running', 'minimal', 'budget'),
      choices: fromTo,
      bytes: fromTo,
      evaluations: aNumber,
      cpuMs: aNumber,
    }),
  ),
  textReduction: optional(
    fieldsOf<TextReductionRecord>({
      tool: aText,
      bytes: fromTo,
      guard: verdict,
      state: optional(oneOf('running', 'minimal')),
    }),
  ),
});
