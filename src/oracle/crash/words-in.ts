/** Words of a compiler's message that a script can look for. */

/** The longest part of a message that is the same in all programs. */
export function wordsIn(message: string): string {
  // Numbers and names stand for any numbers and names; the words between them must be equal.
  const [words = ''] = message
    .split(/\bN\b|'…'|[\d…\n]/)
    .map((part) => part.replace(/^[\s:]+|[\s:]+$/g, ''))
    .toSorted((a, b) => b.length - a.length);
  return words;
}
