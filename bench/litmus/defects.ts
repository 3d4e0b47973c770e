/**
 * The defects that `lab/planted/atomics` plants in what LLVM 19 makes of atomics, and where each acts.
 *
 * The first number is that of the list from which they were chosen. Two of its 28 defects are not planted. One is a
 * 64-bit load that -m32 tears, whose code the judge does not read. The other is the barrier after a store of 128 bits,
 * which the generator does not make.
 */

export interface Defect {
  readonly number: number;
  /** All of them have to be found. */
  readonly plants: readonly string[];
  readonly machines: readonly (keyof typeof configurations)[];
}

/** The compiler's arguments for each architecture. */
export const configurations = {
  x86: ['-O2'],
  'armv8-a': ['-O2', '--target=aarch64-linux-gnu', '-march=armv8-a', '-mno-outline-atomics'],
  'armv8.1-a': ['-O2', '--target=aarch64-linux-gnu', '-march=armv8.1-a'],
  'armv8.3-a': ['-O2', '--target=aarch64-linux-gnu', '-march=armv8.3-a'],
  rv64gc: ['-O2', '--target=riscv64-linux-gnu', '-march=rv64gc', '-mabi=lp64d'],
} as const;

export type MachineKey = keyof typeof configurations;

const anywhere = ['x86', 'armv8.1-a'] as const;

export const defects: readonly Defect[] = [
  { number: 1, plants: ['atomic-xchg-as-store'], machines: anywhere },
  { number: 2, plants: ['atomic-or0-as-load'], machines: anywhere },
  { number: 3, plants: ['atomic-sc-store-plain'], machines: ['x86'] },
  { number: 4, plants: ['atomic-sc-fence-nothing'], machines: ['x86'] },
  { number: 5, plants: ['atomic-rmw-unlocked'], machines: ['x86'] },
  { number: 6, plants: ['atomic-bit-test-wrong-bit'], machines: ['x86'] },
  { number: 7, plants: ['atomic-cmp-arith-wrong-flag'], machines: ['x86'] },
  { number: 8, plants: ['atomic-expand-lt', 'atomic-expand-tl'], machines: ['rv64gc'] },
  { number: 9, plants: ['atomic-expand-slt'], machines: ['rv64gc'] },
  { number: 10, plants: ['atomic-expand-drops-sc'], machines: ['rv64gc'] },
  { number: 11, plants: ['atomic-llsc-monotonic'], machines: ['armv8-a'] },
  { number: 12, plants: ['atomic-cas-failure-order'], machines: ['armv8-a'] },
  { number: 13, plants: ['atomic-rmw-not-atomic'], machines: ['x86', 'armv8.1-a'] },
  { number: 14, plants: ['atomic-idempotent-without-fence'], machines: ['x86'] },
  { number: 15, plants: ['atomic-ldar-as-ldr'], machines: ['armv8.1-a'] },
  { number: 16, plants: ['atomic-stlr-as-str'], machines: ['armv8.1-a'] },
  { number: 17, plants: ['atomic-ldar-as-ldapr'], machines: ['armv8.3-a'] },
  { number: 18, plants: ['atomic-swp-zero'], machines: ['armv8.1-a'] },
  { number: 19, plants: ['atomic-stlxr-as-stxr'], machines: ['armv8-a'] },
  { number: 20, plants: ['atomic-release-as-ishst'], machines: ['armv8.1-a'] },
  // A release store begins no new generation either: race-free data is never handed over without one in between.
  { number: 22, plants: ['atomic-cse-over-acquire'], machines: anywhere },
  { number: 23, plants: ['atomic-memdep-over-acquire'], machines: anywhere },
  { number: 24, plants: ['atomic-alias-over-release'], machines: anywhere },
  { number: 26, plants: ['atomic-cfg-store-speculated'], machines: anywhere },
  { number: 27, plants: ['atomic-cse-merges-acquire'], machines: anywhere },
  { number: 28, plants: ['atomic-dag-chain-forgotten'], machines: anywhere },
];
