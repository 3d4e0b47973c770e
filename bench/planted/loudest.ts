/**
 * The loudest planted defects, the loudest first. The first one acted in 76 of 120 fresh programs of loom at -O2, and the
 * tenth one in 12. The build was clang-19-starter+defects, on 2026-11-26.
 */
export const loudest: readonly string[] = [
  'srem-as-mask',
  'sext-of-load-as-zext',
  'icmp-forgets-sign',
  'srem-as-urem',
  'sub-of-bool-as-add',
  'and-forgets-sign',
  'zext-forgets-mask',
  'sdiv-as-udiv',
  'icmp-or-equal',
  'or-as-add',
];
