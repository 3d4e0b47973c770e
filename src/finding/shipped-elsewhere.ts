/** Bugs of our trophies that need another machine than x86. */
import type { RecognisedBug } from './shipped-bug.ts';

export const bugsElsewhere: readonly RecognisedBug[] = [
  {
    name: 'aarch64-windows-align-loops',
    title:
      'clang-22, AArch64 Windows, `-falign-loops`: the length of a function cannot be evaluated for its unwind information',
    address: 'https://github.com/llvm/llvm-project/issues/149547',
    signatures: ['fatal-error | Failed to evaluate function length in SEH unwind info'],
    words: ['--target=aarch64-windows', '-falign-loops='],
  },
  {
    name: 'amdgpu-loop-exits',
    title: 'clang-22, AMDGPU, `-O2`: segmentation fault where a loop with a computed goto gets a single exit',
    address: 'https://github.com/llvm/llvm-project/issues/166485',
    signatures: ['signal | SIGSEGV | runOnFunction < runOnModule < emitBackendOutput'],
    words: ['--target=amdgcn'],
  },
  {
    name: 'arm-pseudo-probe',
    title: 'clang-22, Arm, `-fpseudo-probe-for-profiling`: segmentation fault',
    address: '',
    signatures: ['signal | SIGSEGV | EmitInstruction < CodeGenAndEmitDAG < SelectAllBasicBlocks'],
    words: ['--target=arm', '-fpseudo-probe-for-profiling'],
  },
  {
    name: 'avr-scalar-evolution',
    title: 'clang-22, AVR, `-O2`: segmentation fault in scalar evolution, sums of vectors in a loop',
    address: 'https://github.com/llvm/llvm-project/issues/184947',
    signatures: ['signal | SIGSEGV | compare < contains < getAddExpr'],
    words: ['--target=avr'],
  },
  {
    name: 'avr-spill-weights',
    title: 'clang-24, AVR, `-O1`: segmentation fault in register allocation, a call whose vector nobody uses',
    address: '',
    signatures: ['signal | SIGSEGV | isRematerializable < weightCalcHelper'],
    words: ['--target=avr'],
  },
  {
    name: 'avr-stack-protector',
    title: 'clang-22, AVR, `-fstack-protector-strong`: unsupported library call operation',
    address: 'https://github.com/llvm/llvm-project/pull/220597',
    signatures: ['fatal-error | unsupported library call operation | makeLibCall'],
    words: ['--target=avr', '-fstack-protector'],
  },
  {
    name: 'avr-vector-shift',
    title:
      'clang-22, AVR, `-O1`: segmentation fault in instruction selection, a shift of a vector by a vector',
    address: '',
    signatures: ['signal | SIGSEGV | getExtendedVectorVT < LegalizeTypes'],
    words: ['--target=avr'],
  },
  {
    name: 'gcc-s390x-bitint-slp',
    title: 'gcc, S390x, `-O2`: `_BitInt(7)` that are stored together are not extended',
    address: '',
    signatures: ['wrong-code | -fno-tree-slp-vectorize'],
    words: ['s390x'],
  },
  {
    name: 'hexagon-bitcast',
    title: 'clang-22, Hexagon with HVX, `-O1`: a bitcast cannot be selected',
    address: 'https://github.com/llvm/llvm-project/issues/206353',
    signatures: ['fatal-error | Cannot select: bitcast | SelectCodeCommon'],
    words: ['--target=hexagon', '-mhvx'],
  },
  {
    name: 'hexagon-pseudo-probe',
    title: 'clang-22, Hexagon, `-fpseudo-probe-for-profiling`: unsupported instruction',
    address: '',
    signatures: [
      'fatal-error | Unsupported instruction : <MCInst N> | emitInstToFragment',
      'fatal-error | Not supported instr: <MCInst N> | emitInstToFragment',
    ],
    words: ['--target=hexagon', '-fpseudo-probe-for-profiling'],
  },
  {
    name: 'lanai-barrier',
    title:
      'clang, Lanai, machine verifier: a block that falls through ends with a barrier, after machine sinking',
    address: 'https://github.com/llvm/llvm-project/pull/206195',
    signatures: [
      'fatal-error | Bad machine code: MBB exits via conditional branch/fall-through but ends with a barrier instruction! | runOnFunction',
    ],
    words: ['--target=lanai'],
  },
  {
    name: 'lanai-delay-slot',
    title:
      'clang, Lanai, machine verifier: an instruction after the first terminator, after delay slots were filled',
    address: '',
    signatures: [
      'fatal-error | Bad machine code: Non-terminator instruction after the first terminator | runOnFunction',
    ],
    words: ['--target=lanai'],
  },
  {
    name: 'loongarch-sleb128',
    title:
      "clang-22, LoongArch, `-fpseudo-probe-for-profiling`: the assembler refuses the compiler's own code",
    address: '',
    signatures: ['rejected | .sleb1N expression is not absolute'],
    words: ['--target=loongarch', '-fpseudo-probe-for-profiling'],
  },
  {
    name: 'm68k-arithmetic-for-nothing',
    title: 'clang-22, m68k, `-O2`: segmentation fault in instruction selection, sums of products of 64 bits',
    address: '',
    signatures: ['signal | SIGSEGV | CodeGenAndEmitDAG < SelectAllBasicBlocks < runOnMachineFunction'],
    words: ['--target=m68k'],
  },
  {
    name: 'm68k-load',
    title: 'clang-14, m68k, `-O2`: loads of 24 bits cannot be selected',
    address: '',
    signatures: ['fatal-error | Cannot select: load | SelectCodeCommon'],
    words: ['--target=m68k'],
  },
  {
    name: 'm68k-segmentation-fault',
    title: 'clang, m68k, `-O2`: segmentation fault in instruction selection, a function of 50 lines',
    address: 'https://github.com/llvm/llvm-project/issues/54586',
    signatures: ['signal | SIGSEGV | CodeGenAndEmitDAG < SelectAllBasicBlocks < runOnMachineFunction'],
    words: ['--target=m68k'],
  },
  {
    name: 'm68k-sign-extend-inreg',
    title: 'clang-14, m68k, `-O2`: `sign_extend_inreg` of one bit cannot be selected',
    address: '',
    signatures: ['fatal-error | Cannot select: sign_extend_inreg | SelectCodeCommon'],
    words: ['--target=m68k'],
  },
  {
    name: 'm68k-store',
    title: 'clang-14, m68k, `-O2`: stores of 24 bits cannot be selected',
    address: '',
    signatures: ['fatal-error | Cannot select: store | SelectCodeCommon'],
    words: ['--target=m68k', 'clang-1'],
  },
  {
    name: 'm68k-store-global',
    title: 'clang-23, m68k: a store to the second element of a global array cannot be selected',
    address: 'https://github.com/llvm/llvm-project/issues/217135',
    signatures: ['fatal-error | Cannot select: store | '],
    words: ['--target=m68k', 'clang-2'],
  },
  {
    name: 'mips-og-unsupported-instruction',
    title: 'clang-22, MIPS, `-Og`: a function with a parameter gives an unsupported instruction',
    address: 'https://github.com/llvm/llvm-project/issues/198835',
    signatures: ['fatal-error | Unsupported instruction : <MCInst N> | emitInstToData'],
    words: ['--target=mips', '-Og'],
  },
  {
    name: 'mips16-not-supported',
    title: 'clang, MIPS16, `-O2`: an instruction is not supported when the object is written',
    address: 'https://github.com/llvm/llvm-project/issues/48490',
    signatures: [
      'fatal-error | Unsupported instruction : <MCInst N> | emitInstToData',
      'fatal-error | Not supported instr: <MCInst N> | emitInstToData',
    ],
    words: ['--target=mips', '-mips16'],
  },
  {
    name: 'riscv32-zve32x-scalarize',
    title: 'clang-22, RISC-V with `zve32x`, `-O2`: cannot scalarize a `long long` that becomes a `_Bool`',
    address: 'https://github.com/llvm/llvm-project/issues/206788',
    signatures: ['fatal-error | Do not know how to scalarize the result of this operator! | LegalizeTypes'],
    words: ['--target=riscv32', 'zve32x'],
  },
  {
    name: 'sparc-restore-debug',
    title: 'clang-22: -g changes the code, sroa, sparc64',
    address: '',
    signatures: ['depends | clang -g | sroa | sparc64'],
    words: ['--target=sparc'],
  },
  {
    name: 've-bool-vector',
    title: 'clang-22, VE: a parameter that is a vector of `_Bool` cannot be selected',
    address: '',
    signatures: ['fatal-error | Cannot select: extract_vector_elt | SelectCodeCommon'],
    words: ['--target=ve'],
  },
  {
    name: 've-sign-extend',
    title: 'clang-22, VE, `-O2`: `sign_extend` cannot be selected',
    address: '',
    signatures: ['fatal-error | Cannot select: sign_extend | SelectCodeCommon'],
    words: ['--target=ve'],
  },
  {
    name: 've-vector-shuffle',
    title: 'clang-22, VE, `-O2`: `vector_shuffle` cannot be selected',
    address: '',
    signatures: ['fatal-error | Cannot select: vector_shuffle | SelectCodeCommon'],
    words: ['--target=ve'],
  },
  {
    name: 'wasm-common',
    title: 'clang-22, WebAssembly, `-fcommon`: a trap at each global variable',
    address: 'https://github.com/llvm/llvm-project/issues/60138',
    signatures: ['signal | SIGTRAP'],
    words: ['--target=wasm', '-fcommon'],
  },
  {
    name: 'wasm-kcfi-sections',
    title: 'clang-22, WebAssembly, `-fsanitize=kcfi`: function sections must contain one function each',
    address: '',
    signatures: ['fatal-error | function sections must contain one function each | Finish'],
    words: ['--target=wasm', '-fsanitize=kcfi'],
  },
  {
    name: 'xtensa-fixup-alignment',
    title:
      "clang-22, Xtensa, `-O2`: the assembler refuses the compiler's own code, a fixup that is not aligned",
    address: '',
    signatures: ['rejected | fixup value must be N-byte aligned'],
    words: ['--target=xtensa'],
  },
];
