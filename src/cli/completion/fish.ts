/** The completion script for fish: a line for each command, flag and argument. */
import type { CompletedCommand, CompletedFlag, CompletedValue } from './model.ts';

export function fishCompletion(commands: readonly CompletedCommand[]): string {
  const lines = commands.flatMap((command) => [
    `complete -c cgfuzz -n __cgfuzz_begins -a ${command.name} -d ${quotedForFish(command.summary)}`,
    ...command.flags.map((flag) => flagLine(command.name, flag)),
    ...command.parameters.flatMap((parameter, index) =>
      argumentLines(command.name, parameter.several ? `-ge ${index}` : `-eq ${index}`, parameter),
    ),
  ]);
  return `# Completion of cgfuzz for fish, written by: cgfuzz completion fish
function __cgfuzz_begins
    test (count (commandline -opc)) -eq 1
end
# The command is the first, and as many arguments stand before the cursor; flags and their values are none.
function __cgfuzz_argument -a command relation number
    set -l tokens (commandline -opc)
    test "$tokens[2]" = $command; or return 1
    set -l arguments 0
    set -l skips 0
    for token in $tokens[3..]
        if test $skips -eq 1
            set skips 0
        else if string match -q -- '-*' $token
            contains -- "$command $token" $__cgfuzz_value_flags; and set skips 1
        else
            set arguments (math $arguments + 1)
        end
    end
    test $arguments $relation $number
end
# A list with commas: what is written already, and each word behind it.
function __cgfuzz_list
    set -l token (commandline -ct | string replace -r '^--[^=]*=' '')
    set -l written (string replace -r '[^,]*$' '' -- "$token")
    printf '%s\\n' "$written"$argv
end
# Ids of findings; files only if none is meant.
function __cgfuzz_findings
    set -l token (commandline -ct)
    set -l ids (command ls campaign/findings 2>/dev/null | string match -- "$token*")
    if test (count $ids) -gt 0
        printf '%s\\n' $ids
    else
        __fish_complete_path "$token"
    end
end
set -g __cgfuzz_value_flags ${commands.flatMap(valueFlags).map(quotedForFish).join(' ')}
complete -c cgfuzz -f
complete -c cgfuzz -n __cgfuzz_begins -s h -l help -d 'what cgfuzz is'
complete -c cgfuzz -n __cgfuzz_begins -s V -l version -d 'the version of cgfuzz'
${lines.join('\n')}
`;
}

function valueFlags({ name, flags }: CompletedCommand): string[] {
  return flags.flatMap((flag) =>
    flag.value === undefined
      ? []
      : [`${name} --${flag.name}`, ...(flag.short === undefined ? [] : [`${name} -${flag.short}`])],
  );
}

function flagLine(command: string, { name, short, doc, value, isList }: CompletedFlag): string {
  return [
    `complete -c cgfuzz -n '__fish_seen_subcommand_from ${command}' -l ${name}`,
    ...(short === undefined ? [] : [`-s ${short}`]),
    `-d ${quotedForFish(doc)}`,
    ...(value === undefined ? [] : [value.paths === 'files' ? '-r' : '-x', ...offers(value, isList)]),
  ].join(' ');
}

function argumentLines(command: string, place: string, value: CompletedValue): string[] {
  const offered = offers(value, false);
  if (offered.length === 0) return [];
  return [`complete -c cgfuzz -n '__cgfuzz_argument ${command} ${place}' ${offered.join(' ')}`];
}

function offers({ words, paths, findings }: CompletedValue, isList: boolean): string[] {
  const listed = isList ? `(__cgfuzz_list ${words.join(' ')})` : words.join(' ');
  const found = findings ? '(__cgfuzz_findings)' : listed;
  if (words.length === 0 && !findings && paths === 'none') return [];
  const folders = paths === 'folders' ? ['-a', `'(__fish_complete_directories)'`] : [];
  return [
    ...(words.length > 0 || findings ? ['-a', quotedForFish(found)] : []),
    ...folders,
    ...(paths === 'files' && !findings ? ['-F'] : []),
  ];
}

function quotedForFish(text: string): string {
  return `'${text.replaceAll(/['\\]/g, String.raw`\$&`)}'`;
}
