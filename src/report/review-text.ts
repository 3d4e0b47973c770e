/** The verdict on a patch, as text, as a comment in Markdown, and as JUnit's XML. */
import { counted } from '../util/text.ts';

interface Fault {
  readonly kind: string;
  readonly why: string;
  readonly seed: string;
  readonly changes: readonly string[];
  readonly passes: string;
  readonly options: readonly string[];
  readonly noLevelRuns?: readonly string[];
  /** The command that shows it, if it is no `opt`. */
  readonly command?: string;
  readonly before: string;
  readonly after: string;
}

/** The parts of a verdict that people read. */
export interface ReviewedPatch {
  readonly patch: string;
  readonly compiler: string;
  readonly testsOfPatch: number;
  readonly left: readonly string[];
  readonly folders: readonly string[];
  readonly faults: readonly Fault[];
  readonly suite: {
    readonly better: number;
    readonly worse: number;
    readonly other: number;
    readonly worst: readonly { readonly seed: string; readonly cost: number; readonly controlCost: number }[];
  };
  readonly generalises: readonly {
    readonly variant: string;
    readonly asked: number;
    readonly fires: number;
    readonly example?: string;
  }[];
  readonly notReached: readonly string[];
  readonly counts: { readonly cpuSeconds: number; readonly kinds: Readonly<Record<string, number>> };
}

/** The command of a shell that shows the fault. */
function commandOf({ passes, options, command }: Fault): string {
  if (command !== undefined) return command;
  const words = options.map((option) => `-${option}`);
  return ['opt', `-passes='${passes}'`, ...words, '-S before.ll'].join(' ');
}

/** The command, and a line about passes of it that no level runs. */
export function commandLines(fault: Fault): string[] {
  const { noLevelRuns = [] } = fault;
  const said = noLevelRuns.length === 0 ? [] : [`no level of clang runs ${noLevelRuns.join(', ')}`];
  return [commandOf(fault), ...said];
}

/** Alive2's page with both functions. Empty if the text is too long for an address. */
function aliveLink({ kind, before, after, command }: Fault): string {
  if (kind !== 'wrong' || command !== undefined) return '';
  const source = `${before}\n; after\n${after.replaceAll(/@f\b/g, '@tgt')}`.replaceAll(/@f\b/g, '@src');
  const encoded = encodeURIComponent(source);
  return encoded.length > MOST_IN_LINK ? '' : `https://alive2.llvm.org/ce/#source:${encoded}`;
}

const MOST_IN_LINK = 6_000;

function headline({ kind, why, seed, changes }: Fault): string {
  const from = changes.length === 0 ? seed : `${seed} with ${changes.join(', ')}`;
  const [what = ''] = why.split(' | args ');
  return `${kind}: ${from}: ${what}`;
}

function argumentsOf({ why }: Fault): string {
  return why.split(' | args ')[1]?.trim() ?? '';
}

function summary({ patch, compiler, faults, counts, folders, testsOfPatch }: ReviewedPatch): string {
  const tests = Object.values(counts.kinds).reduce((sum, each) => sum + each, 0);
  const judged = (counts.kinds['kept'] ?? 0) + (counts.kinds['wrong'] ?? 0);
  const where = folders.length === 0 ? 'the whole suite' : folders.join(', ');
  return `${patch} on ${compiler}: ${counted(faults.length, 'fault')}. ${counted(tests, 'test')} in ${counts.cpuSeconds.toFixed(0)} CPU seconds, ${judged} judged; ${counted(testsOfPatch, 'file')} of the patch, and ${where}.`;
}

function suiteLines({ suite, generalises, notReached, left }: ReviewedPatch): string[] {
  return [
    `Changes in the suite: ${suite.better} better, ${suite.worse} worse, ${suite.other} of equal cost.`,
    ...suite.worst.map(({ seed, cost, controlCost }) => `  ${seed}: cost ${controlCost} to ${cost}`),
    ...generalises.map(({ variant, asked, fires }) => `Generalises, ${variant}: ${fires} of ${asked}.`),
    ...(notReached.length === 0 ? [] : [`No test reached: ${notReached.join(', ')}.`]),
    ...(left.length === 0 ? [] : [`Tests of the patch that do not fit this source: ${left.join(', ')}.`]),
  ];
}

