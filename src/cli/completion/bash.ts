/** The completion script for bash. It needs nothing but bash. */
import type { CompletedCommand, CompletedFlag, CompletedValue } from './model.ts';
import { shellText } from './shell-text.ts';

export function bashCompletion(commands: readonly CompletedCommand[]): string {
  const names = commands.map(({ name }) => name).join(' ');
  return `# Completion of cgfuzz for bash, written by: cgfuzz completion bash
# What may stand after a flag, or as an argument: words, files (-f) and folders (-d).
_cgfuzz_flags() {
  case "$1" in
${cases(commands.map(({ name, flags }) => [[name], `echo ${shellText(flags.flatMap(spellings).join(' '))}`]))}
  esac
}
# Sets the words and the paths that may follow a flag; fails where the flag is a switch.
_cgfuzz_value() {
  words_= paths= list= ids=
  case "$1" in
${cases(commands.flatMap(valueCases))}
  *) return 1 ;;
  esac
}
# Sets the words and the paths that may stand as the argument of this number.
_cgfuzz_argument() {
  words_= paths= list= ids=
  case "$1" in
${cases(commands.flatMap(argumentCases))}
  esac
}
${OFFER}${complete(names)}complete -F _cgfuzz cgfuzz
`;
}

/** Offers the given words and paths; in a list, for the part after the last comma. */
const OFFER = `_cgfuzz_offer() {
  local current=$1 before=
  if [[ -n $list && $current == *,* ]]; then before="\${current%,*}," current=\${current##*,}; fi
  COMPREPLY=($(compgen -P "$before" -W "$words_" -- "$current"))
  # Files only if no finding is meant.
  if [[ -n $paths && ( -z $ids || \${#COMPREPLY[@]} -eq 0 ) ]]; then
    compopt -o filenames 2>/dev/null
    local IFS=$'\\n'
    COMPREPLY+=($(compgen -P "$before" $paths -- "$current"))
  fi
}
`;

/** The function that bash calls: it finds out what the word under the cursor is. */
function complete(names: string): string {
  return `_cgfuzz() {
  # Bash parts words at = too: put them together again.
  local all=() word words_ paths list ids index
  for ((index = 1; index <= COMP_CWORD; index++)); do
    word=\${COMP_WORDS[index]}
    if ((\${#all[@]})) && [[ $word == '=' || \${COMP_WORDS[index - 1]} == '=' && \${all[-1]} == *= ]]; then
      all[-1]+=$word
    else
      all+=("$word")
    fi
  done
  local current=\${all[-1]} command=\${all[0]}
  COMPREPLY=()
  if ((\${#all[@]} == 1)); then
    COMPREPLY=($(compgen -W ${shellText(`${names} --help --version`)} -- "$current"))
    return
  fi
  local previous=\${all[-2]} arguments=0
  if [[ $current == --*=* ]] && _cgfuzz_value "$command \${current%%=*}"; then
    _cgfuzz_offer "\${current#*=}"
    return
  fi
  if ((\${#all[@]} > 2)) && _cgfuzz_value "$command $previous"; then
    _cgfuzz_offer "$current"
    return
  fi
  if [[ $current == -* ]]; then
    COMPREPLY=($(compgen -W "$(_cgfuzz_flags "$command")" -- "$current"))
    return
  fi
  for ((index = 1; index < \${#all[@]} - 1; index++)); do
    if [[ \${all[index]} == -?* ]]; then
      if [[ \${all[index]} != *=* ]] && _cgfuzz_value "$command \${all[index]}"; then ((index++)); fi
    else
      ((arguments++))
    fi
  done
  _cgfuzz_argument "$command $arguments"
  _cgfuzz_offer "$current"
}
`;
}

function cases(rows: readonly (readonly [patterns: readonly string[], body: string])[]): string {
  return rows.map(([patterns, body]) => `  ${patterns.join(' | ')}) ${body} ;;`).join('\n');
}

function spellings({ name, short }: CompletedFlag): string[] {
  return short === undefined ? [`--${name}`] : [`--${name}`, `-${short}`];
}

function valueCases({ name, flags }: CompletedCommand): [string[], string][] {
  return flags.flatMap((flag): [string[], string][] =>
    flag.value === undefined
      ? []
      : [
          [
            spellings(flag).map((spelling) => shellText(`${name} ${spelling}`)),
            setting(flag.value, flag.isList),
          ],
        ],
  );
}

function argumentCases({ name, parameters }: CompletedCommand): [string[], string][] {
  return parameters.map((parameter, index) => [
    // Arguments before it have their own cases above.
    [parameter.several ? `${shellText(`${name} `)}*` : shellText(`${name} ${index}`)],
    setting(parameter, false),
  ]);
}

function setting({ words, paths, findings }: CompletedValue, isList: boolean): string {
  const found = findings ? '"$(ls campaign/findings 2>/dev/null)"' : shellText(words.join(' '));
  const settings = [
    `words_=${found}`,
    ...(paths === 'none' ? [] : [`paths=${paths === 'files' ? '-f' : '-d'}`]),
    ...(isList ? ['list=1'] : []),
    ...(findings ? ['ids=1'] : []),
  ];
  return settings.join(' ');
}
