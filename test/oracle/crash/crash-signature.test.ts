import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { classify, crashSignature, isSameKey, type Signature } from '../../../src/oracle/index.ts';
import { bareFunctionName, tellingFrames } from '../../../src/oracle/crash/stack.ts';
import { openTarget, type ServerTarget, type Target } from '../../../src/target/index.ts';
import { ask, openStarter, world, type Question } from '../../target/world.ts';

const debug = (what: string, before = 'int before;'): string =>
  `${before}\n#pragma clang __debug ${what}\nint after;\n`;
const provoked = (how: string): Question => ({
  source: 'int f(int x) { return x; }\n',
  args: ['-O2', '-mllvm', `-cgfuzz-provoke=${how}`],
  limits: { cpuMs: 2_500, memoryBytes: 300e6 },
});

async function signatureOf(target: Target, question: Question): Promise<Signature> {
  const execution = await ask(target, question);
  const named = (await target.nameStack?.(execution.stack, world.searchPath)) ?? [];
  return crashSignature(execution, named);
}

describe('signatures of real crashes', () => {
  let starter: ServerTarget;
  let stock: Target;
  beforeAll(async () => {
    starter = await openStarter();
    stock = await openTarget('clang-19-stock', world);
  });
  afterAll(async () => {
    await starter.close();
    await stock.close();
  });

  const ends: readonly (readonly [string, Question])[] = [
    ...['crash', 'assert', 'llvm_unreachable', 'llvm_fatal_error', 'overflow_stack'].map(
      (what) => [what, { source: debug(what) }] as const,
    ),
    ['a failed assertion', provoked('assertion')],
    ['an endless loop', provoked('hang')],
    ['endless memory', provoked('memory')],
  ];

  it('differ between different bugs, in every pair', async () => {
    const keys = [];
    for (const [, question] of ends) keys.push((await signatureOf(starter, question)).key);
    expect(new Set(keys).size, keys.join('\n')).toBe(ends.length);
  });

  it('are equal for the same bug in other programs, at other places and levels', async () => {
    const before = 'static int g(int x) { return x * 3; }\nint h(int a) {\n  return g(a) + 1;\n}\n';
    for (const what of ['crash', 'assert', 'llvm_unreachable', 'llvm_fatal_error', 'overflow_stack']) {
      const first = await signatureOf(starter, { source: debug(what) });
      const second = await signatureOf(starter, { source: debug(what, before), args: ['-O0', '-g'] });
      expect(second.key).toBe(first.key);
    }
  });

  it('name the functions of our target, and none of those that only report', async () => {
    const { frames, key } = await signatureOf(starter, { source: debug('llvm_fatal_error') });
    expect(frames).toEqual(['HandlePragma']);
    expect(key).toBe('fatal-error | #pragma clang __debug llvm_fatal_error | HandlePragma');
    expect((await signatureOf(starter, { source: debug('crash') })).frames[0]).toBe('EnterToken');
  });

  it('are read from the stack that a stock compiler prints', async () => {
    const crash = await signatureOf(stock, { source: debug('crash') });
    const fatal = await signatureOf(stock, { source: debug('llvm_fatal_error', 'int other, and_more;') });
    expect(crash.frames).toEqual(['HandlePragmaDirective', 'HandleDirective', 'LexTokenInternal']);
    expect(fatal.key).toBe('fatal-error | #pragma clang __debug llvm_fatal_error | HandlePragmaDirective');
    expect((await signatureOf(stock, { source: debug('crash', 'long before;') })).key).toBe(crash.key);
  });

  it.each([
    ['with symbols', { LLVM_SYMBOLIZER_PATH: '/usr/lib/llvm-19/bin/llvm-symbolizer' }, /^ *#\d/m],
    ['without llvm-symbolizer', { LLVM_DISABLE_SYMBOLIZATION: '1' }, /^\d+ +libclang-cpp/m],
  ])('are read from what clang prints %s', async (_, env, format) => {
    const { stderr } = await execa('clang-19', ['-x', 'c', '-c', '-', '-o', '/dev/null'], {
      input: debug('crash'),
      env,
      reject: false,
    });
    expect(stderr).toMatch(format);
    expect(crashSignature({ outcome: 'signal', text: stderr, signal: 'SIGSEGV' }).frames).toEqual([
      'HandlePragmaDirective',
      'HandleDirective',
      'LexTokenInternal',
    ]);
  });

  it('are the same after more words than are kept', async () => {
    const warnings = '#warning said before the end\n'.repeat(2_000);
    const [short, long] = await Promise.all(
      ['', warnings].map((before) => signatureOf(stock, { source: before + debug('llvm_fatal_error') })),
    );
    expect(long).toEqual(short);
  });

  it('say the kind that a finding of it has', async () => {
    const kinds = [];
    for (const [, question] of ends) kinds.push((await signatureOf(starter, question)).kind);
    expect(kinds).toEqual([...Array.from({ length: 6 }, () => 'crash'), 'hang', 'out-of-memory']);
    const rejected = await signatureOf(starter, { source: 'int f( {' });
    expect(rejected).toMatchObject({ kind: 'rejected', key: 'rejected | expected parameter declarator' });
    expect(classify(await ask(starter, { source: 'int f;' }))).toBeUndefined();
  });
});

describe('signatures of texts', () => {
  const crash = (text: string, outcome: 'assertion' | 'fatal-error' | 'signal' = 'assertion'): string =>
    crashSignature({ outcome, text, signal: undefined }).key;

  it('hold no line, folder or version of an assertion', () => {
    const said = (path: string, line: number): string =>
      `clang: ${path}:${line}: llvm::Value* f(unsigned int): Assertion \`V && "no value"' failed.\nPLEASE submit`;
    expect(crash(said('/build/llvm-16/lib/IR/Value.cpp', 12))).toBe(crash(said('./lib/IR/Value.cpp', 99)));
    expect(crash(said('lib/IR/Value.cpp', 12))).not.toBe(crash(said('lib/IR/User.cpp', 12)));
  });

  it('tell assertions in headers apart by who used them', () => {
    const text = "include/llvm/Support/Casting.h:566: decltype(auto) cast(Y*): Assertion `isa<T>(V)' failed.";
    const from = (caller: string): string =>
      crashSignature({ outcome: 'assertion', text, signal: undefined }, [
        { function: 'decltype(auto) llvm::cast<llvm::Instruction, llvm::Value>(llvm::Value*)' },
        { function: caller },
      ]).key;
    expect(from('llvm::A::visitAdd(llvm::BinaryOperator&)')).not.toBe(
      from('(anonymous namespace)::rewrite(int)'),
    );
    expect(from('llvm::A::visitAdd(llvm::BinaryOperator&)')).toBe(from('visitAdd'));
  });

  it('name the caller of a function that many callers share, or else the pass and its machine', () => {
    const keyOf = (machine: string, ...callers: readonly string[]): string =>
      crashSignature(
        {
          outcome: 'fatal-error',
          text: `LLVM ERROR: no such call\n4. Running pass '${machine} Instruction Selection' on function '@f'`,
          signal: undefined,
        },
        ['report_fatal_error', 'makeLibCall', ...callers, 'LegalizeTypes', 'runOnFunction', 'main'].map(
          (name) => ({ function: name }),
        ),
      ).key;
    const older = 'fatal-error | no such call | makeLibCall';
    const [x86, arm] = ['X86', 'ARM'].map((machine) => keyOf(machine));
    expect(x86).toBe(`${older} < X86 Instruction Selection`);
    expect(arm).not.toBe(x86);
    const remainder = keyOf('X86', 'ExpandIntRes_UREM', 'ExpandIntegerResult');
    expect(remainder).toBe(`${older} < ExpandIntRes_UREM`);
    expect(keyOf('ARM', 'ExpandIntRes_UREM')).toBe(remainder);
    expect([x86, arm, remainder].map((key) => isSameKey(older, key!))).toEqual([true, true, true]);
    expect(isSameKey(x86!, remainder)).toBe(false);
    expect(
      isSameKey('fatal-error | no such call | foldAdd', 'fatal-error | no such call | foldAdd < run'),
    ).toBe(false);
  });

  it('hold nothing of the program that a fatal error quotes', () => {
    const error = (node: string, address: string, name: string): string =>
      `fatal error: error in backend: Cannot select: ${address}: i32 = X86ISD::FOO ${node}, %${name}\nIn function: ${name}`;
    expect(crash(error('t5', '0x55d0', 'f'), 'fatal-error')).toBe(
      crash(error('t17', '0x7f11', 'func_12'), 'fatal-error'),
    );
  });

  it('name the operation that cannot be selected, whatever its types and operands', () => {
    const error = (node: string): string => crash(`LLVM ERROR: Cannot select: ${node}`, 'fatal-error');
    const load = error(
      't4: i32,ch = load<(volatile load (s8) from `i24* bitcast (%S* @g to i24*)` + 1)> t0, t3',
    );
    expect(error('t90: i8,ch = load<(dereferenceable load (s8) from @g_7)> t12, t31, undef:i32')).toBe(load);
    expect(error('t4: ch = store<(store (s8) into @g)> t0, Constant:i8<-1>, t3')).not.toBe(load);
  });

  it('tell what a verifier complains of first, and after which pass, not how often', () => {
    const error = (complaint: string, count: number): string =>
      [
        '# After Control Flow Optimizer',
        `*** Bad machine code: ${complaint} ***`,
        '- function:    func_1',
        '*** Bad machine code: Explicit operand should be a register ***',
        `fatal error: error in backend: Found ${count} machine code errors.`,
      ].join('\n');
    const signature = (complaint: string, count: number): Signature =>
      crashSignature({ outcome: 'fatal-error', text: error(complaint, count), signal: undefined });
    expect(signature('MBB ends with a barrier', 2)).toEqual(signature('MBB ends with a barrier', 5));
    expect(signature('MBB ends with a barrier', 2)).toMatchObject({
      message: 'Bad machine code: MBB ends with a barrier',
      pass: 'Control Flow Optimizer',
    });
  });

  it('do not count the operands of an instruction that a fatal error prints', () => {
    const error = (operands: string): string =>
      crash(`LLVM ERROR: Not supported instr: <MCInst 511${operands}>\n`, 'fatal-error');
    expect(error(' <MCOperand Reg:22> <MCOperand Imm:-4>')).toBe(error(' <MCOperand Reg:24>'));
  });

  it('join what gcc says over versions: no line, .c or .cc, and the pass at work', () => {
    const ice = (place: string, line: number): string =>
      `during GIMPLE pass: vrp\nt.c: In function ‘f’:\nt.c:${line}:1: internal compiler error: in bad, at ${place}\n`;
    expect(crash(ice('tree-vrp.c:120', 3))).toBe(crash(ice('tree-vrp.cc:512', 70)));
    expect(crash(ice('tree-vrp.c:120', 3))).toBe('assertion | in bad, at tree-vrp, GIMPLE pass: vrp');
  });
});

describe('the plain name of a frame', () => {
  it.each([
    ['llvm::InstCombinerImpl::visitAdd(llvm::BinaryOperator&)', 'visitAdd'],
    ['(anonymous namespace)::SROA::runOnAlloca(llvm::AllocaInst&)', 'runOnAlloca'],
    ['void llvm::sort<std::vector<int>, (lambda at x.cpp:1:2)>(std::vector<int>&&)', 'sort'],
    ['llvm::simplify(llvm::Value*, llvm::SimplifyQuery const&) [clone .isra.0]', 'simplify'],
    ['vect_analyze_loop.part.12', 'vect_analyze_loop'],
    ['llvm::Foo::bar(llvm::Loop*)::$_3::operator()(llvm::Instruction*) const', 'bar'],
    ['llvm::Value::operator=(int)', ''],
    ['llvm::DenseMapBase<A, B, llvm::DenseMapInfo<A, void> >::find(A const&) const', 'find'],
    ['_start', '_start'],
    ['', ''],
  ])('of %s is %s', (frame, name) => {
    expect(bareFunctionName(frame)).toBe(name);
  });

  it('is kept once in a row, and not for what every pass is called through', () => {
    const stack = [
      'abort',
      'llvm::llvm_unreachable_internal(char const*, char const*, unsigned int)',
      'f(int)',
      'f(long)',
      'llvm::detail::PassModel<llvm::Function, llvm::SROAPass, llvm::AnalysisManager<llvm::Function> >::run(llvm::Function&)',
      'llvm::PassManager<llvm::Function>::run(llvm::Function&)',
      'g(int)',
    ];
    expect(tellingFrames(stack)).toEqual(['f', 'g']);
  });
});

describe('a crash of a program that is no compiler', () => {
  const keyOf = (...functions: readonly string[]): string =>
    crashSignature(
      { outcome: 'signal', text: '', signal: 'SIGSEGV' },
      functions.map((name) => ({ function: name })),
      false,
    ).key;

  it('is told apart by the place of the fault, however recursive descent reached it', () => {
    const keys = ['parse_json', 'parse_array', 'parse_object'].map((caller) =>
      keyOf('lex_scan_number', 'lex_scan', caller, 'parse_value'),
    );
    expect(new Set(keys)).toEqual(new Set(['signal | SIGSEGV | lex_scan_number']));
    expect(keyOf('lex_scan_string', 'lex_scan', 'parse_json')).not.toBe(keys[0]);
  });

  it.each(['my_die', 'png_error', 'raiseFatal', 'check_failed', 'assert_true'])(
    'is told apart by the caller of %s, which only reports',
    (reporter) => {
      expect(keyOf(reporter, 'read_header', 'main')).toBe(`signal | SIGSEGV | ${reporter} < read_header`);
    },
  );

  it.each(['checksum', 'debug_print', 'readied', 'errorless'])(
    'ends at %s, which does not report',
    (name) => {
      expect(keyOf(name, 'caller')).toBe(`signal | SIGSEGV | ${name}`);
    },
  );
});
