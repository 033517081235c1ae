/** An error that the user can fix. The message says how. */
export class SeedError extends Error {
  override readonly name = 'SeedError';
}
