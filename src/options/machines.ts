/**
 * Other machines that a clang generates code for, with the processors and features that are worth
 * distinguishing.
 *
 * A crash of the compiler needs no machine; code for kinds that qemu has proved to run is run as well. If a
 * build of clang lacks a machine, the trial refuses it, and it is never drawn. BPF is left out: it refuses
 * most programs by design.
 */
import { UserError } from '../util/user-error.ts';
import { didYouMean } from '../util/did-you-mean.ts';
import type { Way } from './option.ts';

/** Machines by their names for people: the triple, and the flags of each kind of processor. */
const MACHINES: Readonly<Record<string, readonly [triple: string, ...kinds: string[]]>> = {
  aarch64: [
    'aarch64-linux-gnu',
    '',
    '-march=armv8-a+sve2',
    '-march=armv9-a',
    '-march=armv9-a -msve-vector-bits=256',
    '-march=armv9.4-a+sme2',
    '-march=armv9.6-a',
    '-march=armv8.2-a+sve',
    '-march=armv9-a -msve-vector-bits=128',
  ],
  'aarch64-big': ['aarch64_be-linux-gnu', '', '-march=armv9-a+sve2'],
  'aarch64-windows': ['aarch64-windows', ''],
  amdgpu: [
    'amdgcn-amd-amdhsa',
    '-mcpu=gfx900',
    '-mcpu=gfx942',
    '-mcpu=gfx1030',
    '-mcpu=gfx1100',
    '-mcpu=gfx1250',
  ],
  arm: [
    'arm-linux-gnueabihf',
    '-march=armv7-a',
    '-march=armv8-a',
    '-mcpu=cortex-r52',
    '-march=armv4t -mfloat-abi=soft',
    '',
    '-march=armv7-a -mfpu=neon',
  ],
  'arm-big': ['armeb-linux-gnueabihf', '-march=armv7-a'],
  avr: ['avr', '-mmcu=atmega328', '-mmcu=attiny85', '-mmcu=atxmega128a1'],
  hexagon: ['hexagon', '-mv60', '-mv68 -mhvx', '-mv75 -mhvx'],
  lanai: ['lanai', ''],
  loongarch32: ['loongarch32-linux-gnu', ''],
  loongarch64: ['loongarch64-linux-gnu', '', '-mlsx', '-mlasx'],
  m68k: ['m68k-linux-gnu', '-m68000', '-mcpu=M68020', '-m68040'],
  mips: ['mips-linux-gnu', '', '-mips16', '-mips32r6', '-mmicromips', '-mips32r5 -mmsa -mfp64'],
  mips64: ['mips64-linux-gnuabi64', '', '-mips64r6', '-mips64r5 -mmsa'],
  mips64el: ['mips64el-linux-gnuabi64', '', '-march=mips64r5 -mmsa'],
  msp430: ['msp430', ''],
  nvptx: ['nvptx64', '-march=sm_50', '-march=sm_90'],
  powerpc: ['powerpc-linux-gnu', '', '-mcpu=440', '-mspe'],
  powerpc64: ['powerpc64-linux-gnu', '', '-mcpu=pwr7'],
  powerpc64le: ['powerpc64le-linux-gnu', '', '-mcpu=pwr8', '-mcpu=pwr9', '-mcpu=pwr10', '-mcpu=future'],
  'powerpc-aix': ['powerpc64-ibm-aix', '-mcpu=pwr10'],
  riscv32: [
    'riscv32',
    '-march=rv32e',
    '-march=rv32i',
    '-march=rv32imc_zicond',
    '-march=rv32gcv',
    '-march=rv32gc_zve32x',
    '-march=rv32imac_zba_zbb_zbs_zbkb_zbkx',
    '-march=rv32imac_zilsd_zclsd',
  ],
  riscv64: [
    'riscv64-linux-gnu',
    '',
    '-march=rv64i',
    '-march=rv64gcv',
    '-march=rv64gcv_zvbb_zvbc_zvkned',
    '-march=rv64gcv -mrvv-vector-bits=512',
    '-march=rv64gc_zba_zbb_zbs_zicond',
    '-march=rv64imac_zcmp_zcmt',
    '-march=rv64ima_zacas',
    '-march=rv64im_zfinx',
    '-march=rv64gc_xtheadba_xtheadbb_xtheadcondmov_xtheadmemidx_xtheadmempair_xtheadmac',
    '-march=rv64gcv_zba_zbb_zbs',
    '-march=rv64gcv -mrvv-vector-bits=128',
    '-march=rv64gc_zve64d_zbb',
  ],
  s390x: [
    's390x-linux-gnu',
    '',
    '-march=z13',
    '-march=z16',
    '-march=z17',
    '-march=z10 -msoft-float',
    '-march=z14',
  ],
  sparc: ['sparc-linux-gnu', '', '-mcpu=leon3'],
  sparc64: ['sparc64-linux-gnu', '', '-mcpu=niagara4'],
  thumb: ['thumb', '-mcpu=cortex-m0', '-mcpu=cortex-m4', '-mcpu=cortex-m23', '-mcpu=cortex-m55'],
  ve: ['ve-linux-gnu', '', '-mattr=+vpu'],
  wasm32: ['wasm32', '', '-msimd128', '-msimd128 -mrelaxed-simd -mwide-arithmetic'],
  wasm64: ['wasm64', '-mwide-arithmetic -mbulk-memory'],
  watchos: ['arm64_32-apple-watchos', ''],
  x32: ['x86_64-linux-gnux32', ''],
  'x86-32': [
    'i686-linux-gnu',
    '',
    '-march=i386',
    '-march=i486 -msoft-float',
    '-march=pentium-mmx',
    '-march=skylake-avx512',
    '-march=haswell',
  ],
  'x86-64-windows': ['x86_64-windows', ''],
  xcore: ['xcore', ''],
  xtensa: ['xtensa', ''],
};

