/**
 * `__asm__ volatile("" : "+r"(a));`: the compiler knows nothing about the value after it; the value stays the
 * same.
 */
import { isWhole } from '../draw/purposes.ts';
import { byTicket } from '../draw/tickets.ts';
import { placeOf } from '../ir/build.ts';
import type { Read, Statement } from '../ir/nodes.ts';
import type { StatementRow } from './row.ts';
import { simple } from './simple.ts';

interface Barrier extends Statement<'barrier'> {
  /** Undefined: all memory. */
  readonly of: Read | undefined;
}

export const barrier: StatementRow<Barrier> = simple({
  kind: 'barrier',
  weight: 3,
  text: 50,
  needs: 'barriers',

  draw({ draw, writable }) {
    const isAll = draw.boolean(0.3);
    const variable = byTicket(draw, writable.those(isWhole));
    return { kind: 'barrier', of: variable === undefined || isAll ? undefined : placeOf(variable) };
  },

  effect: () => undefined,

  print({ of }, printer) {
    if (of === undefined) printer.line('__asm__ volatile("" : : : "memory");');
    else {
      // On each machine, a register holds an int.
      const where = of.type.bits <= 32 && of.variable.member === undefined ? 'r' : 'm';
      printer.line(`__asm__ volatile("" : "+${where}"(${printer.name(of)}));`);
    }
  },
});
