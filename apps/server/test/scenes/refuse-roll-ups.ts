import type { TestApp } from '../app.ts';

/** Lets every roll-up of an execution with failures fail, until the returned function is called. */
export async function refuseRollUps(
  { deps: { database } }: Pick<TestApp, 'deps'>,
  executionId: string,
): Promise<() => Promise<void>> {
  await database.query(
    `CREATE FUNCTION refuse_roll_up() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'refused'; END $$;
     CREATE TRIGGER refuse_roll_up BEFORE INSERT ON execution_failures FOR EACH ROW
       WHEN (NEW.execution_id = '${executionId}') EXECUTE FUNCTION refuse_roll_up()`,
  );
  return async () => {
    await database.query('DROP FUNCTION refuse_roll_up CASCADE');
  };
}
