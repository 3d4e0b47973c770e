/**
 * The report of a trophy in the form of its tracker: LLVM's issues are Markdown, and GCC's Bugzilla shows plain text.
 * The compilers here said everything but the explanation and the search, which a person wrote on the trophy's page.
 */
import { familyOfName } from '../../src/build/index.ts';
import type { FindingRecord } from '../../src/finding/index.ts';
import { culpritText, explorerLink } from '../../src/report/index.ts';
import { compilerSays, fenced } from '../../src/report/finding/finding-readme.ts';
import { reportKinds } from '../../src/report/kinds/index.ts';
import { type MeasuredTrophy, shownLevels } from './measure.ts';
import { codeIn } from './page.ts';

const MOST_CHARACTERS = 160;
const MOST_FRAMES = 12;

/** How a tracker shows headings, code and tables. */
interface Form {
  head(measured: MeasuredTrophy): string[];
  heading(text: string): string[];
  code(text: string, language?: string): string[];
  table(head: readonly string[], rows: readonly (readonly string[])[]): string[];
  link(text: string, address: string): string;
}

const llvm: Form = {
  head: (measured) => [
    `# ${titleOf(measured)}`,
    '',
    `Labels: ${isMiscompiled(measured) ? 'miscompilation' : 'crash-on-valid'}`,
    '',
  ],
  heading: (text) => [`## ${text}`, ''],
  code: fenced,
  table: (head, rows) => [lineOf(head), lineOf(head.map(() => '---')), ...rows.map(lineOf), ''],
  link: (text, address) => `[${text}](${address})`,
};

const gcc: Form = {
  head: (measured) => [
    `Summary: ${titleOf(measured)}`,
    `Version: ${/gcc version (\S+)/.exec(measured.about[0]?.said ?? '')?.[1] ?? 'unknown'}`,
    `Keywords: ${reportKinds[measured.trophy.kind].keyword}`,
    `Target: ${targetOf(measured)}`,
    '',
  ],
  heading: (text) => [`${text}:`, ''],
  code: (text) => [text.trimEnd(), ''],
  table: (head, rows) => [...aligned([head, ...rows]), ''],
  link: (text, address) => `${text}: ${address}`,
};

