/** The rules in which the languages differ for one and the same program, apart from syntax. */
import { BOOL, commonType, INT, type IntegerType } from '../ir/types.ts';

export interface LanguageRules {
  readonly name: 'c' | 'c++';
  /** Test functions run as kernels of SYCL, which see their parameters and nothing else of the program. */
  readonly isSycl?: true;
  /** The type of comparisons, `!`, `&&` and `||`. */
  readonly truthType: IntegerType;
  /**
   * Which results of a signed `<<` are defined. In C the result must fit the signed type, in C++ before 20 its unsigned
   * twin. In C++20 every result will do, of negative values too.
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

/** Both of one type: that type, without promotion; bit-fields are promoted by a sign that is printed. */
const chooseInCpp = (yes: IntegerType, no: IntegerType): IntegerType =>
  yes === no && yes.isBitField === undefined ? yes : commonType(yes, no);

export const CPP17: LanguageRules = {
  name: 'c++',
  truthType: BOOL,
  leftShift: 'fits-unsigned',
  chooseType: chooseInCpp,
};

export const CPP20: LanguageRules = { ...CPP17, leftShift: 'all' };

export const SYCL: LanguageRules = { ...CPP17, isSycl: true };
