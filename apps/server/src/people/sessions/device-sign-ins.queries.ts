import type { Statements, Transaction } from '../../db/statements.ts';

/** A sign-in of a program that waits for a person with a browser. Stored as a verification, until it expires. */
export interface DeviceSignIn {
  device: string;
  program: string;
  /** Where the program's request came from. */
  address: string;
  state: 'pending' | 'denied' | 'approved';
  /** The person who approved, and the session with which they did. */
  approvedBy?: { userId: string; sessionId: string };
}

export interface StoredDeviceSignIn extends DeviceSignIn {
  /** The hash of the program's code. */
  id: string;
  createdAt: Date;
  expiresAt: Date;
}

/** The sign-in with the code that the person typed; null if there is none, or it has expired. */
export async function findByUserCode(
  statements: Statements,
  { userCode, at }: { userCode: string; at: Date },
): Promise<StoredDeviceSignIn | null> {
  const rows = await statements.query<StoredRow>(
    `SELECT id, value, created_at AS "createdAt", expires_at AS "expiresAt"
     FROM verifications
     WHERE identifier = $1 AND expires_at > $2`,
    [buildDeviceIdentifier(userCode), at],
  );
  return rows[0] === undefined ? null : parseDeviceSignIn(rows[0]);
}

/** The sign-in with the hash of the program's code. Holds off changes until the transaction ends. */
export async function lockByDeviceCode(
  transaction: Transaction,
  { id, at }: { id: string; at: Date },
): Promise<StoredDeviceSignIn | null> {
  const rows = await transaction.query<StoredRow>(
    `SELECT id, value, created_at AS "createdAt", expires_at AS "expiresAt"
     FROM verifications
     WHERE id = $1 AND expires_at > $2 AND starts_with(identifier, 'device:')
     FOR UPDATE`,
    [id, at],
  );
  return rows[0] === undefined ? null : parseDeviceSignIn(rows[0]);
}

export async function changeDeviceSignIn(
  transaction: Transaction,
  { id, device, program, address, ...decision }: StoredDeviceSignIn,
  at: Date,
): Promise<void> {
  const { state, approvedBy } = decision;
  const value = JSON.stringify({ device, program, address, state, approvedBy });
  await transaction.query('UPDATE verifications SET value = $2, updated_at = $3 WHERE id = $1', [
    id,
    value,
    at,
  ]);
}

export async function deleteDeviceSignIn(transaction: Transaction, id: string): Promise<void> {
  await transaction.query('DELETE FROM verifications WHERE id = $1', [id]);
}

export interface ApprovedSession {
  id: string;
  token: string;
  approvedBy: { userId: string; sessionId: string };
  userAgent: string;
  expiresAt: Date;
  at: Date;
}

/**
 * Begins a session of the user who approved, whom the caller has locked, for the organization that they act for, in the form of better-auth's.
 * Returns the user's e-mail address; null if the session that approved is over by now, such as after a change of the
 * password.
 */
export async function insertApprovedSession(
  transaction: Transaction,
  session: ApprovedSession,
): Promise<string | null> {
  const rows = await transaction.query<{ email: string }>(
    `WITH approving AS (
       SELECT sessions.user_id, sessions.active_organization_id, users.email
       FROM sessions
       JOIN users ON users.id = sessions.user_id
       WHERE sessions.id = $3 AND sessions.expires_at > $6
     ), begun AS (
       INSERT INTO sessions
         (id, user_id, token, active_organization_id, expires_at, user_agent, created_at, updated_at)
       SELECT $1, user_id, $2, active_organization_id, $4, $5, $6, $6
       FROM approving
     )
     SELECT email FROM approving`,
    [
      session.id,
      session.token,
      session.approvedBy.sessionId,
      session.expiresAt,
      session.userAgent,
      session.at,
    ],
  );
  return rows[0]?.email ?? null;
}

export function buildDeviceIdentifier(userCode: string): string {
  return `device:${userCode}`;
}

interface StoredRow {
  id: string;
  value: string;
  createdAt: Date;
  expiresAt: Date;
}

function parseDeviceSignIn({ value, ...row }: StoredRow): StoredDeviceSignIn {
  return { ...(JSON.parse(value) as DeviceSignIn), ...row };
}
