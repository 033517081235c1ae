import { ConnectionError } from 'sequelize';
import type { Position } from './positions.queries.ts';

/** Why the replica does not answer at the moment. */
export interface Objection {
  /** `setting`: DATABASE_READ_URL names something else. `state`: it may pass by itself. */
  kind: 'setting' | 'state';
  /** A part of a sentence about the replica: `it lags by 7.0 s`. */
  reason: string;
}

/** Objects to a database that is no replica of the primary. */
export function objectToDatabase(primary: Position, replica: Position): Objection | null {
  const reason = describeWrongDatabase(primary, replica);
  return reason === null ? null : { kind: 'setting', reason };
}

function describeWrongDatabase(primary: Position, replica: Position): string | null {
  if (replica.system !== primary.system) {
    return replica.isReplica
      ? 'it is a replica of another database than that of DATABASE_URL'
      : 'it is another database than that of DATABASE_URL, and no replica';
  }
  if (replica.database !== primary.database) {
    return `it names the database '${replica.database}', and DATABASE_URL names '${primary.database}'`;
  }
  return replica.isReplica ? null : 'it is a primary itself, and no replica';
}

// Longer than a replica needs after a large upload. Until then, only organizations with recent changes ask the primary.
const MAX_LAG_MS = 5_000;
// Far below the limit, so that a replica near it does not come and go.
const BACK_LAG_MS = 1_000;

/** Objects to a replica that is too far behind. One that does not serve yet has to catch up further. */
export function objectToState({
  lagMs,
  missingSteps: [step],
  isServing,
}: {
  lagMs: number;
  missingSteps: readonly string[];
  isServing: boolean;
}): Objection | null {
  if (step !== undefined) {
    return {
      kind: 'state',
      reason: `its schema is older than the primary's, without the step '${step}'`,
    };
  }
  if (lagMs <= (isServing ? MAX_LAG_MS : BACK_LAG_MS)) return null;
  return { kind: 'state', reason: `it lags by ${(lagMs / 1_000).toFixed(1)} s` };
}

/** Objects to a replica that gave no answer. Another start of it does not change a refused role or database. */
export function objectToError(thrown: unknown): Objection {
  const { message, code } = describeError(thrown);
  return /^(?:28|3D)/.test(code)
    ? { kind: 'setting', reason: `Postgres refuses the connection (${message})` }
    : { kind: 'state', reason: `it does not answer (${message})` };
}

function describeError(thrown: unknown): { message: string; code: string } {
  const cause = thrown instanceof ConnectionError ? thrown.parent : thrown;
  const { message, code } = (cause ?? thrown) as { message?: unknown; code?: unknown };
  return { message: String(message), code: String(code) };
}
