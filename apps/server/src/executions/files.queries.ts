import { joinText } from '../db/conditions/look-ups.ts';
import type { Scope } from '../db/scope.ts';
import {
  toBoundedRows,
  bytesOf,
  FIRST_ID,
  buildBoundedSql,
  type Bound,
  type BoundedRows,
} from '../history/bounded-rows.queries.ts';
import type { ExecutionPlace } from './results.queries.ts';

export interface StoredFile {
  id: string;
  file: string;
  variant: string | null;
  durationMs: number;
  /** JSON. */
  errors: string | null;
  stdout: string | null;
  stderr: string | null;
  bytes: number;
}

/**
 * The test files after the one with id `after`, in the order of their upload. `file`: only the entries of that file.
 */
export async function listFiles(
  scope: Scope,
  place: ExecutionPlace,
  { after, file, ...bound }: { after: string | null; file?: string | undefined } & Bound,
): Promise<BoundedRows<StoredFile>> {
  const rows = await scope.query<StoredFile>(
    buildBoundedSql(FILES, { order: 'id', maxBytes: '$6' }),
    [
      scope.organizationId,
      place.executionId,
      place.week,
      after ?? FIRST_ID,
      bound.limit,
      bound.maxBytes,
      file ?? null,
    ],
  );
  return toBoundedRows(rows, bound);
}

const FILES = `
  SELECT files.id,
         files.file,
         files.variant,
         files.duration_ms AS "durationMs",
         errors.body AS errors,
         stdout.body AS stdout,
         stderr.body AS stderr,
         ${bytesOf('files.file', 'files.variant', 'errors.body', 'stdout.body', 'stderr.body')}
  FROM (
    SELECT *
    FROM execution_files
    WHERE organization_id = $1
      AND execution_id = $2
      AND week = $3
      AND id > $4
      AND ($7::text IS NULL OR execution_files.file = $7)
    ORDER BY id
    LIMIT $5
  ) AS files
  ${joinText('files.errors_id', 'errors', '$3')}
  ${joinText('files.stdout_id', 'stdout', '$3')}
  ${joinText('files.stderr_id', 'stderr', '$3')}`;
