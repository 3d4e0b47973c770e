/** Tests that passed, kept to be asked again of another version of the compiler. */
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Alphabet, replay } from '../../src/choice/index.ts';
import { PassedTests } from '../../src/fuzz/index.ts';
import { fuzzTuning } from '../../src/fuzz/tuning.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const most = fuzzTuning.maxPassedTests.value;
const { record } = replay((draw) => draw.integer(0, 9), { alphabet: new Alphabet() });

function hear(tests: PassedTests, count: number): void {
  for (let turn = 0; turn < count; turn++) tests.hear('any', record);
}

function numbersIn(folder: string): number[] {
  return readdirSync(folder)
    .map((name) => Number.parseInt(name, 10))
    .toSorted((a, b) => a - b);
}

describe('tests that passed', () => {
  it('are few, and spread over all that passed, whenever the campaign is started again', () => {
    const folder = temporaryFolder();
    hear(new PassedTests(folder), most * 3);
    hear(new PassedTests(folder), most * 2);
    const numbers = numbersIn(folder);
    expect(numbers.length).toBeGreaterThan(most / 2);
    expect(numbers.length).toBeLessThanOrEqual(most);
    const [stride = 0] = numbers;
    expect(numbers).toEqual(numbers.map((_, index) => (index + 1) * stride));
    expect(numbers.at(-1)).toBeGreaterThan(most * 5 - 2 * stride);
  });

  it('are told with their source, without a file that was damaged', () => {
    const folder = temporaryFolder();
    hear(new PassedTests(folder), 3);
    writeFileSync(join(folder, '2.cgseq'), 'half a');
    expect(new PassedTests(folder).tests().map(({ source }) => source)).toEqual(['any', 'any']);
  });
});
