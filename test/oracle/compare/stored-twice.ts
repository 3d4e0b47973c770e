/** A program that gcc 12 gets wrong from `-O1` on: after the loop it stores the member once more. */
import { type Program, programOf } from '../../../src/program/index.ts';

export const STORED_TWICE: Program = programOf(`struct { volatile int a, b; } s;
volatile int t;
int n;
int main(void) {
  for (int i = 0; i < 10; i++) {
    n += t;
    s.a = i;
  }
  return 0;
}
`);
