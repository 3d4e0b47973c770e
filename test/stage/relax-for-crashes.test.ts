/** `relax` in campaigns that look for crashes alone; and guards in what relaxations take away. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Alphabet, type Draw, findScopes, replay, type Replayed } from '../../src/choice/index.ts';
import { editText, FactFinder, type Facts } from '../../src/facts/index.ts';
import { seekingCrashes } from '../../src/generators/chains.ts';
import { findSource } from '../../src/generators/sources.ts';
import { type Program, programOf } from '../../src/program/index.ts';
import { compilerArgsFor, preparedSource } from '../../src/source/index.ts';
import { relax, type Stage } from '../../src/stage/index.ts';
import { world } from '../target/world.ts';

const text = `#include "csmith.h"
static int32_t g_1 = 3;
static int32_t f(int32_t p_1)
{
    if (g_1 > 5)
    {
        int32_t l_1 = safe_add_func_int32_t_s_s(g_1, safe_mul_func_int32_t_s_s(p_1, 2));
        int32_t l_2[3];
        int i;
        for (i = 0; i < 3; i++)
            l_2[i] = safe_sub_func_int32_t_s_s(p_1, i);
        return safe_add_func_int32_t_s_s(l_1, l_2[1]);
    }
    g_1 = safe_add_func_int32_t_s_s(g_1, p_1);
    return p_1;
}
int main(void)
{
    printf("%d", (int)f(2));
    return 0;
}
`;
const program = programOf(text);
const alphabet = new Alphabet();

let facts: Facts;
let finder: FactFinder;
let args: readonly string[];
beforeAll(async () => {
  args = compilerArgsFor(await preparedSource(await findSource('csmith-scoped', '/'), () => undefined));
  finder = await FactFinder.open(world);
  facts = await factsOf(program);
}, 240_000);
afterAll(() => finder.close());

async function factsOf(asked: Program): Promise<Facts> {
  const answer = await finder.find({ program: asked, args });
  if (answer.kind !== 'facts') throw new Error(answer.said);
  return answer.facts;
}

interface Made {
  readonly text: string;
  readonly promises: string | undefined;
}

function relaxedBy(
  { edit }: Pick<Stage, 'edit'>,
  options: Partial<Parameters<typeof replay>[1]>,
): Replayed<Made> {
  const body = (draw: Draw): Made => {
    const answer = edit(draw, { program, text, facts });
    const { edits, promises } = 'edits' in answer ? answer : { edits: answer, promises: undefined };
    return { text: Buffer.from(editText(Buffer.from(text), edits)).toString(), promises };
  };
  return replay(body, { alphabet, ...options });
}

function made(drawn: Replayed<Made>): Made {
  if (drawn.outcome !== 'ok') throw new Error(drawn.outcome);
  return drawn.value;
}

it('takes the guards of an initialiser away with it, and what is left compiles and prints the same', async () => {
  let without = 0;
  for (let seed = 0; seed < 120; seed++) {
    const { text: code, promises } = made(relaxedBy(relax, { seed }));
    if (promises !== undefined || !/l_1 ;/.test(code)) continue;
    without++;
    const { run } = await factsOf(programOf(code));
    expect(run?.stdout).toEqual(facts.run!.stdout);
  }
  expect(without).toBeGreaterThan(3);
});

it('is adventurous more often for crashes, has conflicts then, and any other campaign makes the same of its choices', async () => {
  const crashing = seekingCrashes(await findSource('csmith-scoped | relax', '/')).stages![0]!;
  const seen = { usual: 0, crashing: 0, conflicts: 0 };
  for (let seed = 0; seed < 300; seed++) {
    const drawn = relaxedBy(crashing, { seed });
    const again = relaxedBy(relax, { sequence: drawn.record, seed: seed + 1 });
    expect(made(again)).toEqual(made(drawn));
    expect(again.record.equals(drawn.record)).toBe(true);
    if (made(drawn).promises === 'valid') seen.crashing++;
    if (made(relaxedBy(relax, { seed })).promises === 'valid') seen.usual++;
    const [, live] = findScopes(drawn.record, 'conflict');
    if (live !== undefined && drawn.record.choiceAt(live + 1).value === 1n) seen.conflicts++;
  }
  expect(seen.crashing).toBeGreaterThan(2 * seen.usual);
  expect(seen.conflicts).toBeGreaterThan(0);
});
