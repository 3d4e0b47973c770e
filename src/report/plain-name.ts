/** Names of C++ functions and of files, for tables. */

/** The name without template arguments and parameters, which fill half a screen in LLVM. */
export function shortFunctionName(name: string): string {
  let plain = '';
  let depth = 0;
  const text = name
    .replaceAll('(anonymous namespace)', '{anonymous}')
    .replaceAll(/operator[<>]+=?/g, 'operator');
  for (const character of text) {
    if (character === '(' && depth === 0 && plain !== '') break;
    if (character === '<') depth++;
    else if (character === '>') depth--;
    else if (depth === 0) plain += character;
  }
  return plain.split(' ').at(-1) || name;
}

/** The path without the folder of all sources. */
export function shortPath(path: string, tree: string | undefined): string {
  return tree !== undefined && path.startsWith(`${tree}/`) ? path.slice(tree.length + 1) : path;
}
