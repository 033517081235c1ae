import type pg from 'pg';

/** The superuser that initdb creates. Only the supervisor of the embedded Postgres connects as this role. */
export const SUPERUSER = 'svc';
/** The role that the server connects as. It owns only the database and its tables. */
export const APP_ROLE = 'svc_app';

/**
 * Creates the role that the server connects as and makes it the owner of the database. An injected SQL statement then
 * cannot run programs or read files. A second call changes nothing.
 */
export async function prepareAppRole(superuser: pg.Client): Promise<void> {
  await superuser.query(`
    DO $$
    BEGIN
      IF NOT EXISTS (SELECT 1 FROM pg_roles WHERE rolname = '${APP_ROLE}') THEN
        CREATE ROLE ${APP_ROLE} LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION NOBYPASSRLS;
      END IF;
      EXECUTE format('ALTER DATABASE %I OWNER TO ${APP_ROLE}', current_database());
    END
    $$`);
}
