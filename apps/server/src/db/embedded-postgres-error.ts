/** A start of the embedded Postgres that cannot be; the message says what to do. */
export class EmbeddedPostgresError extends Error {
  override name = 'EmbeddedPostgresError';
}
