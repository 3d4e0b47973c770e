/** The command of a compiler as Debian ships it, for a program's language: C++ needs its own libraries. */
import { driverForCxx } from '../build/index.ts';
import type { Language } from '../program/index.ts';

export function driverOf(stock: string, language: Language): string {
  const plain = stock.replace(/-stock$/, '');
  return language === 'c++' ? driverForCxx(plain) : plain;
}
