/** Optimised IR of whole compilers: whose fault it is, and what a report brings along. */
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CompilerConfiguration, Laboratory } from '../../../src/laboratory/index.ts';
import { evidenceOf, inspectIr, IrJudge, type IrTools } from '../../../src/oracle/index.ts';
import { likelyFirst, spellingsIn } from '../../../src/oracle/ir/pass-spellings.ts';
import { programOf } from '../../../src/program/index.ts';
import { isAll } from '../../runs.ts';
import { findPlanted, world } from '../../target/world.ts';
import { rotateModule } from './rotate.ts';

const { name: target, has } = await findPlanted();

let tools: IrTools;
beforeAll(async () => {
  tools = { laboratory: await Laboratory.open(world), judge: await IrJudge.open(world, () => undefined) };
});
afterAll(() => Promise.all([tools.laboratory.close(), tools.judge.close()]));

const stock: CompilerConfiguration = { compiler: 'clang-19-stock', args: ['-O1'] };
const rotate = programOf(rotateModule, 'llvm-ir');

describe('wrong IR', () => {
  const blamed: readonly (readonly [plant: string, pass: string, fault: string])[] = [
    ['cse-keeps-flags', 'EarlyCSEPass', 'poison: add nsw'],
    ['cvp-sext-as-zext', 'CorrelatedValuePropagationPass', 'output'],
    ['or-as-add', 'InstCombinePass', 'output'],
  ];
  it.each(blamed.filter(([plant]) => has(plant)))('of %s is blamed on %s', async (plant, pass, fault) => {
    const program = programOf(readFileSync(`lab/planted/triggers/${plant}.c`));
    const right = { compiler: target, args: ['-O2'] };
    expect(await inspectIr(tools, program, right)).toEqual({ kind: 'nothing', why: 'right' });
    const wrong = { compiler: target, args: ['-O2', '-mllvm', `-cgfuzz-plant=${plant}`] };
    const found = await inspectIr(tools, program, wrong);
    expect(found).toMatchObject({ kind: 'wrong', culprit: { kind: 'pass', pass, on: 'f' } });
    if (found.kind === 'wrong') expect(found.signature.key).toContain(`wrong-ir | ${fault} | ${pass}`);
  });

  it('that no execution shows is seen', async () => {
    expect(await inspectIr(tools, rotate, stock)).toMatchObject({
      kind: 'wrong',
      signature: { key: 'wrong-ir | poison: llvm.fshl argument range | InstCombinePass' },
    });
  });

  it.runIf(isAll)('is shown by one pass on one module (test:all alone: llvm-reduce is slow)', async () => {
    const found = await inspectIr(tools, rotate, stock);
    if (found.kind !== 'wrong') throw new Error(found.why);
    const evidence = await evidenceOf(tools, rotate, stock, found);
    expect(evidence?.passes).toMatch(/^function(?:<.*>)?\(instcombine<.*>\)$/);
    expect(evidence?.before).toContain('sext i16');
    expect(evidence?.after).toContain('zext i16');
    expect(evidence!.reduced!.length).toBeLessThan(evidence!.before.length);
    expect(evidence?.reduced).toMatch(/range\(i32 -32768, 32768\)/);
  });

  it('is nothing if the program breaks a rule before the passes', async () => {
    const division = programOf('int main(int argc, char **argv) { return 1 / (argc - 1); }\n');
    expect(await inspectIr(tools, division, stock)).toEqual({ kind: 'nothing', why: 'doubtful' });
  });

  it('is nothing if the program cannot be judged, or is right', async () => {
    const clock = programOf('#include <time.h>\nint main(void) { return time(0) == 0; }\n');
    expect(await inspectIr(tools, clock, stock)).toEqual({ kind: 'nothing', why: 'not-judged' });
    const fine = programOf('int main(void) { return 3; }\n');
    expect(await inspectIr(tools, fine, stock)).toEqual({ kind: 'nothing', why: 'right' });
    const refused = programOf('int main(void) { return }\n');
    expect(await inspectIr(tools, refused, stock)).toEqual({ kind: 'nothing', why: 'not-compiled' });
  });
});

describe('spellings of passes', () => {
  const pipeline =
    'annotation2metadata,function<eager-inv>(sroa<modify-cfg>,early-cse<memssa>),require<globals-aa>,cgscc(devirt<4>(inline,function(loop-mssa(licm<allowspeculation>),gvn<>)))';
  it('stand within what they run in, with their parameters', () => {
    expect(spellingsIn(pipeline)).toEqual([
      'annotation2metadata',
      'function<eager-inv>(sroa<modify-cfg>)',
      'function<eager-inv>(early-cse<memssa>)',
      'cgscc(inline)',
      'cgscc(function(loop-mssa(licm<allowspeculation>)))',
      'cgscc(function(gvn<>))',
    ]);
  });
  it('of the pass that is asked for come first', () => {
    const first = (pass: string): string | undefined => likelyFirst(spellingsIn(pipeline), pass)[0];
    expect(first('EarlyCSEPass')).toContain('early-cse');
    expect(first('LICMPass')).toContain('licm');
    expect(first('InlinerPass')).toBe('cgscc(inline)');
  });
});
