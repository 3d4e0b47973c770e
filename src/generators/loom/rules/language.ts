/** The rules in which the languages differ for the same program, apart from syntax. */
import { forIspc, INT16, narrow, type OtherTypes } from '../ir/narrow.ts';
import { BOOL, commonType, INT, type IntegerType } from '../ir/types.ts';

export interface LanguageRules {
  readonly name: 'c' | 'c++';
  /** Test functions run as kernels of SYCL, which see only their parameters. */
  readonly isSycl?: true;
  /** Functions are ISPC, and the driver is C. */
  readonly isIspc?: true;
  /** Types that take the place of drawn ones, if the language lacks some or gives them other widths. */
  readonly types?: OtherTypes;
  /** True if the library has `std::span`. */
  readonly hasSpan?: true;
  /** The type of comparisons, `!`, `&&` and `||`. */
  readonly truthType: IntegerType;
  /**
   * The results of a signed `<<` that are defined. In C the result must fit the signed type; in C++ before 20
   * it must fit the unsigned type of the same width. In C++20 every result is defined, also for negative
   * values.
   */
  readonly leftShift: 'fits-signed' | 'fits-unsigned' | 'all';
  /** The type of `c ? a : b`. */
  readonly chooseType: (yes: IntegerType, no: IntegerType) => IntegerType;
}

export const C: LanguageRules = {
  name: 'c',
  truthType: INT,
  leftShift: 'fits-signed',
  chooseType: commonType,
};

/** True on machines whose `int` has 16 bits. */
export function hasNarrowInt({ truthType }: LanguageRules): boolean {
  return truthType.bits === 16;
}

/** C for AVR, whose `int` has 16 bits. */
export const AVR: LanguageRules = { ...C, truthType: INT16, types: narrow };

/**
 * If both have one type, the result has that type, without promotion; the printed `+` promotes bit-fields.
 */
const chooseInCpp = (yes: IntegerType, no: IntegerType): IntegerType =>
  yes === no && yes.isBitField === undefined ? yes : commonType(yes, no);

export const CPP17: LanguageRules = {
  name: 'c++',
  truthType: BOOL,
  leftShift: 'fits-unsigned',
  chooseType: chooseInCpp,
};

export const CPP20: LanguageRules = { ...CPP17, leftShift: 'all', hasSpan: true };

export const SYCL: LanguageRules = { ...CPP17, isSycl: true };

/** The language of `ispc`, with the types that it treats as C does. */
export const ISPC: LanguageRules = { ...C, isIspc: true, types: forIspc };
