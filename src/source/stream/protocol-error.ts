/** A generator said something that no generator may say. What it was stands in the message, for the generator's author. */
export class ProtocolError extends Error {
  override readonly name = 'ProtocolError';
}
