import type { Scope } from '../db/scope.ts';

export async function expireArtifacts(
  { database, transaction, organizationId }: Scope,
  before: Date,
): Promise<void> {
  await database.query(
    `UPDATE artifacts
     SET state = 'expired'
     WHERE organization_id = $1 AND created_at < $2 AND state <> 'expired'`,
    [organizationId, before],
    transaction,
  );
}
