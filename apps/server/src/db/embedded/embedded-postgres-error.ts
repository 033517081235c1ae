/** The embedded Postgres cannot start; the message has advice. */
export class EmbeddedPostgresError extends Error {
  override name = 'EmbeddedPostgresError';
}
