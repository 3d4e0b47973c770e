/**
 * The spellings of passes in the syntax of `opt -passes=`. In a level's pipeline a pass has parameters, and
 * without them it may work differently.
 */

/** The passes of a printed pipeline, each with its enclosing managers, as in `function(loop-mssa(licm))`. */
export function spellingsIn(pipeline: string): string[] {
  const found: string[] = [];
  const around: string[] = [];
  let word = '';
  let angles = 0;
  const end = (): void => {
    if (word !== '') found.push(around.reduceRight((inner, outer) => `${outer}(${inner})`, word));
    word = '';
  };
  for (const character of pipeline) {
    if (character === '<') angles++;
    if (character === '>') angles--;
    if (angles > 0 || !'(),'.includes(character)) word += character;
    else if (character === '(') {
      around.push(word);
      word = '';
    } else {
      end();
      if (character === ')') around.pop();
    }
  }
  end();
  return [...new Set(found.map((each) => each.replaceAll(/\bdevirt<\d+>\((.*)\)/g, '$1')))].filter(isWork);
}

/** Requests for analyses, and markers, change nothing. */
function isWork(spelling: string): boolean {
  return !/^(?:require|invalidate|print|verify|BitcodeWriter)\b/.test(leafOf(spelling));
}

function leafOf(spelling: string): string {
  return spelling.slice(spelling.lastIndexOf('(') + 1).replaceAll(')', '');
}

/**
 * Spellings of the pass with exactly this name in LLVM come first: `DSEPass` is `dse`, and `InlinerPass` is
 * `inline`.
 */
export function likelyFirst(spellings: readonly string[], pass: string): string[] {
  const name = plain(pass.replace(/(?:Pass)?(?: on .*)?$/, ''));
  const distance = (spelling: string): number => {
    const leaf = plain(leafOf(spelling).replace(/<.*/, ''));
    if (leaf === name) return 0;
    return name.includes(leaf) || leaf.includes(name) ? 1 : startsAlike(leaf, name) ? 2 : 3;
  };
  return spellings.toSorted((a, b) => distance(a) - distance(b));
}

function plain(text: string): string {
  return text.replaceAll(/[^a-z]/gi, '').toLowerCase();
}

function startsAlike(a: string, b: string): boolean {
  return a.slice(0, 4) === b.slice(0, 4);
}
