/** FNV-1a over the units of a text: 32 bits, signed. Equal texts have equal hashes in every run. */
export function fnv1a(text: string, start = 0x811c9dc5): number {
  let hash = start;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash;
}
