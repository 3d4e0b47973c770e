/** Thrown if a generator breaks the protocol. The message quotes the generator, for its author. */
export class ProtocolError extends Error {
  override readonly name = 'ProtocolError';
}
