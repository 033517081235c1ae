import type { Deps } from '../deps.ts';

/** Settings that the servers of a database share. */
export interface SharedRow {
  /** Names the key that SVC_SECRET gives. */
  secretKeyId: string;
  /** Content of the file in the storage; null while there is none. */
  storageMark: string | null;
}

/** The statements run in one transaction. */
type Connection = Pick<Deps['database'], 'query'>;

/**
 * The one row, which the first server makes. The transaction of another first server has to end before it is read, and
 * none may change it until this one ends.
 */
export async function lockSharedRow(
  connection: Connection,
  { secretKeyId }: Pick<SharedRow, 'secretKeyId'>,
): Promise<SharedRow> {
  await connection.query(
    'INSERT INTO shared_settings (secret_key_id) VALUES ($1) ON CONFLICT DO NOTHING',
    [secretKeyId],
  );
  const [row] = await connection.query<SharedRow>(
    `SELECT secret_key_id AS "secretKeyId", storage_mark AS "storageMark"
     FROM shared_settings
     FOR UPDATE`,
  );
  if (row === undefined) throw new Error('the row of the shared settings was deleted meanwhile');
  return row;
}

export async function setSharedRow(
  connection: Connection,
  { secretKeyId, storageMark }: SharedRow,
): Promise<void> {
  await connection.query('UPDATE shared_settings SET secret_key_id = $1, storage_mark = $2', [
    secretKeyId,
    storageMark,
  ]);
}
