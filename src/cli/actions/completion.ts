/** The work of `cgfuzz completion`: writes the script of a shell. */
import { type Context, exitCodes, type ListedCommand, loadCommand } from '../command.ts';
import { bashCompletion } from '../completion/bash.ts';
import { fishCompletion } from '../completion/fish.ts';
import {
  completedCommands,
  type CompletedCommand,
  type CompletedFlag,
  type CompletedParameter,
  type CompletedValue,
} from '../completion/model.ts';
import { findAction } from '../find-action.ts';
import { shellText } from '../completion/shell-text.ts';

type Script = (commands: readonly CompletedCommand[]) => string;

const scripts: Readonly<Record<string, Script>> = {
  bash: bashCompletion,
  zsh: zshCompletion,
  fish: fishCompletion,
};

export async function completionAction(
  context: Context,
  commands: readonly ListedCommand[],
  [shell = '']: readonly string[],
): Promise<number> {
  const script = findAction(scripts, shell, 'shell');
  const loaded = await Promise.all(commands.map(loadCommand));
  context.stdout(script(completedCommands(loaded)));
  return exitCodes.ok;
}

/** The completion script for zsh, in terms of its own `_arguments`. */
function zshCompletion(commands: readonly CompletedCommand[]): string {
  return `#compdef cgfuzz
# Completion of cgfuzz for zsh, written by: cgfuzz completion zsh
_cgfuzz_findings() {
  local -a ids=(campaign/findings/*(N:t))
  compadd -a ids || _files
}
_cgfuzz() {
  local curcontext=$curcontext state line
  local -a commands=(
${commands.map(({ name, summary }) => `    ${shellText(`${name}:${summary}`)}`).join('\n')}
  )
  _arguments -C '(- *)'{-h,--help}'[what cgfuzz is]' '(- *)'{-V,--version}'[the version of cgfuzz]' '1: :->command' '*:: :->arguments'
  case $state in
  command) _describe -t commands command commands ;;
  arguments)
    case $words[1] in
${commands.map(caseOf).join('\n')}
    esac
    ;;
  esac
}
if [[ $funcstack[1] == _cgfuzz ]]; then _cgfuzz "$@"; else compdef _cgfuzz cgfuzz; fi
`;
}

function caseOf({ name, flags, parameters }: CompletedCommand): string {
  const specs = [...flags.map(flagSpec), ...parameters.map(parameterSpec)];
  return `    ${name}) _arguments -s ${specs.join(' ')} ;;`;
}

function flagSpec({ name, short, doc, value, valueName, isList }: CompletedFlag): string {
  const sign = value === undefined ? '' : '=';
  const about = `[${escaped(doc)}]${value === undefined ? '' : `:${valueName}:${action(value, isList)}`}`;
  if (short === undefined) return shellText(`--${name}${sign}${about}`);
  const exclusion = shellText(`(-${short} --${name})`);
  return `${exclusion}{-${short}${value === undefined ? '' : '+'},--${name}${sign}}${shellText(about)}`;
}

function parameterSpec(parameter: CompletedParameter, index: number): string {
  const place = parameter.several ? '*' : String(index + 1);
  return shellText(`${place}:${escaped(parameter.name)}:${action(parameter, false)}`);
}

function action({ words, paths, findings }: CompletedValue, isList: boolean): string {
  if (findings) return '_cgfuzz_findings';
  const files = paths === 'folders' ? '_files -/' : '_files';
  if (words.length === 0) return paths === 'none' ? ' ' : files;
  const offer = isList ? `_values -s , word ${words.join(' ')}` : `compadd -- ${words.join(' ')}`;
  return paths === 'none' ? `{${offer}}` : `{${offer}; ${files}}`;
}

/** Brackets and colons separate the parts of a spec. */
function escaped(text: string): string {
  return text.replaceAll(/[\\:[\]]/g, String.raw`\$&`);
}
