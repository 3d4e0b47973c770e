/** The `README.md` of a finding: the text that a person pastes into a bug tracker. */
import { CONTRACT_FILE } from '../../litmus/index.ts';
import { type FindingRecord, shippedText, type ShownFiles } from '../../finding/index.ts';
import { optionsOfLlvm, type OptionTier, type Program } from '../../program/index.ts';
import { labelOf } from '../../laboratory/index.ts';
import { type Validity } from '../../oracle/index.ts';
import { reportKindOf, reportKinds } from '../kinds/index.ts';
import { executableName, isOfExecutable } from './executable-finding.ts';
import { quoted } from '../../util/quoted.ts';
import { culpritText } from './culprit-text.ts';
import { explanationSection } from './explanation.ts';
import { explorerLink } from './explorer-link.ts';
import { headingOf } from './heading.ts';
import { introducedText } from './introduced.ts';
import { argumentWords, compilerOf, folderOf, optimiserOf, redirected } from './finding-command.ts';

const MAX_PROGRAM_CHARACTERS = 20_000;
const MAX_OUTPUT_LINES = 40;
const MAX_REPORT_LINES = 160;
/** A line in which a compiler says how it died. */
const TELLING =
  /Bad machine code|Assertion|UNREACHABLE|LLVM ERROR|error in backend|internal compiler error|PLEASE submit|\berror:/;

export function findingReadme(record: FindingRecord, shown: ShownFiles): string {
  const { program, mainPath, output } = shown;
  const { difference } = record;
  const row = reportKindOf(record);
  const link = explorerLink(record, shown);
  return [
    ...(record.shipped === undefined
      ? []
      : [`> **Known:** ${shippedText(record.shipped).replace('known: ', '')}`, '']),
    `# ${isOfExecutable(record) ? executableName(record) : compilerOf(record)}: ${headingOf(record, output)}`,
    '',
    ...factsOf(record).map(([name, text]) => `- **${name}:** ${text}`),
    '',
    '```',
    ...row.commands(record, shown).map((line) => `$ ${line}`),
    ...(difference === undefined || !row.runs
      ? []
      : [`$ ./program${argumentWords(program)}${redirected(program, folderOf(program, mainPath))}`]),
    '```',
    '',
    isOfExecutable(record) ? '## Input' : '## Program',
    '',
    sizeOf(record),
    '',
    ...programSection(program, mainPath),
    '## Expected',
    '',
    ...(difference === undefined ? [expectedOf(record), ''] : fenced(difference.expected)),
    '## Actual',
    '',
    ...fenced(
      difference?.actual ??
        (isOfExecutable(record) ? saidByProgram(record, output) : compilerSays(record, output)),
    ),
    ...moduleSection(record, shown),
    ...explanationSection(record),
    ...validitySection(record.validity),
    '## Reproduce',
    '',
    ...howToReproduce(record),
    ...(link === undefined ? [] : ['', `[The program in Compiler Explorer](${link})`]),
    '',
    originOf(record),
    '',
  ].join('\n');
}

/** The test, and after it the program's other files with their names. */
export function programSection({ files, main, language }: Program, mainPath: string): string[] {
  const others = files.filter(({ path }) => path !== main && path !== CONTRACT_FILE);
  const test = files.filter(({ path }) => path === main);
  const folder = mainPath.slice(0, mainPath.length - main.length);
  return [...test, ...others].flatMap(({ path, bytes }) => [
    ...(others.length === 0 ? [] : [`\`${path}\`:`, '']),
    ...fenced(
      cut(Buffer.from(bytes).toString(), others.length === 0 ? mainPath : folder + path),
      language === 'c++' ? 'cpp' : language,
    ),
  ]);
}

