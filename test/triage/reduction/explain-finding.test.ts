/** A reduced finding is explained: by what may be something else, one choice at a time. */
import { expect, it } from 'vitest';
import type { Draw } from '../../../src/choice/index.ts';
import type { Variation } from '../../../src/finding/index.ts';
import { type Program, programOf } from '../../../src/program/index.ts';
import { explanationSection } from '../../../src/report/finding/explanation.ts';
import { type GenerationRequest, inProcessSource, type Made } from '../../../src/source/index.ts';
import { explainFinding } from '../../../src/triage/index.ts';

/** A program of three lines: a comparison with a constant, a type, and a loop of some rounds. */
function write(draw: Draw): Program {
  const constant = draw.integer(0, 20);
  const type = draw.pick(['int', 'long', 'char']);
  const rounds = draw.integer(0, 3);
  const body = Array.from({ length: rounds }, (_, index) => `f(${index});`).join('\n');
  return programOf(`${type} x;\nif (x < ${constant}) g();\n${body}\n`);
}

const textOf = (program: Program): string => Buffer.from(program.files[0]!.bytes).toString();

async function explained(isInteresting: (text: string) => boolean): Promise<readonly Variation[]> {
  const source = inProcessSource(write);
  const make = async (request: GenerationRequest): Promise<Made> => {
    const replayed = source.runNow(request);
    const cost = { cpuUs: 0, wallUs: 0, peakRssBytes: 0 };
    return replayed.outcome === 'ok' ? { ...replayed, program: replayed.value, cost } : { ...replayed, cost };
  };
  for (let seed = 0; ; seed++) {
    const made = await make({ seed });
    if (made.outcome !== 'ok' || !isInteresting(textOf(made.program)) || made.record.choiceCount !== 3)
      continue;
    const ask = async (program: Program): Promise<{ isInteresting: boolean; how: string; said: string }> => ({
      isInteresting: isInteresting(textOf(program)),
      how: '',
      said: '',
    });
    return explainFinding(made.record, {
      generators: { make },
      test: { ask },
      signal: new AbortController().signal,
    });
  }
}

it('tells which constants and types may be others, and which may not', async () => {
  const parts = await explained((text) => {
    const constant = Number(/x < (\d+)/.exec(text)![1]);
    return constant === 7 || (constant > 7 && text.startsWith('int'));
  });
  const constant = parts.find(({ line }) => line === 2)!;
  expect(constant.text).toMatch(/^if \(x < \d+\) g\(\);$/);
  expect(constant.mayNot).toContain('0');
  const type = parts.find(({ line }) => line === 1)!;
  expect(['int', 'long', 'char']).toContain(type.part);
  expect([...type.may, ...type.mayNot].length).toBeGreaterThan(0);
  const text = explanationSection({ explanation: parts }).join('\n');
  expect(text).toMatch(/Line 2, `\d+` in `if \(x < \d+\) g\(\);` (?:may be|must stay)/);
});

it('tells nothing of changes that show in several lines', async () => {
  const parts = await explained((text) => text.includes('f(1)'));
  expect(parts.every(({ line }) => line <= 2)).toBe(true);
});

it('says nothing in a report if nothing was explained', () => {
  expect(explanationSection({})).toEqual([]);
  expect(explanationSection({ explanation: [] })).toEqual([]);
});