export function reportOf(measured: MeasuredTrophy): string {
  const isGcc = familyOfName(measured.trophy.compiler) === 'gcc';
  const lines = textIn(isGcc ? gcc : llvm, measured);
  // Bugzilla shows plain text, which stays as it is in a block of code.
  const text = lines.join('\n');
  return isGcc ? fenced(text.replaceAll(/^```.*\n/gm, ''), 'text').join('\n') : text;
}

function textIn(form: Form, measured: MeasuredTrophy): string[] {
  const { page, commands, program, preprocessed, trophy } = measured;
  const link = linkOf(measured);
  const told = page.parts.get('Program') ?? '';
  const besides = told.slice(codeIn(told)?.end ?? told.length).trim();
  return [
    ...form.head(measured),
    ...(page.story === '' ? [] : [page.story, '']),
    ...form.heading('Program'),
    `\`${trophy.file}\`${preprocessed === undefined ? ', which includes no header' : ', preprocessed below'}:`,
    '',
    ...form.code(Buffer.from(program.files[0]!.bytes).toString(), languageOf(measured)),
    ...(besides === '' ? [] : [besides, '']),
    ...form.code(commands.map((line) => `$ ${line}`).join('\n')),
    ...(link === undefined ? [] : [form.link('Compiler Explorer', link), '']),
    ...form.heading('Expected'),
    page.parts.get('Expected') ?? '',
    '',
    ...form.heading('Actual'),
    ...actualOf(form, measured),
    ...form.heading('Versions'),
    ...versionsOf(form, measured),
    ...form.heading('Undefined behaviour'),
    ...definedOf(measured),
    ...form.heading('Pass'),
    ...passOf(measured),
    ...codeOf(form, measured),
    ...(preprocessed === undefined
      ? []
      : [...form.heading('Preprocessed'), ...form.code(preprocessed, languageOf(measured))]),
    ...form.heading('Searched'),
    `We searched copies of the tracker's issues. Known: ${page.facts.get('Known') ?? 'not searched'}.`,
    '',
    `Found with: ${page.facts.get('Found with') ?? 'a fuzzer'}.`,
    '',
  ];
}

/** The component in front, as developers write it, and the flags after the page's words. */
function titleOf(measured: MeasuredTrophy): string {
  const { page, trophy, culprit, ir } = measured;
  const machine = targetOf(measured).startsWith('aarch64')
    ? 'AArch64'
    : trophy.name.startsWith('x86-')
      ? 'X86'
      : undefined;
  const pass = culprit?.kind === 'pass' ? culprit.pass.replace(/Pass$/, '') : undefined;
  const byHand = /-passes=([\w-]+) -S/.exec(ir?.command ?? '')?.[1];
  const component = machine ?? byHand ?? pass;
  const flags = flagsOf(trophy.args).filter((arg) => !arg.startsWith('--target='));
  return `${component === undefined ? '' : `[${component}] `}${page.title} (\`${flags.join(' ')}\`)`;
}

function flagsOf(args: readonly string[]): string[] {
  return args.filter((arg) => arg !== '-w' && !arg.startsWith('-std='));
}

function targetOf({ about, trophy }: MeasuredTrophy): string {
  const told = trophy.args.find((arg) => arg.startsWith('--target='))?.slice('--target='.length);
  return told ?? /^Target: (\S+)/m.exec(about[0]?.said ?? '')?.[1] ?? 'unknown';
}

function languageOf({ program }: MeasuredTrophy): string {
  return program.language === 'c++' ? 'cpp' : program.language === 'llvm-ir' ? 'llvm' : program.language;
}

function isMiscompiled({ trophy }: MeasuredTrophy): boolean {
  return reportKinds[trophy.kind].isMiscompilation;
}

/** A record as a finding has it, for the parts of reports that trophies and findings share. */
function recordOf({ trophy, program }: MeasuredTrophy, compiler: string): FindingRecord {
  return {
    id: trophy.name,
    kind: trophy.kind,
    signature: trophy.signatures[0] ?? '',
    title: trophy.title,
    count: 1,
    message: '',
    frames: [],
    compiler,
    args: flagsOf(trophy.args),
    build: '',
    origin: { source: trophy.name },
    program: { language: program.language, main: program.main, isOneFile: true, includes: [] },
  };
}

/** The newest release that shows the bug beside the development version; the newest release if none does. */
function linkOf(measured: MeasuredTrophy): string | undefined {
  const { program, answers } = measured;
  const releases = answers.slice(answers.length > 1 ? 1 : 0);
  const release = releases.find(({ answer }) => answer === 'shows') ?? releases[0];
  return release && explorerLink(recordOf(measured, release.name), { program });
}

function actualOf(form: Form, measured: MeasuredTrophy): string[] {
  const { answers, said, page, assembly, about, trophy } = measured;
  const newest = answers[0];
  if (newest?.answer === 'shows' && !isOfAssembly(measured))
    return [
      `${about[0]?.name}:`,
      '',
      ...form.code(shortened(compilerSays(recordOf(measured, newest.name), said))),
    ];
  const told = page.parts.get('Actual') ?? '';
  if (trophy.kind === 'wrong-ir')
    return [`An interpreter of LLVM's IR that knows poison says of the module:`, '', told, ''];
  if (newest?.answer === 'shows')
    return [told, '', ...(assembly === undefined ? [] : ['The whole code is below.', ''])];
  const why = newest?.answer === 'gone' ? '' : ` (${newest?.said})`;
  return [
    told,
    '',
    `${newest?.name}: ${newest?.answer}${why}. A build that shows the bug said the above.`,
    '',
  ];
}

/** A stack without offsets, without frames that have no name, and without lines that nobody reads to the end. */
function shortened(said: string): string {
  const lines = said
    .split('\n')
    .filter((line) => !/^ ?#\d+ \(/.test(line))
    .map((line) => line.replace(/ \([\w.+-]+\+0x[\da-f]+\)$/, '').replaceAll('\t', ' '))
    .map((line) => (line.length <= MOST_CHARACTERS ? line : `${line.slice(0, MOST_CHARACTERS)}...`));
  const isFrame = (line: string): boolean => /^ ?#\d+ /.test(line);
  const frames = lines.filter(isFrame).slice(0, MOST_FRAMES);
  return lines.filter((line) => !isFrame(line) || frames.includes(line)).join('\n');
}

/** True if nothing runs: the fault is to be read in the code. */
function isOfAssembly({ commands, trophy }: MeasuredTrophy): boolean {
  return trophy.kind === 'wrong-ir' || commands.some((command) => / -S\b/.test(command));
}

function versionsOf(form: Form, measured: MeasuredTrophy): string[] {
  const { about, answers, levels, page } = measured;
  const told = answers.map(({ name, answer }) => `${name}: ${answer}`).join('; ');
  return [
    ...about.flatMap(({ name, said }) => [
      `\`${name} ${familyOfName(name) === 'gcc' ? '-v' : '--version'}\`:`,
      '',
      ...form.code(said),
    ]),
    `The triple is \`${targetOf(measured)}\`. With exactly these flags: ${told}.`,
    '',
    ...(levels.length === 0
      ? []
      : [
          'The same flags at other levels, and other compilers:',
          '',
          ...form.table(
            ['compiler', ...shownLevels.map((level) => `\`${level}\``)],
            levels.map(({ compiler, cells }) => [compiler, ...cells]),
          ),
        ]),
    `Seen before with: ${page.facts.get('Versions that show it')}.`,
    '',
  ];
}

function definedOf({ page, validity, trophy, program }: MeasuredTrophy): string[] {
  const told = (page.parts.get('Undefined behaviour') ?? '')
    .split('\n')
    .filter((line) => !line.startsWith('- '))
    .join('\n')
    .trim();
  const hasMain = /\bmain\s*\(/.test(Buffer.from(program.files[0]!.bytes).toString());
  const words = { clean: 'no objection', undefined: 'undefined behaviour', suspicious: 'warns' };
  const reports = validity.reports.filter(
    ({ answer, detail }) => answer !== 'not-asked' || (hasMain && detail !== 'it is not installed'),
  );
  return [
    ...(told === '' ? [] : [told, '']),
    ...(trophy.kind === 'crash' ? ['The compiler crashes before anything runs.', ''] : []),
    ...(hasMain ? [] : ['The program has no `main`, so sanitizers and valgrind have nothing to run.', '']),
    ...reports.map(({ checker, answer, detail }) => {
      const said = answer === 'not-asked' ? 'not asked' : words[answer];
      return `- ${checker}: ${said}${detail === '' ? '' : ` (${detail})`}`;
    }),
    '',
  ];
}

function passOf({ page, culprit, trophy }: MeasuredTrophy): string[] {
  const told = page.facts.get('Pass') ?? page.facts.get('Culprit');
  const first =
    trophy.kind === 'crash'
      ? 'It dies in'
      : culprit?.kind === 'flags'
        ? 'The program is'
        : 'The first pass that makes the program wrong is';
  const place = page.facts.get('Where');
  return [
    ...(culprit === undefined || told?.startsWith('none of') === true
      ? []
      : [`${first} ${culpritText(culprit)}, measured here.`, '']),
    // A single word is the name of the same pass.
    ...(told === undefined || (culprit !== undefined && !told.includes(' '))
      ? []
      : [`To blame: ${told}.`, '']),
    ...(place === undefined ? [] : [`Where: ${place}.`, '']),
  ];
}

function codeOf(form: Form, { ir, assembly }: MeasuredTrophy): string[] {
  if (ir === undefined)
    return assembly === undefined ? [] : [...form.heading('Code'), ...form.code(assembly, 'asm')];
  return [
    ...form.heading('IR'),
    ir.says,
    '',
    ...form.code(`$ ${ir.command}`),
    ...form.code(ir.before, 'llvm'),
    ...(ir.after === undefined ? [] : ['After the command:', '', ...form.code(ir.after, 'llvm')]),
  ];
}

function lineOf(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`;
}

/** Columns of equal width, for plain text. */
function aligned(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_, at) => Math.max(...rows.map((row) => row[at]?.length ?? 0)));
  return rows.map((row) =>
    row
      .map((cell, at) => cell.padEnd((widths[at] ?? 0) + 2))
      .join('')
      .trimEnd(),
  );
}
