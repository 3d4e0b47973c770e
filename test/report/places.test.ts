import { describe, expect, it } from 'vitest';
import { blockers, coverageByPlace } from '../../src/report/page/coverage-by-place.ts';
import { escapeHtml, jsonInScript } from '../../src/util/html.ts';
import { shortFunctionName } from '../../src/report/plain-name.ts';
import { treemapSvg } from '../../src/report/page/treemap.ts';
import { differencesByPlace, edgesOf } from '../../src/report/index.ts';
import { FeatureSet } from '../../src/serve/index.ts';
import { toyNames } from './campaign.ts';

describe('coverage by place', () => {
  const files = coverageByPlace(toyNames, [0, 1, 4, 6, 12, 13, 14, 15]);

  it('counts every edge once', () => {
    expect(files.map(({ edges }) => edges)).toEqual([12, 12, 12, 12]);
    expect(files.map(({ reached }) => reached)).toEqual([4, 4, 0, 0]);
  });

  it('names the lines right behind what was reached, and no others', () => {
    const doors = files[0]!.functions.map((each) => each.doors);
    // 0 1 reached: the way ends at 2; 4 and 6 reached: at 5 and 7; the third function was not entered.
    expect(doors).toEqual([[3], [12, 14], []]);
  });

  it('blames functions that were entered and not seen whole, the largest rest first', () => {
    const names = {
      ...toyNames,
      place: (edge: number) => (edge < 8 ? toyNames.place(0) : toyNames.place(edge)),
    };
    const blocking = blockers(coverageByPlace(names, [0, 8, 9, 12, 13, 14, 15]), 10);
    expect(blocking.map(({ name, edges, reached }) => [name, edges - reached])).toEqual([
      ['function0(int)', 7],
      ['function2(int)', 2],
    ]);
  });

  it('is drawn with a rectangle for each file, titled with its share', () => {
    const svg = treemapSvg(files);
    expect(svg.match(/<g class="file/g)?.length).toBe(4);
    expect(svg).toContain('<title>/tree/lib/part0.cpp: 4 of 12 edges, 33%</title>');
  });
});

describe('what only one side reached', () => {
  it('is counted by file and function, the largest difference first, inlined code with its function', () => {
    const inlined = (edge: number): ReturnType<typeof toyNames.place> =>
      edge === 5 ? { ...toyNames.place(5), file: '/usr/include/vector.h' } : toyNames.place(edge);
    const only = [Uint32Array.of(0, 13), Uint32Array.of(4, 5, 6)] as const;
    const { files, functions } = differencesByPlace({ ...toyNames, place: inlined }, only, '/tree');
    expect(files).toEqual([
      { file: 'lib/part0.cpp', function: '', edges: [1, 3] },
      { file: 'lib/part1.cpp', function: '', edges: [1, 0] },
    ]);
    expect(functions.map(({ function: name, edges }) => [name, ...edges])).toEqual([
      ['function1(int)', 0, 3],
      ['function0(int)', 1, 0],
      ['function3(int)', 1, 0],
    ]);
  });
});

describe('a set of features', () => {
  it('holds what was added, however far apart, and its edges', () => {
    const set = new FeatureSet();
    set.add(Uint32Array.from([8, 9, 4_000_000]));
    set.add(Uint32Array.from([0, 9]));
    const features = set.toArray();
    expect([...features]).toEqual([0, 8, 9, 4_000_000]);
    expect([...edgesOf(features, Infinity)]).toEqual([0, 1, 500_000]);
    expect([...edgesOf(features, 500_000)]).toEqual([0, 1]);
  });
});

describe('names of functions', () => {
  it.each([
    ['llvm::InlineFunction(llvm::CallBase&, bool)', 'llvm::InlineFunction'],
    ['(anonymous namespace)::Foo::run(llvm::Function&)', '{anonymous}::Foo::run'],
    ['bool llvm::match<llvm::Value, X<int> >(llvm::Value*)', 'llvm::match'],
    ['llvm::APInt::operator<<(unsigned int) const', 'llvm::APInt::operator'],
    ['main', 'main'],
    ['<>', '<>'],
  ])('are shown without what fills half a screen: %s', (name, plain) => {
    expect(shortFunctionName(name)).toBe(plain);
  });
});

describe('text in a page', () => {
  it('cannot become markup', () => {
    expect(escapeHtml(`<b a="x" b='y'>&amp;`)).toBe('&lt;b a=&quot;x&quot; b=&#39;y&#39;&gt;&amp;amp;');
    expect(jsonInScript({ a: '</script><!--' })).not.toContain('<');
  });
});
