/**
 * Last words of a compiler that died, without parts that change from program to program: places, numbers,
 * quoted names, values, addresses. Invariant: two programs that fail in the same check give the same words.
 */
import type { Execution } from '../../serve/index.ts';

export function normalMessage({
  outcome,
  text,
  signal,
}: Pick<Execution, 'outcome' | 'text' | 'signal'>): string {
  switch (outcome) {
    case 'assertion':
      return assertion(text) ?? internalError(text) ?? generalised(firstLine(text));
    case 'fatal-error':
      return generalised(fatal(text));
    case 'signal':
      // gcc's driver reports that a signal ended its child; the text names the signal.
      return internalError(text) ?? sanitizer(text) ?? lastWords(text) ?? signal ?? signalIn(text);
    case 'rejected':
      return generalised(firstError(text));
    case 'ok':
    case 'stack-overflow':
    case 'hang':
    case 'out-of-memory':
      return '';
  }
}

/** `a/b/File.cpp:12: void f(int): Assertion `x' failed.`, and LLVM's own form for unreachable places. */
function assertion(text: string): string | undefined {
  const [, file = '', what] =
    /([^\s:/]+):\d+: [^\n]*?Assertion [`']([^]*?)' failed/.exec(text) ??
    /([^\s:/]+):\d+: UNREACHABLE executed: ([^\n]*)/.exec(text) ??
    [];
  if (what !== undefined) return `${file}: ${what.replaceAll(/\s+/g, ' ').trim()}`;
  return /UNREACHABLE executed at \S*?([^\s:/]+):\d+/.exec(text)?.[1];
}

/** `t.c:3:1: internal compiler error: in f, at tree-vrp.c:123`: files were renamed from `.c` to `.cc` over time. */
function internalError(text: string): string | undefined {
  const [, what] = /internal compiler error: ([^\n]*)/.exec(text) ?? [];
  if (what === undefined) return undefined;
  const pass = /^during (\w+ pass: [\w.-]+)/m.exec(text)?.[1];
  const place = what
    .replace(/(\bat [\w/.-]+?)\.cc?:\d+.*$/, '$1')
    .replace(/ signal terminated program.*$/, '');
  const words = place.startsWith('in ') ? place : generalised(place);
  return [words, pass].filter(Boolean).join(', ');
}

function fatal(text: string): string {
  // A verifier counts its complaints at the end; the first complaint says what is wrong.
  const [, complaint] = /^\*\*\* (Bad machine code: [^\n]*) \*\*\*$/m.exec(text) ?? [];
  if (complaint !== undefined) return complaint;
  const [, what] = /(?:LLVM ERROR:|fatal error: error in backend:) ([^\n]*)/.exec(text) ?? [];
  return selection(what ?? firstLine(withoutDiagnostics(text)));
}

/**
 * `Cannot select: t5: i32,ch = load<(load (s8) from @g)> t0, t3`: keeps the operation, here a load, without
 * its operands.
 */
function selection(line: string): string {
  const [, operation = ''] = /^Cannot select: [^=]* = ([\w:]+)/.exec(line) ?? [];
  return operation === '' ? line : `Cannot select: ${operation}`;
}

/** The text after the last warning, which may be a fatal error without a prefix. */
function withoutDiagnostics(text: string): string {
  const lines = text.trim().split('\n');
  const last = lines.findLastIndex((line) => /^[^\s:]+:\d+:\d+: (?:warning|note|error): /.test(line));
  return lines.slice(last + 1).join('\n') || text;
}

function sanitizer(text: string): string | undefined {
  const [, undefinedBehaviour] = /: runtime error: ([^\n]*)/.exec(text) ?? [];
  if (undefinedBehaviour !== undefined) return generalised(undefinedBehaviour);
  const [, race] = /WARNING: (ThreadSanitizer: [a-z -]+?) \(/.exec(text) ?? [];
  return race ?? /(?:ERROR|WARNING): (\w+Sanitizer: (?:attempting )?[\w-]+)/.exec(text)?.[1];
}

/** Words of the C and C++ libraries at the end of a program: an uncaught exception, a damaged heap. */
function lastWords(text: string): string | undefined {
  const exception = /^terminate called (?:after throwing an instance of '[^'\n]*'|[^\n]*)/m.exec(text)?.[0];
  if (exception !== undefined) return exception;
  const heap =
    /^(?:(?:free|malloc|realloc|calloc|munmap_chunk|sysmalloc)\(\): |corrupted |double free|\*\*\* )[^\n]*/m;
  return heap.exec(text)?.[0].trim();
}

function signalIn(text: string): string {
  return /\b(?:Segmentation fault|Aborted|Bus error|Illegal instruction|SIG[A-Z]+)\b/.exec(text)?.[0] ?? '';
}

function firstLine(text: string): string {
  return text.trim().split('\n')[0] ?? '';
}

function firstError(text: string): string {
  return /\berror: ([^\n]*)/.exec(text)?.[1] ?? firstLine(text);
}

function generalised(line: string): string {
  return line
    .replaceAll(/0x[0-9a-f]+/gi, 'ADDRESS')
    .replaceAll(/'[^']*'|"[^"]*"|‘[^’]*’|`[^`']*['`]/g, "'…'")
    .replaceAll(/(?<![\w)])[%@$!][\w.$-]+/g, 'VALUE')
    .replaceAll(/\bt\d+(?=[:,. ]|$)/g, 'VALUE')
    .replaceAll(/(?<![A-Za-z_])\d+/g, 'N')
    .replaceAll(/(?: <MCOperand [^<>]*>)+/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
}
