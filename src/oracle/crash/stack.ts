/**
 * Stacks in a comparable form. A frame becomes the plain name of a function, and a stack keeps the frames
 * that identify the bug.
 *
 * The plain name, because an inlined function has only its last name, and inlining changes from build to
 * build. Template arguments, parameters, clone suffixes and lambdas change with inlining, and are dropped,
 * too.
 */

import { endsPass, isHelper, isShared } from './shared-frames.ts';

/**
 * The function's own name: no qualifiers, template arguments, parameters or clone suffixes. Empty if the
 * frame has no name.
 */
export function bareFunctionName(frame: string): string {
  const operator = /\boperator\s*(?:\(\)|\[\]|<=>|<<=?|>>=?|->\*?|<=?|>=?)/;
  const safe = frame
    .replaceAll('(anonymous namespace)', 'anonymous')
    .replace(/\[(?:clone|abi:)[^\]]*\]/g, '')
    .replace(new RegExp(operator, 'g'), 'operator');
  const lambdaGone = safe.replace(/::(?:\$_\d+|'lambda\d*'|\{lambda)[^]*$/, '');
  const bare = withoutNested(lambdaGone)
    .replace(/\.(?:part|isra|constprop|cold|lto_priv|llvm)\b[.\d]*.*$/, '')
    .replace(/\b(?:const|volatile|noexcept)\b|&+\s*$/g, '')
    .trim();
  const name = bare.split(/::|\s/).at(-1) ?? '';
  return /^[A-Za-z_~][\w~.]*$/.test(name) ? name : '';
}

/** The text without everything in parentheses, angle brackets, square brackets and braces. */
function withoutNested(text: string): string {
  let depth = 0;
  let result = '';
  for (const letter of text) {
    if ('(<[{'.includes(letter)) depth++;
    if (depth === 0) result += letter;
    if (')>]}'.includes(letter) && depth > 0) depth--;
  }
  return result;
}

/** Functions through which every crash is reported. */
const reporting =
  /^(?:abort|raise|gsignal|_?_?assert_fail(?:_base)?|__assert_\w+|__restore_rt|_start|__libc_\w+|__GI_\w*|pthread_kill\w*|__pthread_\w+|on_signal|on_frame|onFatalError|onBadAllocation|cgfuzz_\w+|llvm_unreachable_internal|report_fatal_error|reportFatalInternalError|CannotYetSelect|report_bad_alloc_error|__wrap_\w+|PrintStackTrace\w*|RunSignalHandlers|SignalHandler|CleanupOnSignal|HandleExit|HandleCrash|CrashRecoverySignalHandler|Exit|fancy_abort|internal_error\w*|diagnostic_\w+|crash_signal|bad_alloc\w*|_Znw\w*|malloc|calloc|realloc|free|allocate|mem(?:cpy|move|set|cmp)\w*|__mem\w+|str(?:len|cmp|cpy)\w*|die|__(?:asan|ubsan|msan|tsan|sanitizer|interceptor)_\w+|___interceptor_\w+)$/;

/** Small functions with many users: the caller used them wrongly. */
const general =
  /^(?:operator\w*|isa\w*|cast\w*|dyn_cast\w*|doit\w*|isPossible|begin|end|front|back|size|empty|push_back|pop_back\w*|emplace_back|at|get|callback_fn|__invoke\w*|_M_\w+|__?call\w*|_FUN|invoke\w*|forward|~\w*|getPointer|SmallVector\w*|Exec)$/;

/** Functions that call every pass: they say nothing about the bug. */
const machinery =
  /\b(?:PassModel|PassManager|PassAdaptor|PassManagerImpl|ModuleToFunctionPassAdaptor|FunctionToLoopPassAdaptor)\b|^(?:main|runAlone|runTogether|runGroup|compileAlone|compileTogether|compileBranch|execute|provokeIfAsked\.cold)$/;

export interface StackOptions {
  /** How many frames are kept. */
  readonly depth?: number;
}

/**
 * The frames that identify the bug, innermost first; repeated frames in a row count once. If many callers share all of
 * them, the first caller that is not shared follows.
 */
