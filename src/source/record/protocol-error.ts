/** A generator said something that no generator may say. The message quotes it, for the generator's author. */
export class ProtocolError extends Error {
  override readonly name = 'ProtocolError';
}
