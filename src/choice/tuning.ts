/**
 * Every chosen number of the choice engine, with its reason and date.
 *
 * "Not measured" means that no other value was tried. Numbers of the file format and limits of the language are no
 * choices any more, so they stand at their use. Invariant: no other module of `choice` has a chosen number; a
 * test looks.
 */
export const choiceTuning = {
  swarmShare: {
    value: 0.3,
    evidence:
      'share of the labels that a swarm biases where nobody says another one; the search draws its own. Not measured',
    date: '2026-11-21',
  },
  swarmStrength: {
    value: 0.7,
    evidence: 'strength of a bias where nobody says another one; the search draws its own. Not measured',
    date: '2026-11-21',
  },
  maxSwarmStrength: {
    value: 0.98,
    evidence:
      'strongest bias: a generator that repeats a question until it likes the answer must get another one some day. Not measured',
    date: '2026-11-21',
  },
  clockInterval: {
    value: 1_024,
    evidence:
      'choices or scopes between two looks at the clock, which costs more than a choice does; not measured',
    date: '2026-11-21',
  },
  maxChoices: {
    value: 10_000_000,
    evidence: 'choices of a test where nobody sets a limit, so that everything ends; not measured',
    date: '2026-11-21',
  },
  maxScopes: {
    value: 20_000_000,
    evidence: 'scopes of a test where nobody sets a limit, so that everything ends; not measured',
    date: '2026-11-21',
  },
  maxDepth: {
    value: 1_000,
    evidence: 'scopes within each other where nobody sets a limit; not measured',
    date: '2026-11-21',
  },
  maxEnvelopeDepth: {
    value: 32,
    evidence:
      'lists and maps within each other in what stands about a sequence, so that no file overflows the stack; not measured',
    date: '2026-11-21',
  },
  minUses: {
    value: 8,
    evidence:
      'uses of a step after one before it, below which it is not listed in a code of its own: fewer do not pay. Measured on Csmith-like and on structureless sequences',
    date: '2026-11-21',
  },
  minUsesAnywhere: {
    value: 3,
    evidence: 'the same for the code for all',
    date: '2026-11-21',
  },
  maxListed: {
    value: 511,
    evidence: 'steps that one code lists, without the escape; not measured',
    date: '2026-11-21',
  },
  maxKeptScratch: {
    value: 4_194_304,
    evidence:
      'numbers of working memory that are kept from one sequence to the next, 16 MB: fresh memory costs more than what is done with it. Not measured',
    date: '2026-11-21',
  },
  maxIntegerSites: {
    value: 4_096,
    evidence:
      'sites of integers that get a symbol each; the bounds of others stand in their words. Not measured',
    date: '2026-11-21',
  },
  smallPick: {
    value: 8_192,
    evidence:
      'options up to which a symbol is found by an index and not in a map; loom draws names from 4,096 and references from 1,024, and looking those up in a map took 1.4% of its CPU',
    date: '2026-11-24',
  },
  cacheSize: {
    value: 512,
    evidence:
      'places of the direct-mapped cache in front of the table of integers, a power of two; not measured',
    date: '2026-11-21',
  },
  maxSpareLength: {
    value: 4_194_304,
    evidence:
      'ops or words of buffers that are kept for the next test; larger ones, as overruns leave behind, are not. Not measured',
    date: '2026-11-21',
  },
  maxNamedOptions: {
    value: 256,
    evidence: 'options whose names are noted: longer lists are no help to a reader',
    date: '2026-11-21',
  },
  maxNameLength: {
    value: 40,
    evidence: 'characters of such a name: longer ones are no help to a reader',
    date: '2026-11-21',
  },
  maxSiblings: {
    value: 24,
    evidence: 'things of a list that are shown before it is cut, unless all is asked for',
    date: '2026-11-21',
  },
  screenLines: {
    value: 60,
    evidence: 'lines that are filled by going deeper, about a screen',
    date: '2026-11-21',
  },
  maxColumns: {
    value: 1_000,
    evidence: 'columns of a line at most, whatever is asked: longer ones are not read by people',
    date: '2026-11-21',
  },
} as const;
