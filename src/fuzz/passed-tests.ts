/**
 * Passed tests: some of the tests that a campaign's target passed, kept to be asked again of another version.
 *
 * Without coverage a campaign keeps no corpus, so nothing else says what the compiler did right. Each file is a
 * sequence, named by the number of the test among those that passed. The numbers kept are multiples of a power of two,
 * the stride, so that the tests are spread over the whole campaign and few.
 */
import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ChoiceSequence, readSummary } from '../choice/index.ts';
import { entrySequence } from '../corpus/index.ts';
import { isDiskFull } from '../util/circumstance.ts';
import { makeFolder } from '../util/make-folder.ts';
import { readRegular } from '../util/read-regular.ts';
import { fuzzTuning } from './tuning.ts';

/** Tests that passed, and the version whose tests are to be asked again now. */
export interface AskedAgain {
  readonly passed: PassedTests;
  /** Undefined if the compiler is the same as before. */
  readonly since: string | undefined;
}

export interface KeptTest {
  readonly source: string;
  readonly sequence: Uint8Array;
}

export class PassedTests {
  readonly #folder: string;
  readonly #numbers: Set<number>;
  #heard: number;
  #stride = 1;

  constructor(folder: string) {
    this.#folder = folder;
    this.#numbers = new Set(numbersIn(folder));
    this.#heard = Math.max(0, ...this.#numbers);
    while (this.#numbers.size > 0 && this.#isAll(this.#stride * 2)) this.#stride *= 2;
  }

  hear(source: string, record: ChoiceSequence): void {
    this.#heard++;
    if (this.#heard % this.#stride !== 0) return;
    try {
      makeFolder(this.#folder);
      writeFileSync(this.#pathOf(this.#heard), entrySequence(record, source));
      this.#numbers.add(this.#heard);
      if (this.#numbers.size > fuzzTuning.maxPassedTests.value) this.#thinOut();
    } catch (error) {
      // Other tests will pass.
      if (!isDiskFull(error)) throw error;
    }
  }

  /** Whole files, from old to new. A process that was killed may have left half a file. */
  tests(): KeptTest[] {
    return [...this.#numbers]
      .toSorted((a, b) => a - b)
      .flatMap((number) => {
        try {
          const sequence = readRegular(this.#pathOf(number));
          return [{ source: readSummary(sequence).envelope.source.name, sequence }];
        } catch {
          return [];
        }
      });
  }

  #thinOut(): void {
    this.#stride *= 2;
    for (const number of this.#numbers) {
      if (number % this.#stride === 0) continue;
      rmSync(this.#pathOf(number), { force: true });
      this.#numbers.delete(number);
    }
  }

  #isAll(stride: number): boolean {
    return [...this.#numbers].every((number) => number % stride === 0);
  }

  #pathOf(number: number): string {
    return join(this.#folder, `${number}.cgseq`);
  }
}

function numbersIn(folder: string): number[] {
  try {
    return readdirSync(folder).flatMap((name) => {
      const number = /^([1-9]\d*)\.cgseq$/.exec(name)?.[1];
      return number === undefined ? [] : [Number(number)];
    });
  } catch {
    return [];
  }
}
