import { COMPARE_LIMITS } from '@svc/contract/zod-free/limits';
import type { Scope } from '../../db/scope.ts';
import { SvcError } from '../../errors.ts';

export interface BrokenFileName {
  file: string;
  variant: string | null;
}

/**
 * The files of an execution with file-level errors: they failed to load, or their hooks failed.
 * @throws SvcError BAD_REQUEST for more than a comparison holds.
 */
export async function listBrokenFileNames(
  scope: Scope,
  execution: { id: string; week: string },
): Promise<BrokenFileName[]> {
  const files = await scope.query<BrokenFileName>(
    `SELECT file, variant
     FROM execution_files
     WHERE organization_id = $1
       AND execution_id = $2
       AND week = $3
       AND errors_id IS NOT NULL
     LIMIT $4`,
    [scope.organizationId, execution.id, execution.week, COMPARE_LIMITS.brokenFiles + 1],
  );
  if (files.length <= COMPARE_LIMITS.brokenFiles) return files;
  throw new SvcError(
    'BAD_REQUEST',
    `More than ${COMPARE_LIMITS.brokenFiles} files of execution ${execution.id} failed outside tests. That is too much to compare.`,
  );
}
