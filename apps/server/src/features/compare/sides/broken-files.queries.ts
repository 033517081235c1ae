import type { Database } from '../../../db/database.ts';

export interface BrokenFile {
  file: string;
  variant: string | null;
}

/** The files of an execution with file-level errors: they failed to load, or their hooks failed. */
export async function listBrokenFiles(
  database: Database,
  organizationId: string,
  execution: { id: string; week: string },
): Promise<BrokenFile[]> {
  return database.query<BrokenFile>(
    `SELECT file, variant
     FROM execution_files
     WHERE organization_id = $1
       AND execution_id = $2
       AND week = $3
       AND errors_id IS NOT NULL`,
    [organizationId, execution.id, execution.week],
  );
}
