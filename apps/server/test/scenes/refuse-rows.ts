import type { TestApp } from '../app.ts';

/**
 * Lets every statement fail that stores a row of the table for which the condition holds, until the returned function
 * is called. A constraint, because Citus has no triggers on distributed tables. Its text is no number, because a
 * transaction is repeated if a constraint does not hold.
 */
export async function refuseRows(
  { deps: { database } }: Pick<TestApp, 'deps'>,
  table: string,
  condition = 'true',
): Promise<() => Promise<void>> {
  await database.query(
    `ALTER TABLE ${table} ADD CONSTRAINT refused CHECK (
       CASE WHEN ${condition} THEN ('refused ' || organization_id::text)::integer > 0 ELSE true END
     ) NOT VALID`,
  );
  return async () => {
    await database.query(`ALTER TABLE ${table} DROP CONSTRAINT refused`);
  };
}