/** The IR before the blamed pass, and the command that shows the pass's effect. */
export function moduleSection(
  record: Pick<FindingRecord, 'kind' | 'ir' | 'compiler' | 'program' | 'args' | 'signature'>,
  { module }: Pick<ShownFiles, 'module'>,
): string[] {
  const passes = record.ir?.passes;
  const told = reportKinds[record.kind].module;
  if (module === undefined || passes === undefined || told === undefined) return [];
  const { fault, test } = told;
  const isReduced = module.path.includes('reduced');
  const options = record.kind === 'crash' ? optionsOfLlvm(record.args) : [];
  const words = [optimiserOf(record), ...options, `-passes=${passes}`];
  const needs = isAssertion(record) ? ' The `opt` must be built with assertions.' : '';
  const how = isReduced ? `llvm-reduce made it, with ${test} as its test.` : 'It is not reduced.';
  return [
    '## IR',
    '',
    `${fault} ${how}${needs}`,
    '',
    ...fenced(`$ ${words.map(quoted).join(' ')} -S ${module.path}`),
    ...fenced(cut(module.text, module.path), 'llvm'),
  ];
}

function isAssertion({ signature }: Pick<FindingRecord, 'signature'>): boolean {
  return signature.startsWith('assertion ');
}

function howToReproduce(record: FindingRecord): string[] {
  const needs = reportKindOf(record).needs(record);
  const [thing, name] = isOfExecutable(record) ? ['build', 'TARGET'] : ['compiler', 'CC'];
  return [
    `${needs} It exits with 1 while the bug is there; another ${thing}:`,
    `\`${name}=/path/to/it ./repro.sh\`.`,
  ];
}

function factsOf(record: FindingRecord): [string, string][] {
  const { culprit, affected, pass, references, frames } = record;
  const introduced = introducedText(record);
  const versions = asCalled(Object.values(affected?.versions ?? {}).join('; '));
  return [
    ['Kind', record.kind],
    ['Found with', `${[record.compiler, record.version].filter(Boolean).join(' ')} (${record.build})`],
    ...optionFacts(record),
    ...(culprit === undefined
      ? pass === undefined
        ? []
        : [fact('Pass', pass)]
      : [fact('Culprit', culpritText(culprit))]),
    ...(frames.length === 0
      ? []
      : [fact('Where', frames.map((frame) => `\`${frame}\``).join(' called by '))]),
    ...(affected === undefined
      ? []
      : [fact('Versions that show it', versions || 'none of those released that are installed here')]),
    ...(introduced === undefined ? [] : [fact('Introduced', introduced)]),
    ...(affected === undefined || affected.right.length === 0
      ? []
      : [fact('Does not show with', affected.right.map((label) => `\`${asCalled(label)}\``).join(', '))]),
    ...(record.judge === undefined ? [] : [fact('Judge', `\`${record.judge.words.map(quoted).join(' ')}\``)]),
    ...(record.ir?.complaint === undefined
      ? []
      : [fact('Broken rule', `${record.ir.complaint.kind}: ${record.ir.complaint.cause}`)]),
    ...(references === undefined
      ? []
      : [
          fact(
            wordForReferences(record),
            references.map((reference) => `\`${asCalled(labelOf(reference))}\``).join(', '),
          ),
        ]),
    ['Seen', record.count === 1 ? 'once' : `${record.count} times`],
  ];
}

/** For a refusal there is no right output, so the reference compilers ran without the test's options. */
function wordForReferences({ kind, options }: FindingRecord): string {
  if (kind !== 'rejected') return 'Right';
  return options === undefined ? 'Accepted by' : 'Accepted, without these options, by';
}

const ofTier: Readonly<Record<OptionTier, string>> = {
  documented: 'documented ones only, which may be combined freely',
  hidden: 'hidden ones too: parameters of the compiler, or options of its parts',
  pipelines: 'passes in an order of their own, in place of those of a level',
};

function optionFacts({ options }: FindingRecord): [string, string][] {
  return options === undefined ? [] : [['Options that it needs', ofTier[options.tier]]];
}

/** Compiler names for other people: for them the stock compiler is the only one. */
export function asCalled(text: string): string {
  return text.replaceAll(/(?<=\b(?:clang|gcc)-\d+)-stock\b/g, '');
}

function fact(name: string, text: string): [string, string] {
  return [name, text];
}

