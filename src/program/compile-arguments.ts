/**
 * Arguments of a compile as one value. One function makes it from the wishes of all parts. So no part has to
 * find out later which words were drawn.
 */
import type { DrawnOptions } from './program.ts';

export interface CompileArguments {
  /** All words, in the order of the compiler's command line. */
  readonly args: readonly string[];
  /** The words of the person and of the source. Present if the other words were drawn with the program. */
  readonly given?: readonly string[] | undefined;
}

/** The words that each part asks for. */
export interface Asked {
  readonly person: readonly string[];
  readonly source: readonly string[];
  readonly drawn?: DrawnOptions | undefined;
}

/** If options are drawn, they replace the person's level, since a level is one of them. */
export function argumentsFrom({ person, source, drawn }: Asked): CompileArguments {
  if (drawn === undefined) return { args: [...person, ...source] };
  const kept = person.filter((arg) => !arg.startsWith('-O'));
  return told([...kept, ...source], drawn);
}

/** The same arguments for a program with its own options. A program from a file has no own options. */
export function argumentsAgain({ args, given }: CompileArguments, drawn?: DrawnOptions): CompileArguments {
  if (given === undefined || drawn === undefined) return argumentsIn({ args, given });
  return told(given, drawn);
}

/** The arguments with further ones. Further arguments come before drawn ones. */
export function argumentsAnd(
  { args, given }: CompileArguments,
  more: readonly string[],
  drawn?: DrawnOptions,
): CompileArguments {
  if (given === undefined || drawn === undefined) return { args: [...args, ...more] };
  return told([...given, ...more], drawn);
}

/** Only the arguments of a larger value. */
export function argumentsIn({ args, given }: CompileArguments): CompileArguments {
  return given === undefined ? { args } : { args, given };
}

function told(given: readonly string[], drawn: DrawnOptions): CompileArguments {
  return { args: [...given, ...drawn.args], given };
}
