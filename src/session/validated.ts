/**
 * Programs for compilers on other machines: each passed all validity checkers, and its expected output lies
 * beside it.
 *
 * Invariant: the expected output is the program's own truth, or the common output of two families'
 * unoptimised builds.
 */
import { chmodSync, cpSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { newestCompiler } from '../build/index.ts';
import { type CompilerConfiguration, Laboratory } from '../laboratory/index.ts';
import { checkValidity, compare } from '../oracle/index.ts';
import type { Program } from '../program/index.ts';
import { compilerArgsFor, type SourceDefinition } from '../source/index.ts';
import { stockName, type TargetWorld } from '../target/index.ts';
import { makeFolder } from '../util/make-folder.ts';
import { UserError } from '../util/user-error.ts';

/** Runs all programs in the folder with a compiler, and reports those with another output. */
const SCRIPT = `#!/bin/sh
# check.sh COMPILER [FLAG...]: compiles each program of this folder, runs it, and compares what it prints.
# Ends with 1 if a program is refused, or prints something else.
cd "$(dirname "$0")" || exit 2
[ $# -gt 0 ] || { echo "write: $0 COMPILER [FLAG...]" >&2; exit 2; }
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
wrong=0
for folder in */; do
  [ -f "$folder/expected" ] || continue
  test=\${folder%/}
  "$@" $(cat "$test/flags") -I"$test" "$test"/*.c* -o "$work/program" -lm >"$work/log" 2>&1 ||
    { echo "$test: refused"; wrong=1; continue; }
  stdin=/dev/null
  [ -f "$test/input.stdin" ] && stdin=$test/input.stdin
  set -f
  IFS='
'
  output=$("$work/program" $(cat "$test/input.args" 2>/dev/null) <"$stdin" 2>/dev/null; echo "exit $?")
  unset IFS
  set +f
  [ "$output" = "$(cat "$test/expected")" ] || { echo "$test: prints something else"; wrong=1; }
done
exit $wrong
`;

export class ValidatedPrograms {
  readonly #laboratory: Laboratory;
  readonly #references: readonly CompilerConfiguration[];
  readonly #folder: string;
  /** Folders of headers, and their copies. */
  readonly #headers = new Map<string, string>();

  private constructor(laboratory: Laboratory, references: readonly CompilerConfiguration[], folder: string) {
    this.#laboratory = laboratory;
    this.#references = references;
    this.#folder = folder;
  }

  static async open(folder: string, world: TargetWorld): Promise<ValidatedPrograms> {
    const references = (['gcc', 'clang'] as const).flatMap((family) => {
      const found = newestCompiler(family, world.searchPath);
      return found === undefined ? [] : [{ compiler: stockName(found), args: ['-O0'] }];
    });
    if (references.length < 2)
      throw new UserError('what a program must print is settled by gcc and clang, and one is missing', [
        'install both: sudo apt-get install gcc clang-19',
      ]);
    writeFileSync(join(folder, 'check.sh'), SCRIPT);
    chmodSync(join(folder, 'check.sh'), 0o755);
    return new ValidatedPrograms(await Laboratory.open(world), references, folder);
  }

  /** Undefined if the program was written; otherwise the reason why it is left out. */
  async take(id: string, definition: SourceDefinition, program: Program): Promise<string | undefined> {
    const args = compilerArgsFor(definition, program);
    const validity = await checkValidity(this.#laboratory, program, { args, thorough: true });
    if (validity.verdict !== 'valid') return `not proven valid: ${validity.verdict}`;
    const { verdict } = await compare(this.#laboratory, program, this.#references, { args });
    if (verdict.kind !== 'agree') return `gcc and clang do not settle what it prints: ${verdict.kind}`;
    this.#write(id, program, args, verdict.opinion.behaviour);
    return undefined;
  }

  async close(): Promise<void> {
    await this.#laboratory.close();
  }

  #write(id: string, { files }: Program, args: readonly string[], behaviour: string): void {
    for (const { path, bytes } of files) {
      const file = join(this.#folder, id, path);
      makeFolder(dirname(file));
      writeFileSync(file, bytes);
    }
    // The exit code comes first in a behaviour, and last for the script.
    const [end = '', ...lines] = behaviour.split('\n');
    writeFileSync(join(this.#folder, id, 'expected'), `${lines.join('\n')}${end}\n`);
    writeFileSync(join(this.#folder, id, 'flags'), `${args.map((arg) => this.#carried(arg)).join(' ')}\n`);
  }

  /** The same flag, for the copy of its header folder. */
  #carried(arg: string): string {
    const from = /^-I(.+)$/.exec(arg)?.[1];
    if (from === undefined) return arg;
    const copy = this.#headers.get(from) ?? `headers-${this.#headers.size + 1}.d`;
    if (!this.#headers.has(from)) cpSync(from, join(this.#folder, copy), { recursive: true });
    this.#headers.set(from, copy);
    return `-I${copy}`;
  }
}
