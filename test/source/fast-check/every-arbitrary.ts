/**
 * Every arbitrary that fast-check exports, with an example and what is looked at in its values.
 *
 * Most values are compared by how fast-check prints them. The test first uses a value with a state, and compares its
 * answers: a stream's first elements, a function's results, a scheduler's order of tasks.
 */
import * as fc from 'fast-check';

export interface Example {
  readonly arbitrary: fc.Arbitrary<unknown>;
  /** The part of a value that is compared. Runs within the generator, so that what is drawn lazily is recorded. */
  readonly seen: (value: never) => string;
}

function plain(arbitrary: fc.Arbitrary<unknown>): Example {
  return { arbitrary, seen: (value: unknown) => fc.stringify(value) };
}

function used<T>(arbitrary: fc.Arbitrary<T>, use: (value: T) => unknown): Example {
  return { arbitrary, seen: (value: T) => fc.stringify(use(value)) };
}

interface Tree {
  readonly leaf?: number;
  readonly left?: Tree;
  readonly right?: Tree;
}

const { tree } = fc.letrec<{ tree: Tree }>((tie) => ({
  tree: fc.oneof<fc.Arbitrary<Tree>[]>(
    { maxDepth: 4 },
    fc.record({ leaf: fc.nat() }),
    fc.record({ left: tie('tree'), right: tie('tree') }),
  ),
}));

const counting = [
  fc.nat(9).map((step) => ({
    check: (): boolean => true,
    run: (model: { total: number }, real: { total: number }): void => {
      model.total += step;
      real.total += step;
    },
    toString: (): string => `add ${step}`,
  })),
  fc.constant({
    check: (model: { total: number }): boolean => model.total > 0,
    run: (model: { total: number }, real: { total: number }): void => {
      model.total = real.total = 0;
    },
    toString: (): string => 'reset',
  }),
];

function runCommands(list: Iterable<fc.Command<{ total: number }, { total: number }>>): unknown {
  const real = { total: 0 };
  fc.modelRun(() => ({ model: { total: 0 }, real }), list);
  return [[...list].map(String), real.total];
}

/** The order in which waiting tasks are let run; chosen and seen at once, though the tasks end later. */
function orderOf(scheduler: fc.Scheduler): unknown {
  const order: string[] = [];
  for (const name of ['a', 'b', 'c', 'd', 'e']) {
    void scheduler.schedule(Promise.resolve(), name, undefined, (run) => {
      order.push(name);
      return run();
    });
  }
  for (let i = 0; i < 5; i++) void scheduler.waitOne();
  return order;
}

const twice: fc.Memo<unknown> = fc.memo<unknown>((n) => (n <= 1 ? fc.nat() : fc.tuple(twice(), fc.nat())));