export function reviewText(verdict: ReviewedPatch): string {
  const faults = verdict.faults.flatMap((fault) => [
    '',
    headline(fault),
    ...commandLines(fault).map((line) => `  ${line}`),
    ...(argumentsOf(fault) === '' ? [] : [`  arguments: ${argumentsOf(fault)}`]),
    ...indented(`before:\n${bodyOf(fault.before)}`),
    ...(fault.after === '' ? [] : indented(`after:\n${bodyOf(fault.after)}`)),
    ...(aliveLink(fault) === '' ? [] : [`  ${aliveLink(fault)}`]),
  ]);
  return `${[summary(verdict), ...faults, '', ...suiteLines(verdict)].join('\n')}\n`;
}

function indented(text: string): string[] {
  return text
    .trimEnd()
    .split('\n')
    .map((line) => `  ${line}`);
}

/** The function with what it needs, without the head of its module. */
function bodyOf(module: string): string {
  return module.replaceAll(/^(?:; ModuleID|source_filename|target (?:datalayout|triple)).*\n/gm, '').trim();
}

/** A comment for a pull request. */
export function reviewComment(verdict: ReviewedPatch): string {
  const block = (text: string, language = 'llvm'): string => `\n\`\`\`${language}\n${bodyOf(text)}\n\`\`\`\n`;
  const faults = verdict.faults.map((fault) => {
    const link = aliveLink(fault);
    return [
      `### ${headline(fault).replaceAll(/[<>&|]/g, ' ')}`,
      `\`${commandOf(fault)}\`${argumentsOf(fault) === '' ? '' : `, arguments \`${argumentsOf(fault)}\``}`,
      ...(link === '' ? [] : [`[Alive2](${link})`]),
      `<details><summary>before</summary>\n${block(fault.before, fault.command === undefined ? 'llvm' : 'c')}\n</details>`,
      ...(fault.after === '' ? [] : [`<details><summary>after</summary>\n${block(fault.after)}\n</details>`]),
    ].join('\n\n');
  });
  const examples = verdict.generalises.flatMap(({ variant, example }) =>
    example === undefined
      ? []
      : [`<details><summary>not rewritten: ${variant}</summary>\n${block(example)}\n</details>`],
  );
  const lines = suiteLines(verdict).map((line) =>
    line.startsWith('  ') ? `  - ${line.trim()}` : `- ${line}`,
  );
  return `${[summary(verdict), ...faults, lines.join('\n'), ...examples].join('\n\n')}\n`;
}

/** A test for the review, and a failed one for each fault. */
export function reviewJunit(verdict: ReviewedPatch): string {
  const { faults, counts, patch } = verdict;
  const seconds = counts.cpuSeconds.toFixed(1);
  const cases = faults.map((fault) => {
    const said = inXml(headline(fault));
    const text = inXml(`${commandOf(fault)}\n${fault.before}\n${fault.after}`);
    return `    <testcase classname="cgfuzz.review" name="${inXml(fault.seed)}" time="0">\n      <failure type="${fault.kind}" message="${said}">${text}</failure>\n    </testcase>`;
  });
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<testsuites>',
    `  <testsuite name="${inXml(patch)}" tests="${faults.length + 1}" failures="${faults.length}" errors="0" skipped="0" time="${seconds}">`,
    `    <testcase classname="cgfuzz" name="review" time="${seconds}"/>`,
    ...cases,
    '  </testsuite>',
    '</testsuites>',
    '',
  ].join('\n');
}

function inXml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll(/[^\t\n\u{20}-\u{d7ff}\u{e000}-\u{fffd}]/gu, '');
}
