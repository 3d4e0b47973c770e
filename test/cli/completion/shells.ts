/** Asks real shells, with a completion script loaded, what they offer for a command line. */
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export type Shell = 'bash' | 'zsh' | 'fish';

/** The shell's offers for each line, in this folder; sorted. */
export function askShell(
  shell: Shell,
  script: string,
  lines: readonly string[],
  cwd: string,
): (readonly string[])[] {
  const scriptFile = join(cwd, 'completion-script');
  const answers = join(cwd, 'answers');
  writeFileSync(scriptFile, script);
  writeFileSync(answers, '');
  const program = programs[shell](scriptFile, answers, lines);
  const args = { bash: ['--norc', '-c'], zsh: ['-f', '-c'], fish: ['--no-config', '-c'] }[shell];
  const { status, stderr } = spawnSync(shell, [...args, program], {
    cwd,
    encoding: 'utf8',
    env: { PATH: process.env['PATH'], HOME: cwd, TERM: 'xterm', LC_ALL: 'C.UTF-8' },
  });
  if (status !== 0 || stderr !== '') throw new Error(`${shell} failed: ${status} ${stderr}`);
  const blocks = readFileSync(answers, 'utf8').split('=== end\n').slice(0, -1);
  if (blocks.length !== lines.length)
    throw new Error(`${shell} answered ${blocks.length} of ${lines.length} questions`);
  return blocks.map((block) => [...new Set(block.split('\n').filter(Boolean))].toSorted());
}

const programs: Readonly<
  Record<Shell, (script: string, answers: string, lines: readonly string[]) => string>
> = { bash, zsh, fish };

function bash(script: string, answers: string, lines: readonly string[]): string {
  const asked = lines.map((line) => {
    // As readline parts them: at spaces, and at = as a word of its own.
    const words = line
      .split(' ')
      .flatMap((word) => word.split(/(=)/).filter((piece, at) => piece || at === 0));
    return [
      `COMP_WORDS=(${words.map((word) => `'${word}'`).join(' ')})`,
      `COMP_CWORD=$((\${#COMP_WORDS[@]} - 1))`,
      `_cgfuzz; printf '%s\\n' "\${COMPREPLY[@]}" '=== end' >> ${answers}`,
    ].join('\n');
  });
  // Only readline can be told that words are file names.
  return ['compopt() { :; }', `source ${script}`, ...asked].join('\n');
}

function fish(script: string, answers: string, lines: readonly string[]): string {
  const asked = lines.flatMap((line) => [
    `complete -C '${line}' | string replace -r '\\t.*' '' >> ${answers}`,
    `echo '=== end' >> ${answers}`,
  ]);
  return [`source ${script}`, ...asked].join('\n');
}

/**
 * Completion runs in a second shell behind a pseudo terminal, where a key is pressed for each line. Whatever is handed to
 * `compadd` is what would be offered: `-O`, `-A` and `-D` only ask for matches and offer nothing.
 */
function zsh(script: string, answers: string, lines: readonly string[]): string {
  const child = [
    'PS1=; PROMPT_EOL_MARK=; unsetopt zle_bracketed_paste 2>/dev/null',
    'autoload -Uz compinit; compinit -u -D',
    `source ${script}`,
    `compadd() {
       local -a matches
       if [[ "\${@[1,(i)(-|--)]}" == *-[a-zA-Z]#[OAD]\\ * || " \${@[1,(i)(-|--)]}" == *\\ -[OAD]* ]]; then
         builtin compadd "$@"; return
       fi
       builtin compadd -A matches "$@"
       (( $#matches )) && print -rl -- $IPREFIX$^matches >> ${answers}
       builtin compadd "$@"
     }`,
    `finish() { print '=== end' >> ${answers}; BUFFER=; zle redisplay }`,
    'zle -N finish',
    // Any key that is not used: completes, then empties the line.
    'press() { zle complete-word; finish }; zle -N press',
    `zstyle ':completion:*' completer _complete; setopt no_auto_menu no_list_ambiguous`,
    "zle -C complete-word .complete-word _main_complete; bindkey '^X' press",
    `print ready >> ${answers}.ready`,
  ].join('\n');
  writeFileSync(`${answers}.child`, `setopt extended_glob\n${child}\n`);
  const asked = lines.map((line, index) =>
    [
      `zpty -w -n child '${line}'$'\\x18'`,
      `wait_for ${index + 1} "$(grep -c '=== end' ${answers})" ${answers}`,
    ].join('\n'),
  );
  return [
    'zmodload zsh/zpty zsh/zselect',
    'zpty -b child zsh -f -i',
    `zpty -w child 'source ${answers}.child'`,
    `while [[ ! -e ${answers}.ready ]]; do zpty -r -t child line; zselect -t 1; done`,
    `wait_for() { while (( $(grep -c '=== end' $3) < $1 )); do zpty -r -t child line; zselect -t 1; done }`,
    ...asked,
    'zpty -d child',
    'true',
  ].join('\n');
}
