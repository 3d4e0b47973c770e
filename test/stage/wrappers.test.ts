/** Macros for Csmith's wrappers, compiled beside the functions and compared on values at the edges. */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { macroName, macroOf, type Wrapper, wrapperOf } from '../../src/stage/relax/wrappers.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const HEADERS = '/usr/include/csmith';

function allWrappers(): Wrapper[] {
  const header = readFileSync(join(HEADERS, 'safe_math.h'), 'latin1');
  const names = [...header.matchAll(/FUNC_NAME\((\w+_func_u?int\w+)\)/g)].map(([, name]) => `safe_${name}`);
  return names.map((name) => wrapperOf(name)!);
}

/** Values at the edges of a type, as C. */
function edgesOf(type: string): string {
  if (type === 'int') return '-1, 0, 1, 7, 15, 31, 32, 33, INT_MIN, INT_MAX';
  if (type === 'unsigned int') return '0, 1, 7, 15, 31, 32, 33, UINT_MAX';
  const limit = type.slice(0, -2).toUpperCase();
  return type.startsWith('u')
    ? `0, 1, 2, 3, ${limit}_MAX / 2, ${limit}_MAX / 2 + 1, ${limit}_MAX - 1, ${limit}_MAX`
    : `${limit}_MIN, ${limit}_MIN + 1, ${limit}_MIN / 2, -3, -1, 0, 1, 2, 3, ${limit}_MAX / 2, ${limit}_MAX - 1, ${limit}_MAX`;
}

/** Compares the forms on all pairs of edges; the bare form only if the guard allows it. */
function comparing(wrapper: Wrapper): string {
  const { name, type, rightType = 'int', guard } = wrapper;
  const isUnary = wrapper.rightType === undefined;
  const call = (callee: string): string => (isUnary ? `${callee}(l)` : `${callee}(l, r)`);
  return `{
    static const ${type} ls[] = {${edgesOf(type)}}; static const ${rightType} rs[] = {${edgesOf(rightType)}};
    for (int i = 0; i < (int)(sizeof ls / sizeof *ls); i++) for (int j = 0; j < (int)(sizeof rs / sizeof *rs); j++) {
      volatile ${type} vl = ls[i]; volatile ${rightType} vr = rs[j]; ${type} l = vl; ${rightType} r = vr; (void)r;
      ${type} want = ${call(name)};
      if (${call(macroName(wrapper, 'checked'))} != want) printf("${name} checked %d %d\\n", i, j);
      if (sizeof(${call(macroName(wrapper, 'checked'))}) != sizeof want) printf("${name} checked size\\n");
      ${guard === '' ? '' : `if (!(${guard}))`} if (${call(macroName(wrapper, 'bare'))} != want) printf("${name} bare %d %d\\n", i, j);
      compared++;
    } }`;
}

it(
  'give what the functions give, with no undefined behaviour, for every wrapper',
  { timeout: 240_000 },
  () => {
    const wrappers = allWrappers();
    expect(wrappers.length).toBeGreaterThan(70);
    expect(wrappers.every((wrapper) => wrapper !== undefined)).toBe(true);
    const macros = wrappers.flatMap((wrapper) => [macroOf(wrapper, 'checked'), macroOf(wrapper, 'bare')]);
    const folder = temporaryFolder();
    const path = join(folder, 'compare.c');
    const text = `#include <limits.h>\n#include "csmith.h"\n${macros.join('\n')}\nint main(void) { int compared = 0;\n${wrappers.map(comparing).join('\n')}\nprintf("%d compared\\n", compared); return 0; }\n`;
    writeFileSync(path, text);
    for (const compiler of [
      ['clang-19', '-O0', '-fsanitize=undefined', '-fno-sanitize-recover=all'],
      ['gcc', '-O2'],
    ]) {
      const out = join(folder, 'compare');
      execFileSync(compiler[0]!, [...compiler.slice(1), '-w', `-I${HEADERS}`, '-o', out, path, '-lm']);
      const said = execFileSync(out, { encoding: 'utf8' });
      expect(said).toMatch(/^\d+ compared\n$/);
      expect(Number(said.split(' ')[0])).toBeGreaterThan(4_000);
    }
  },
);

it('are not made for other names', () => {
  for (const name of [
    'safe_add_func_float_f_f',
    'safe_add_func_int32_t_u_u',
    'safe_unary_minus_func_int32_t_s_s',
    'safe_add_func_int32_t_s',
    'printf',
  ])
    expect(wrapperOf(name)).toBeUndefined();
});
