/**
 * Refused arguments: arguments in somebody else's finding that would make a compiler do more than compile.
 *
 * Some arguments make a compiler start a program, load a library or write a file that an argument names. No
 * bug of a compiler needs such an argument. Invariant: every argument of a finding passes this check before
 * any compiler gets it.
 */
import { isExecutableText } from '../target/index.ts';
import { UserError } from '../util/user-error.ts';
import type { FindingRecord } from './record.ts';

interface Refusal {
  readonly pattern: RegExp;
  readonly why: string;
}

const refusals: readonly Refusal[] = [
  { pattern: /^@/, why: 'takes further arguments from a file' },
  { pattern: /^--?(?:wrapper|fmodule-mapper|ccc-|config|fcompile-and-run)/, why: 'may start a program' },
  { pattern: /^(?:-B|--prefix|--?specs|-T)/, why: 'may start a program' },
  {
    pattern: /^--?(?:fuse-ld=.*\/|ld-path|gcc-toolchain|gcc-install-dir|sysroot)/,
    why: 'may start a program',
  },
  { pattern: /^--?(?:fplugin|fpass-plugin|load|plugin|add-plugin|iplugindir)/, why: 'may load a library' },
  {
    pattern: /^-(?:Wl|Wa|Wp),|^-X(?:linker|assembler|preprocessor|clang-linker)/,
    why: 'may start a program',
  },
  { pattern: /^-(?:o|MF|MJ|MD|MMD|aux-info|dumpdir|dumpbase|dumpbase-ext)/, why: 'may write a file' },
  {
    pattern: /^--?(?:output|serialize-diagnostics|working-directory|index-store-path)/,
    why: 'may write a file',
  },
  { pattern: /^-.*[=,:](?:\/|~|\.\.\/|\|)/, why: 'names a file' },
];

/** The first refused argument, and the reason; undefined if all are harmless. */
export function refusedArgument(args: readonly string[]): string | undefined {
  for (const [index, arg] of args.entries()) {
    // An option of LLVM may take its value from the next word.
    if (args[index - 1] === '-mllvm' && /^[/~.]/.test(arg)) return `${arg} names a file`;
    const refusal = refusals.find(({ pattern }) => pattern.test(arg));
    if (refusal !== undefined) return `${arg} ${refusal.why}`;
  }
  return undefined;
}

type Commanding = Pick<FindingRecord, 'args' | 'given' | 'options' | 'references'>;

/** All lists of arguments that a compiler may get during work on a finding. */
function listsOf({ args, given = [], options, references = [] }: Commanding): (readonly string[])[] {
  return [args, given, options?.args ?? [], ...references.map((each) => each.args)];
}

export function refuseCommands({ id, ...record }: Pick<FindingRecord, 'id'> & Commanding): void {
  for (const list of listsOf(record)) {
    const refused = refusedArgument(list);
    if (refused !== undefined)
      throw new UserError(`the finding ${id} is not compiled: its argument ${refused}`, [
        'arguments of a finding only say how its program is compiled; take that one out of meta.json',
      ]);
  }
}

/** The program and the arguments that the person gave to the campaign. */
export interface OwnCommand {
  readonly target: string;
  readonly args: readonly string[];
}

/**
 * The command that work on a finding would run, if the campaign's own person did not give it; undefined
 * otherwise. The finding may come from somebody else's campaign, or from another worker of a fleet.
 */
export function foreignCommand(
  { compiler, ...record }: Pick<FindingRecord, 'compiler'> & Commanding,
  own: OwnCommand,
): string | undefined {
  const program = [compiler, ...(record.references ?? []).map((each) => each.compiler)].find(
    (name) => name !== own.target && isExecutableText(name),
  );
  if (program !== undefined) return `${program} is no target of this campaign`;
  for (const list of listsOf(record)) {
    const refused = refusedArgument(list.filter((arg) => !own.args.includes(arg)));
    if (refused !== undefined) return `its argument ${refused}`;
  }
  return undefined;
}
