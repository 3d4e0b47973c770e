/**
 * Programs of nothing but functions that decide: `SOURCES=functions`.
 *
 * A compiler needs 0.1 CPU seconds to start, and 0.01 for such a function. So these programs have as many functions as
 * there are markers.
 */
import { Alphabet, replay } from '../../src/choice/index.ts';
import { DEAD_CALL, drawKnownFunction, type KnownFunction } from '../../src/generators/loom/draw/known.ts';
import {
  deadMarker,
  markerFacts,
  markerHead,
  markersDefined,
  programOf,
  withMarkersUnit,
} from '../../src/program/index.ts';
import type { MarkedProgram } from './pairs.ts';

const alphabet = new Alphabet();

export function functionsThatDecide(seed: number): MarkedProgram {
  const made = replay(
    (draw) => {
      const all: KnownFunction[] = [];
      for (let markers = 0; ;) {
        const next = draw.scope('function', () => drawKnownFunction(draw, `known_${all.length}`));
        markers += next.body.split(DEAD_CALL).length - 1;
        if (markers > markersDefined.dead) return all;
        all.push(next);
      }
    },
    { alphabet, seed },
  );
  if (made.outcome !== 'ok') throw new Error(`seed ${seed}: too many choices`);
  let count = 0;
  const texts = made.value.map(({ parameters, before, body }, index) => {
    const list = parameters.map(({ cName }, i) => `${cName} a${i}`).join(', ');
    const text = body.replaceAll(DEAD_CALL, () => `${deadMarker(count++)}();`);
    return { name: `known_${index}`, text: `${before}void known_${index}(${list}) {\n${text}}\n` };
  });
  const programFrom = (functions: typeof texts): MarkedProgram => {
    const text = functions.map((each) => each.text).join('');
    const dead = [...text.matchAll(new RegExp(`${deadMarker(0).slice(0, -1)}(\\d+)`, 'g'))];
    const calls = functions.map(({ name }) => `  ${name}(any, any, any);\n`).join('');
    const main = `volatile int any;\nint main(void) {\n${calls}  return 0;\n}\n`;
    const head = markerHead(
      dead.map(([, index]) => Number(index)),
      [],
    );
    return { ...withMarkersUnit(programOf(head + markerFacts.head + text + main)), args: ['-w'], seed };
  };
  return {
    ...programFrom(texts),
    alone: (marker) => programFrom(texts.filter(({ text }) => text.includes(`${marker}(`))),
  };
}
