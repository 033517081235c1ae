/**
 * What messages contain that the page about troubleshooting explains: its headings, in its order. `…` stands for what
 * differs. A test compares them with the page.
 */
export const EXPLAINED_MESSAGES = [
  'port … is in use',
  'port … needs more rights than svc has',
  "this machine has no address '…'",
  'cannot use the folder',
  'is not valid: expected',
  'is no setting, and is ignored',
  'SVC_SECRET is missing',
  'belong together',
  'SVC_SECRET is not the one that the other servers of this database have',
  'is not the storage of the other servers of this database',
  'no Postgres listens at the host and port of DATABASE_URL',
  'the host of DATABASE_URL is not found',
  'Postgres rejects the user or the password of DATABASE_URL',
  'Postgres does not have the database of DATABASE_URL',
  'Postgres does not admit this connection',
  'the certificate of Postgres is not trusted',
  'the role of DATABASE_URL lacks a right',
  'what listens at the host and port of DATABASE_URL does not answer like Postgres',
  'the database does not answer',
  'DATABASE_URL names Postgres …, and svc needs version',
  'The database is of a newer svc',
  'the clock of this machine is',
  'Postgres has no free connection for this server',
  'Another svc server uses',
  'Postgres does not run as root',
  'Postgres could not make its files in',
  'The embedded Postgres did not start',
  'The embedded Postgres is not installed completely',
  'The disk of … is full',
  'There is no embedded Postgres for',
  'There is no database in',
  'The secret in … is cut short',
  'connection refused',
  'connection closed',
  'host not found',
  'no answer in time from',
  'no sign of life from',
  'the certificate at … is',
  'no TLS at',
  'rejected the API key (401)',
  'rate limit reached',
  'has reached its limit of',
  'refused … as too large (413)',
  'the server redirects to',
  'cannot be reached',
  'Something answered (…), but it is not an svc server',
  'The server is not available',
  'Something went wrong on the server',
  'this server is older than svc, and cannot answer that',
  "The origin '…' is not the origin of this server",
  'This server has no passwords',
  'the mail was not sent',
  '/metrics requires the token in SVC_METRICS_TOKEN',
] as const;

export type ExplainedMessage = (typeof EXPLAINED_MESSAGES)[number];

/** The explained message that a text contains: the first one of the page. */
export function findExplainedMessage(text: string): ExplainedMessage | undefined {
  return EXPLAINED_MESSAGES.find((message) => containsInOrder(text, message.split('…')));
}

/**
 * Where the page explains a message: an address if the documentation of a server can be asked, and otherwise the place
 * below any server's address and in the repository.
 * @param server The address of a server that answers.
 */
export function locateExplanation(message: ExplainedMessage, server?: string): string {
  // As forges and the site make the anchor of a heading.
  const anchor = message
    .toLowerCase()
    .replaceAll(/[^\w -]/g, '')
    .replaceAll(' ', '-');
  const base = server === undefined ? '' : `${server.replace(/\/$/, '')}/`;
  return `${base}docs/operate/troubleshooting#${anchor}`;
}

function containsInOrder(text: string, pieces: readonly string[]): boolean {
  let at = 0;
  for (const piece of pieces) {
    at = text.indexOf(piece, at);
    if (at < 0) return false;
    at += piece.length;
  }
  return true;
}