export function tellingFrames(stack: readonly string[], { depth = 3 }: StackOptions = {}): string[] {
  const frames: string[] = [];
  for (const frame of stack) {
    if (machinery.test(frame.replace(/<[^]*$/, ''))) continue;
    const name = bareFunctionName(frame);
    if (name === '' || reporting.test(name) || general.test(name) || /^std::|\bstd::__/.test(frame)) continue;
    if (frames.length < depth) {
      if (frames.at(-1) !== name) frames.push(name);
    } else if (!frames.every(isShared) || endsPass(name)) break;
    else if (!isShared(name)) return [...frames, name];
  }
  return frames;
}

/** The functions that call one another endlessly, in no order, since a stack can overflow in any of them. */
export function recursion(stack: readonly string[]): string[] {
  const frames = tellingFrames(stack, { depth: Infinity });
  const counts = new Map<string, number>();
  for (const frame of stack.map(bareFunctionName)) counts.set(frame, (counts.get(frame) ?? 0) + 1);
  const repeated = [...new Set(frames)].filter((frame) => (counts.get(frame) ?? 0) >= 3);
  return (repeated.length > 0 ? repeated : frames.slice(0, 3)).toSorted();
}

/** The active pass: it stays the same if the innermost frames depend on chance, as in a hang. */
export function passOf(stack: readonly string[]): string | undefined {
  for (const frame of stack) {
    const [, pass] =
      /\b(\w+Pass)::run\w*\(/.exec(frame) ??
      /\bPassModel<[^,]*,\s*(?:\w+::)*(\w+Pass)\b/.exec(frame) ??
      /\b(\w+)::runOn(?:Machine)?(?:Function|Module|Loop|BasicBlock)\(/.exec(frame) ??
      [];
    if (pass !== undefined && !/^(?:PassManager|FPPassManager|MPPassManager|MachineFunctionPass)$/.test(pass))
      return pass;
  }
  return undefined;
}

/** The stack that a compiler printed itself: clang's `Stack dump`, gcc's pairs of address and function. */
export function printedStack(text: string): string[] {
  const first = ofFirstReport(text);
  const clang = [...first.matchAll(/^ *#\d+ (?:0x[0-9a-f]+ (?:in )?)?(.*)$/gm)].map(([, frame = '']) =>
    frame
      .replace(/ ?\([^()]*\+0x[0-9a-f]+\).*$/, '')
      .replace(/ (?:\/\S+:\d+(?::\d+)?|[\w.+-]+\.(?:c|cc|cpp|cxx|h|hpp)|<null>)$/, ''),
  );
  if (clang.length > 0) return clang;
  // Without llvm-symbolizer on its path, as in Debian, clang prints number, library, address, and the
  // function if it is known.
  const bare = [...text.matchAll(/^\d+ +\S+ +0x[0-9a-f]{8,}(?: (.+) \+ \d+)?$/gm)];
  if (bare.length > 0) return bare.map(([, frame = '']) => frame);
  return [...text.matchAll(/^0x[0-9a-f]+ (\S.*)$/gm)].map(([, frame = '']) => frame);
}

/**
 * The place from which a helper was called, as a module and an offset, if the printed stack has no name for it. Equal
 * calls of one build of a compiler have equal places.
 */
export function unnamedCaller(text: string): string | undefined {
  const frames = [...text.matchAll(/^ *#\d+ 0x[0-9a-f]+ (?:in )?(.*?) ?\(([^()\s]*\+0x[0-9a-f]+)\)?$/gm)];
  const helper = frames.findIndex(([, name = '']) => isHelper(bareFunctionName(name)));
  const [, name, place = ''] = (helper === -1 ? undefined : frames[helper + 1]) ?? [];
  return name === '' ? place.replace(/^.*\//, '') : undefined;
}

/** After its first stack, a sanitizer's report holds others, such as the place of the allocation. */
function ofFirstReport(text: string): string {
  const at = /(?:ERROR|WARNING): \w+Sanitizer: |: runtime error: /.exec(text)?.index;
  if (at === undefined) return text;
  const stack = /(?:^ *#\d+ .*\n?)+/m.exec(text.slice(at));
  return stack?.[0] ?? text;
}
