/** The command of a compiler as Debian ships it, by the target's name. */
import { driverFor } from '../build/index.ts';
import { plainName } from '../target/index.ts';
import type { Language } from '../program/index.ts';

export function driverOf(stock: string, language: Language): string {
  return driverFor(plainName(stock), language);
}
