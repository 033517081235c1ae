import pg from 'pg';
import { ConnectionError } from 'sequelize';
import type { Config } from '../config.ts';

type Asked = Pick<Config, 'databaseUrl' | 'databasePoolSize' | 'dataDir'>;

/**
 * Says what to change in DATABASE_URL or in Postgres after a connection or a first statement was refused. Undefined for
 * any other error. The address appears without its password.
 * @param asked undefined if the settings could not be read.
 */
export function connectionRefusal(error: unknown, asked: Asked | undefined): string | undefined {
  const reason = readReason(error);
  if (reason === undefined) return undefined;
  const { code, message } = reason;
  if (code === '53300') {
    return `Postgres has no free connection for this server, which opens up to ${asked?.databasePoolSize}: ${message}. Raise its max_connections, or lower SVC_DATABASE_POOL_SIZE on every server.`;
  }
  if (code === '53100') {
    return asked?.databaseUrl === null
      ? `The disk of ${asked.dataDir} is full: ${message}. Free space, or name a folder on another disk in SVC_DATA_DIR.`
      : `The disk of Postgres is full: ${message}. Free space there.`;
  }
  const advice = ADVICE[code] ?? ADVICE_BY_MESSAGE.find(({ says }) => message.includes(says));
  if (advice !== undefined) return `${advice.what}: ${message}. ${advice.cure}`;
  if (!(error instanceof ConnectionError)) return undefined;
  return /Connection terminated|unexpected|invalid response/i.test(message)
    ? `what listens at the host and port of DATABASE_URL does not answer like Postgres: ${message}. Correct them, or start Postgres there.`
    : `the database does not answer: ${message}. Check DATABASE_URL.`;
}

const UNTRUSTED = {
  what: 'the certificate of Postgres is not trusted',
  cure: "Set NODE_EXTRA_CA_CERTS to the file with its issuer's certificate.",
};

/** By the code of Postgres, of TLS or of the operating system. */
const ADVICE: Readonly<Record<string, { what: string; cure: string } | undefined>> = {
  ENOTFOUND: {
    what: 'the host of DATABASE_URL is not found',
    cure: 'Correct its name, or the DNS of this machine.',
  },
  ECONNREFUSED: {
    what: 'no Postgres listens at the host and port of DATABASE_URL',
    cure: 'Start Postgres, or correct them.',
  },
  DEPTH_ZERO_SELF_SIGNED_CERT: UNTRUSTED,
  SELF_SIGNED_CERT_IN_CHAIN: UNTRUSTED,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: UNTRUSTED,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: UNTRUSTED,
  '28P01': {
    what: 'Postgres rejects the user or the password of DATABASE_URL',
    cure: 'Correct them; special characters of a password are percent-encoded.',
  },
  '28000': {
    what: 'Postgres does not admit this connection',
    cure: 'Add ?sslmode=verify-full to DATABASE_URL if Postgres wants TLS, or a line for it to pg_hba.conf.',
  },
  '3D000': {
    what: 'Postgres does not have the database of DATABASE_URL',
    cure: 'Create it with createdb, or correct the name.',
  },
  '3F000': {
    what: 'the search_path of this connection has no schema that exists',
    cure: 'Create the schema, or correct search_path of the role or of DATABASE_URL.',
  },
  '42501': {
    what: 'the role of DATABASE_URL lacks a right',
    cure: 'Make it the owner of the database: ALTER DATABASE name OWNER TO role.',
  },
};

/** Of errors of the driver, which have no code. */
const ADVICE_BY_MESSAGE = [
  {
    says: 'client password must be a string',
    what: 'Postgres rejects the user or the password of DATABASE_URL',
    cure: 'Postgres wants a password, and the address has none: add it.',
  },
  {
    says: 'does not support SSL',
    what: 'Postgres does not admit this connection',
    cure: 'Remove sslmode from DATABASE_URL, or switch on TLS in Postgres.',
  },
];

function readReason(error: unknown): { code: string; message: string } | undefined {
  if (!(error instanceof Error)) return undefined;
  // A client beside the pool throws what Postgres said as it is.
  const parent =
    'parent' in error ? error.parent : error instanceof pg.DatabaseError ? error : null;
  if (!(parent instanceof Error)) return undefined;
  return { code: 'code' in parent ? String(parent.code) : '', message: parent.message };
}
