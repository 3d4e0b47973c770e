/**
 * Other machines: Debian's cross compilers compile programs for them, and qemu runs these programs here.
 *
 * The compiler's name (`aarch64-linux-gnu-gcc-12`) or clang's `--target` tells the machine. A machine may
 * order bytes differently, and its `char` may be unsigned. On small machines `long` and pointers have 32
 * bits, too. So programs may print something else there, unless their source promises the same output
 * everywhere.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { instrumentationFolder } from './places.ts';

export interface OtherMachine {
  /** The name that compilers use for the machine. */
  readonly triple: string;
  /** The command that runs the programs; its library and loader come with the cross compiler. */
  readonly runner: readonly [string, ...string[]];
  /** Whether `long` and pointers have 32 bits. */
  readonly isSmall: boolean;
  readonly bare?: BareMachine;
}

/** A machine as qemu emulates it. */
export interface MachineRow {
  readonly triple: string;
  readonly architecture: string;
  /**
   * The processor that qemu is told to be, if code for all processors of this machine needs another than qemu's
   * usual one.
   */
  readonly processor?: string;
  /**
   * Words after the processor's name that give vectors this number of bits. Only for machines whose code
   * works with a single length.
   */
  readonly ofLength?: (bits: number) => string;
  readonly isSmall?: true;
  readonly bare?: BareMachine;
}

/** A machine without an operating system, whose `int` has 16 bits. Its programs bring a unit for output. */
export interface BareMachine {
  /** Debian's package of the C library. */
  readonly library: string;
  /** The processor, for the compiler and the linker. */
  readonly flag: string;
  /** More words for the linker. */
  readonly link: readonly string[];
  readonly runner: readonly [string, ...string[]];
}

/**
 * Prints what the program wrote to the serial port, and ends as the program did. `simavr` writes coloured lines, a dot
 * for each line end, and waits for a debugger after a crash. The last line is of our unit, `instrumentation/bare/avr.c`.
 * A program that needs more memory than there is has no meaning, so it ends like one with an unknown instruction.
 */
const SIMAVR = [
  'timeout 20 simavr -m atmega2560 -f 16000000 "$0" 2>&1 |',
  'sed -u -n "s/^\\(\u001B.0m\\)*\u001B.32m\\(.*\\).\\$/\\2/p; s/^avr_gdb_init.*/stack/p" | {',
  'held= between=; while IFS= read -r line; do',
  'test "$line" != stack || kill -ILL $$;',
  'test -z "$begun" || { printf "$between%s" "$held"; between="\\n"; }; begun=1; held=$line;',
  'done; case $held in "exit "*) exit ${held#exit };; esac; exit 125; }',
].join('\n');

const avr: BareMachine = {
  library: 'avr-libc',
  flag: '-mmcu=atmega2560',
  // 2.5 KB of the memory are left for the stack.
  link: ['-Wl,--defsym=__DATA_REGION_LENGTH__=5632'],
  runner: ['sh', '-c', SIMAVR],
};

export const machines: readonly MachineRow[] = [
  {
    triple: 'aarch64-linux-gnu',
    architecture: 'aarch64',
    // Without this, signing pointers takes longer than everything else.
    processor: 'max,pauth-impdef=on',
    ofLength: (bits) => `sve-default-vector-length=${bits / 8}`,
  },
  {
    triple: 'riscv64-linux-gnu',
    architecture: 'riscv64',
    processor: 'rv64,v=true,vext_spec=v1.0,zba=true,zbb=true,zbc=true,zbs=true,zbkb=true,zbkc=true,zbkx=true',
    ofLength: (bits) => `vlen=${bits}`,
  },
  { triple: 's390x-linux-gnu', architecture: 's390x', processor: 'max' },
  // Qemu 7.2 gets `xststdcsp` of newer processors wrong: it puts small numbers into every class.
  { triple: 'powerpc64le-linux-gnu', architecture: 'ppc64le', processor: 'power8' },
  { triple: 'powerpc64-linux-gnu', architecture: 'ppc64', processor: 'power8' },
  { triple: 'mips64el-linux-gnuabi64', architecture: 'mips64el', processor: 'Loongson-3A4000' },
  { triple: 'sparc64-linux-gnu', architecture: 'sparc64' },
  { triple: 'alpha-linux-gnu', architecture: 'alpha' },
  { triple: 'arm-linux-gnueabihf', architecture: 'arm', processor: 'max', isSmall: true },
  { triple: 'i686-linux-gnu', architecture: 'i386', processor: 'max', isSmall: true },
  { triple: 'mips-linux-gnu', architecture: 'mips', isSmall: true },
  { triple: 'powerpc-linux-gnu', architecture: 'ppc', isSmall: true },
  { triple: 'hppa-linux-gnu', architecture: 'hppa', isSmall: true },
  { triple: 'm68k-linux-gnu', architecture: 'm68k', isSmall: true },
  { triple: 'avr', architecture: 'avr', isSmall: true, bare: avr },
];

/** The unit for output and for the end of a program, which the programs of a bare machine bring. */
export function bareUnit(triple: string): { readonly path: string; readonly bytes: Uint8Array } {
  const path = `${triple}.c`;
  return { path, bytes: readFileSync(join(instrumentationFolder, 'bare', path)) };
}

/**
 * The machine that a compiler makes code for. Undefined for this computer's machine, and for machines outside
 * the table, whose code cannot run here.
 */
export function otherMachineOf(compiler: string, args: readonly string[] = []): OtherMachine | undefined {
  const asked = args.findLast((arg) => arg.startsWith('--target='))?.slice('--target='.length);
  const row = machines.find(({ triple }) => compiler.startsWith(`${triple}-`) || asked === triple);
  if (row === undefined) return undefined;
  const { triple, architecture, isSmall = false, bare } = row;
  if (bare !== undefined) return { triple, runner: bare.runner, isSmall, bare };
  return {
    triple,
    runner: [`qemu-${architecture}`, ...processorOf(row, args), '-L', `/usr/${triple}`],
    isSmall,
  };
}

/** `zvl256b` in a processor's name promises vectors of at least so many bits. */
const VECTOR_BITS = /^-m(?:(?:sve|rvv)-vector-bits=(\d+)$|arch=rv.*_zvl(\d+)b)/;
/** All processors here have vectors of at least so many bits. */
const LEAST_BITS = 128;

function processorOf({ processor, ofLength }: MachineRow, args: readonly string[]): string[] {
  if (processor === undefined) return [];
  const bits =
    args.flatMap((arg) => VECTOR_BITS.exec(arg)?.slice(1).filter(Boolean).map(Number) ?? []).at(-1) ?? 0;
  const length = bits < LEAST_BITS ? undefined : ofLength?.(bits);
  return ['-cpu', length === undefined ? processor : `${processor},${length}`];
}