export const everyArbitrary: Readonly<Record<string, Example>> = {
  anything: plain(fc.anything({ withBigInt: true, withDate: true, withMap: true, withSet: true })),
  array: plain(fc.array(fc.array(fc.nat(), { minLength: 1 }))),
  base64String: plain(fc.base64String()),
  bigInt: plain(fc.tuple(fc.bigInt(), fc.bigInt({ min: -(2n ** 200n), max: 2n ** 100n }), fc.bigInt(5n, 9n))),
  bigInt64Array: plain(fc.bigInt64Array()),
  bigUint64Array: plain(fc.bigUint64Array()),
  boolean: plain(fc.boolean()),
  chainUntil: plain(fc.chainUntil(fc.nat(50), (n) => (n < 3 ? undefined : fc.nat(n - 1)))),
  clone: plain(fc.clone(fc.array(fc.nat()), 3)),
  commands: used(fc.commands(counting), runCommands),
  compareBooleanFunc: used(fc.compareBooleanFunc(), (less) => [less(1, 2), less('a', 'b'), less({}, [])]),
  compareFunc: used(fc.compareFunc(), (compare) => [compare(1, 2), compare('a', 'b'), compare({}, [])]),
  constant: plain(fc.constant('c')),
  constantFrom: plain(fc.constantFrom('a', 'b', 'c')),
  context: used(fc.context(), (context) => {
    context.log('hello');
    return context.size();
  }),
  date: plain(fc.date({ noInvalidDate: false })),
  dictionary: plain(fc.dictionary(fc.string(), fc.nat())),
  domain: plain(fc.domain()),
  double: plain(fc.double()),
  emailAddress: plain(fc.emailAddress()),
  entityGraph: plain(
    fc.entityGraph(
      { person: { name: fc.string() }, pet: { age: fc.nat() } },
      { person: { pets: { arity: 'many', type: 'pet' } }, pet: {} },
    ),
  ),
  falsy: plain(fc.falsy({ withBigInt: true })),
  float: plain(fc.float()),
  float32Array: plain(fc.float32Array()),
  float64Array: plain(fc.float64Array()),
  func: used(fc.func(fc.nat()), (f) => [f(1), f('a'), f(1), f({ x: 2 })]),
  gen: used(fc.gen(), (gen) => {
    const size = gen(fc.nat, { max: 5 });
    return Array.from({ length: size }, () => gen(fc.string));
  }),
  infiniteStream: used(fc.infiniteStream(fc.tuple(fc.nat(), fc.string())), (stream) => [...stream.take(5)]),
  int16Array: plain(fc.int16Array()),
  int32Array: plain(fc.int32Array()),
  int8Array: plain(fc.int8Array()),
  integer: plain(fc.tuple(fc.integer(), fc.integer({ min: -3, max: 3 }))),
  ipV4: plain(fc.ipV4()),
  ipV4Extended: plain(fc.ipV4Extended()),
  ipV6: plain(fc.ipV6()),
  json: plain(fc.json()),
  jsonValue: plain(fc.jsonValue()),
  letrec: plain(tree),
  limitShrink: plain(fc.limitShrink(fc.nat(), 3)),
  lorem: plain(fc.lorem({ mode: 'sentences' })),
  map: plain(fc.map(fc.string(), fc.nat())),
  mapToConstant: plain(fc.mapToConstant({ num: 26, build: (n) => String.fromCodePoint(97 + n) })),
  maxSafeInteger: plain(fc.maxSafeInteger()),
  maxSafeNat: plain(fc.maxSafeNat()),
  memo: plain(twice(3)),
  mixedCase: plain(fc.mixedCase(fc.constant('hello world'))),
  nat: plain(fc.nat()),
  noBias: plain(fc.noBias(fc.array(fc.nat()))),
  noShrink: plain(fc.noShrink(fc.array(fc.nat()))),
  object: plain(fc.object()),
  oneof: plain(
    fc.oneof({ weight: 3, arbitrary: fc.nat() }, { weight: 1, arbitrary: fc.array(fc.boolean()) }),
  ),
  option: plain(fc.option(fc.string())),
  record: plain(fc.record({ a: fc.nat(), b: fc.string() }, { requiredKeys: ['a'] })),
  scheduler: used(fc.scheduler(), orderOf),
  set: plain(fc.set(fc.nat(20), { minLength: 2 })),
  shuffledSubarray: plain(fc.shuffledSubarray([1, 2, 3, 4, 5, 6])),
  sparseArray: plain(fc.sparseArray(fc.nat())),
  string: plain(fc.string({ unit: 'binary' })),
  stringMatching: plain(fc.stringMatching(/^[a-f]{2,5}(x|yz)*\d+$/)),
  subarray: plain(fc.subarray([1, 2, 3, 4, 5, 6], { minLength: 1 })),
  tuple: plain(fc.tuple(fc.nat(), fc.string(), fc.boolean())),
  uint16Array: plain(fc.uint16Array()),
  uint32Array: plain(fc.uint32Array()),
  uint8Array: plain(fc.uint8Array()),
  uint8ClampedArray: plain(fc.uint8ClampedArray()),
  ulid: plain(fc.ulid()),
  uniqueArray: plain(fc.uniqueArray(fc.nat(12), { minLength: 3, maxLength: 8 })),
  uuid: plain(fc.uuid()),
  webAuthority: plain(fc.webAuthority({ withUserInfo: true, withPort: true })),
  webFragments: plain(fc.webFragments()),
  webPath: plain(fc.webPath()),
  webQueryParameters: plain(fc.webQueryParameters()),
  webSegment: plain(fc.webSegment()),
  webUrl: plain(fc.webUrl()),
};

/** Exports that make no arbitrary: running properties, printing, cloning, settings. */
export const noArbitraries: readonly string[] = (
  'afterEach assert asyncDefaultReportMessage asyncModelRun asyncProperty asyncStringify asyncToStringMethod ' +
  'beforeEach check cloneIfNeeded cloneMethod configureGlobal createDepthIdentifier default defaultReportMessage ' +
  'getDepthContextFor hasAsyncToStringMethod hasCloneMethod hasToStringMethod hash ignoreEqualValues ' +
  'installGlobalPlugin interruptAfterTimeLimit modelRun pre property readConfigureGlobal resetConfigureGlobal sample ' +
  'scheduledModelRun schedulerFor skipEqualValues statistics stream stringify timeout toStringMethod unbiased ' +
  'Arbitrary ExecutionStatus PreconditionFailure Random Stream Value VerbosityLevel __commitHash __type __version'
).split(' ');