/** Names that `--machines` takes, besides `all`. */
const otherMachines: readonly string[] = Object.keys(MACHINES);

/** One machine, with clang's arguments for each kind of it. */
export interface MachineOfClang {
  readonly name: string;
  readonly ways: readonly Way[];
}

/**
 * All machines, in an order that does not depend on the campaign, so that a recorded choice means the same
 * machine in every campaign.
 */
export const machinesOfClang: readonly MachineOfClang[] = Object.entries(MACHINES).map(
  ([name, [triple, ...kinds]]) => ({
    name,
    ways: kinds.map((kind) => [`--target=${triple}`, ...kind.split(' ').filter((word) => word !== '')]),
  }),
);

/** Names that other tools use. */
const usualNames: Readonly<Record<string, string>> = {
  arm64: 'aarch64',
  ppc64le: 'powerpc64le',
  ppc64: 'powerpc64',
  ppc: 'powerpc',
};

/** The machines that a person named; `all` stands for all of them. */
export function machinesNamed(names: readonly string[]): ReadonlySet<string> {
  const unknown = names.find((name) => name !== 'all' && !otherMachines.includes(name));
  if (unknown !== undefined) {
    const meant = usualNames[unknown] ?? didYouMean(unknown, otherMachines);
    throw new UserError(`no machine named "${unknown}"`, [
      ...(meant === undefined ? [] : [`did you mean ${meant}?`]),
      `known machines: all, ${otherMachines.join(', ')}`,
    ]);
  }
  return new Set(names.includes('all') ? otherMachines : names);
}

/** Machines that know few options, the fewest first: other machines also accept these options. */
const PLAIN: readonly Way[] = [['--target=avr', '-mmcu=atmega328'], ['--target=riscv64-linux-gnu']];

/**
 * The first available of them, for trying options; a person's own clang may generate code for only a few
 * machines.
 */
export function plainestMachine(isRefused: (way: Way) => boolean): Way {
  return PLAIN.find((way) => !isRefused(way)) ?? PLAIN[0]!;
}

/** An option in the form for trials on other machines. */
export function wayElsewhere(plainest: Way, way: Way): Way {
  return [...plainest, ...way];
}

export function isForOtherMachine(way: Way): boolean {
  return way[0]?.startsWith('--target=') === true;
}
