/**
 * The flags that determine the meaning of a program, without flags about how to compile it. Some compilers refuse a
 * program without `-Wno-` and a name: `a < b < c` is an error for clang 22.
 */
const LANGUAGE =
  /^(?:-[IDU].|-Wno-|-std=|-ansi$|-pthread$|-m(?:16|32|64|x32)$|-f(?:no-)?(?:wrapv|strict-aliasing|(?:un)?signed-(?:char|bitfields)|short-enums|pack-struct|exceptions|rtti|common|builtin|gnu89-inline|ms-extensions|plan9-extensions|char8_t)\b)/;
const LANGUAGE_WITH_VALUE = /^-(?:[IDU]|include|imacros|isystem|iquote|idirafter|x)$/;

/**
 * The flags that name folders of headers and the language. Other flags tell a compiler under test how to
 * work. Most checkers are another compiler, which may not even know such flags.
 */
export function languageArgs(args: readonly string[]): string[] {
  const kept: string[] = [];
  for (let at = 0; at < args.length; at++) {
    const arg = args[at] ?? '';
    if (/^-(?:mllvm|Xclang)$/.test(arg)) at++;
    else if (LANGUAGE_WITH_VALUE.test(arg)) kept.push(arg, args[++at] ?? '');
    else if (LANGUAGE.test(arg) || arg.startsWith('-mmcu=')) kept.push(arg);
  }
  return kept;
}