function sizeOf({ origin: from, reduction, textReduction }: FindingRecord): string {
  if (from.isGiven === true) {
    if (textReduction === undefined) return 'As it was given; not reduced yet.';
    const { bytes: size, tool, guard, state: now } = textReduction;
    const soFar = now === 'running' ? ' so far' : '';
    return `Reduced from ${size.from} to ${size.to} bytes${soFar} by ${tool}; sanitizers and warnings refused what was worse than ${guard}.`;
  }
  if (reduction === undefined) return 'As it was generated; not reduced yet.';
  const { bytes, state } = reduction;
  const isDone = state === 'minimal' ? '' : ' so far';
  const text =
    textReduction === undefined
      ? ''
      : ` Then to ${textReduction.bytes.to} bytes by ${textReduction.tool}, on its text alone; sanitizers and warnings refused what was worse than ${textReduction.guard}.`;
  return `Reduced from ${bytes.from} to ${bytes.to} bytes${isDone}.${text}`;
}

export function expectedOf(record: FindingRecord): string {
  return record.difference?.expected ?? reportKindOf(record).expected(record);
}

export function compilerSays(record: FindingRecord, output: string): string {
  const { kind, message } = record;
  const said = reportKindOf(record).actual?.(record, output);
  if (said !== undefined) return said;
  const lines = output.trim() === '' ? [] : output.trim().split('\n').map(withoutPlaces);
  if (lines.length === 0) return `the compiler ends with: ${message === '' ? kind : message}`;
  // Some compilers print a whole function before the error.
  const dying = lines.findIndex((line) => TELLING.test(line));
  const isLate = dying >= MAX_OUTPUT_LINES / 2;
  const start = isLate ? [...lines.slice(0, 5), `[${dying - 5} lines]`] : [];
  const rest = lines.slice(isLate ? dying : 0);
  return [...start, ...rest.slice(0, MAX_OUTPUT_LINES - start.length)].join('\n');
}

/** Reports of sanitizers are short, so they stay whole. */
function saidByProgram({ kind, message }: FindingRecord, output: string): string {
  const lines = output.trim().split('\n');
  if (output.trim() === '') return `the program ends with: ${message === '' ? kind : message}`;
  if (lines.length <= MAX_REPORT_LINES) return lines.join('\n');
  const half = MAX_REPORT_LINES / 2;
  return [...lines.slice(0, half), `[${lines.length - 2 * half} lines]`, ...lines.slice(-half)].join('\n');
}

/** A line of a stack without addresses and folders, which mean something only on one machine. */
function withoutPlaces(line: string): string {
  return line
    .replace(/^( ?#\d+) 0x[\da-f]+ /, '$1 ')
    .replace(/\(\/[^()\s]*\/([^/()\s]+)\)$/, '($1)')
    .replace(/^(\d+\.\s+Program arguments: )\S*\//, '$1');
}

function validitySection(validity: Validity | undefined): string[] {
  if (validity === undefined) return [];
  const rows = validity.reports.map(
    ({ checker, answer, detail }) => `- ${checker}: ${answer}${detail === '' ? '' : ` (${detail})`}`,
  );
  return ['## Undefined behaviour', '', `Verdict: ${validity.verdict}.`, '', ...rows, ''];
}

function originOf({ origin, signature, id }: FindingRecord): string {
  if (origin.isGiven === true)
    return `Seen in \`${origin.source}\`, reduced by cgfuzz; \`${signature.replaceAll('`', "'")}\`.`;
  const test = origin.test === undefined ? '' : `, test ${origin.test}`;
  return `Found by cgfuzz from \`${origin.source}\`${test}; finding ${id}, \`${signature.replaceAll('`', "'")}\`.`;
}

export function fenced(text: string, language = ''): string[] {
  // A fence longer than any in the text.
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  return [`${fence}${language}`, text.trimEnd(), fence, ''];
}

function cut(text: string, path: string): string {
  return text.length <= MAX_PROGRAM_CHARACTERS
    ? text
    : `${text.slice(0, MAX_PROGRAM_CHARACTERS)}\n... the rest is in ${path}\n`;
}
