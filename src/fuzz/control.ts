/**
 * Control: the compiler before a change. If both compilers make the same code of a test, the test cannot show a
 * bug of the change. A campaign then looks at the test no further.
 *
 * Only tests that reach the focus are compiled by the control: elsewhere nothing has changed. Invariant: without a
 * certain answer a test counts as one with other code.
 */
import type { ExecuteRequest, Execution } from '../serve/index.ts';
import type { Focus } from '../search/index.ts';
import { type Target, unpackFeatures } from '../target/index.ts';
import type { Reached } from './reached.ts';
import { fuzzTuning } from './tuning.ts';
import { sectionsOfElf } from '../oracle/index.ts';

export interface Controlled {
  readonly isOther: boolean;
  readonly cpuMs: number;
}

export class Control {
  readonly #focus: Focus | undefined;
  #asked = 0;
  #others = 0;
  #kept = 0;

  constructor(focus?: Focus) {
    this.#focus = focus;
  }

  /** Compares the code of a test that passed. */
  async compare(
    target: Target,
    request: ExecuteRequest,
    executions: readonly Execution[],
    { all }: Pick<Reached, 'all'>,
  ): Promise<Controlled> {
    if (!this.#reachesFocus(all)) return { isOther: false, cpuMs: 0 };
    if (this.#isUseless || executions.some(({ output }) => output.length === 0))
      return { isOther: true, cpuMs: 0 };
    const { wholeSet: _, ...asked } = request;
    const before = await target.execute({ ...asked, remember: false });
    const cpuMs = before.reduce((sum, each) => sum + each.cpuMs + each.sharedCpuMs, 0);
    const isOther = !before.every(
      ({ outcome, output }, at) => outcome === 'ok' && isSameCode(output, executions[at]!.output),
    );
    this.#asked++;
    if (isOther) this.#others++;
    return { isOther, cpuMs };
  }

  /** True for the first tests with other code: each may be changed further, whatever else it reached. */
  keepsAnother(): boolean {
    return this.#others > 0 && this.#kept++ < fuzzTuning.maxOtherCode.value;
  }

  /** True if nearly all tests have other code, so that asking tells nothing. */
  get #isUseless(): boolean {
    return (
      this.#asked >= fuzzTuning.controlTrials.value &&
      this.#others > this.#asked * fuzzTuning.controlMostOther.value
    );
  }

  #reachesFocus(all: Uint8Array): boolean {
    return this.#focus === undefined || this.#focus.count(unpackFeatures(all)) > 0;
  }
}

/**
 * Two object files, compared without the section in which a compiler names itself. Two builds of one GCC have different
 * names, and otherwise make the same objects. Files that are no ELF files are compared byte by byte.
 */
export function isSameCode(one: Uint8Array, other: Uint8Array): boolean {
  if (Buffer.compare(one, other) === 0) return true;
  const [mine, theirs] = [codeOf(one), codeOf(other)];
  return (
    mine !== undefined &&
    mine.length === theirs?.length &&
    mine.every(({ about, bytes }, at) => about === theirs[at]!.about && bytes.equals(theirs[at]!.bytes))
  );
}

/** Each section, with everything in its header except its place in the file. */
function codeOf(
  object: Uint8Array,
): readonly { readonly about: string; readonly bytes: Buffer }[] | undefined {
  const sections = sectionsOfElf(object)?.filter(({ name }) => name !== '.comment');
  if (sections === undefined || sections.length === 0) return undefined;
  return sections.map(({ bytes, ...header }) => ({ about: JSON.stringify(header), bytes }));
}
