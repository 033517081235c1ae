/** What a person at the terminal can do something about; the message says what. */
export class SeedError extends Error {
  override readonly name = 'SeedError';
}
