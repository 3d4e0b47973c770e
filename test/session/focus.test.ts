/** Names of a focus: files and functions of a target. */
import { describe, expect, it } from 'vitest';
import { edgesNamed } from '../../src/session/focus.ts';
import type { EdgeNames } from '../../src/target/index.ts';

const places = [
  ['llvm::InstCombiner::visitAdd(llvm::BinaryOperator&)', '/llvm/lib/InstCombine/InstCombineAddSub.cpp'],
  ['llvm::InstCombiner::visitSub(llvm::BinaryOperator&)', '/llvm/lib/InstCombine/InstCombineAddSub.cpp'],
  ['llvm::SLPVectorizerPass::run(llvm::Function&)', '/llvm/lib/Vectorize/SLPVectorizer.cpp'],
  ['fold_add', '/gcc/fold.cc'],
] as const;

const names: EdgeNames = {
  count: places.length,
  place: (edge) => ({ function: places[edge]![0], file: places[edge]![1], line: 1 }),
  isFunctionEntry: () => true,
};

/** Line, and whether a function begins there: code before the first entry was inlined. */
const lines = [
  [8, true],
  [14, false],
  [20, true],
  [30, false],
  [4, false],
] as const;
const ofLines: EdgeNames = {
  count: lines.length,
  place: (edge) => ({ function: 'f', file: '/llvm/lib/Some.cpp', line: lines[edge]![0] }),
  isFunctionEntry: (edge) => lines[edge]![1],
};

describe('a focus', () => {
  it.each([
    ['InstCombineAddSub', [0, 1]],
    ['InstCombineAddSub.cpp', [0, 1]],
    ['InstCombine/InstCombineAddSub.cpp', [0, 1]],
    ['visitSub', [1]],
    ['InstCombiner::visitAdd', [0]],
    ['fold_add', [3]],
    ['fold', [3]],
  ])('called %s has the edges %j', (wanted, edges) => {
    expect([...edgesNamed(names, wanted)]).toEqual(edges);
  });

  it.each([
    ['Some.cpp:12', [0, 1]],
    ['Some.cpp:9-12', [0, 1]],
    ['Some:25,Some:12', [2, 3, 0, 1]],
    ['Some:3', [4]],
    ['Some:3-9', [4, 0, 1]],
    ['Some:12-25', [0, 1, 2, 3]],
  ])('at %s has the edges of the functions there: %j', (wanted, edges) => {
    expect(edgesNamed(ofLines, wanted)).toEqual(new Set(edges));
  });

  it('that no file and no function is called is refused, with the file that may be meant', () => {
    expect(() => edgesNamed(names, 'SLPVectoriser')).toThrow('no file and no function of the target');
    try {
      edgesNamed(names, 'SLPVectoriser');
    } catch (error) {
      expect((error as { hints: readonly string[] }).hints).toContain('did you mean SLPVectorizer?');
    }
  });
});
