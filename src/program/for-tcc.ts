/** Text that tcc accepts like other compilers, for code that lets tcc compile a test quickly. */

/** Tcc knows `#pragma pack(push)` only with a number, so this takes the number of the pragma in the next line. */
export function forTcc(text: Uint8Array): Uint8Array {
  const pack =
    /^([ \t]*#[ \t]*pragma[ \t]+pack[ \t]*\([ \t]*push[ \t]*)\)([ \t]*\r?\n[ \t]*#[ \t]*pragma[ \t]+pack[ \t]*\([ \t]*(\d+)[ \t]*\))/gm;
  const before = Buffer.from(text).toString('latin1');
  const after = before.replace(pack, '$1,$3)$2');
  return after === before ? text : Buffer.from(after, 'latin1');
}
