/** A text as one word of a shell. */
export function shellText(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
