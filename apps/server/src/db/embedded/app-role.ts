import type pg from 'pg';

/** The superuser that initdb creates. Only the supervisor of the embedded Postgres connects as this role. */
export const SUPERUSER = 'svc';
/** The role that the server connects as. It owns the database and its tables, and nothing else. */
export const APP_ROLE = 'svc_app';

/**
 * Creates the role that the server connects as and makes it the owner of the database. This includes tables that an
 * earlier version of svc created as the superuser. An injected SQL statement then cannot run programs or read files.
 * A second call does nothing. A change of owner only touches the catalog, so it takes no longer for large tables.
 */
export async function prepareAppRole(superuser: pg.Client): Promise<void> {
  await superuser.query(`
    DO $$
    DECLARE
      statement text;
    BEGIN
      IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = '${APP_ROLE}') THEN
        CREATE ROLE ${APP_ROLE} LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION NOBYPASSRLS;
      END IF;
      FOR statement IN ${CHANGES_OF_OWNER}
      LOOP
        EXECUTE statement;
      END LOOP;
    END
    $$`);
}

// The types of tables and arrays and the sequences of columns change owner with their table.
const CHANGES_OF_OWNER = `
        SELECT format('ALTER DATABASE %I OWNER TO ${APP_ROLE}', datname)
        FROM pg_database
        WHERE datname = current_database() AND datdba <> '${APP_ROLE}'::regrole
        UNION ALL
        SELECT format('ALTER TABLE %s OWNER TO ${APP_ROLE}', pg_class.oid::regclass)
        FROM pg_class
        WHERE relnamespace = 'public'::regnamespace
          AND relowner <> '${APP_ROLE}'::regrole
          AND (relkind IN ('r', 'p', 'v', 'm')
               OR relkind = 'S' AND NOT EXISTS (
                 SELECT FROM pg_depend
                 WHERE classid = 'pg_class'::regclass AND objid = pg_class.oid AND deptype IN ('a', 'i')))
        UNION ALL
        SELECT format('ALTER TYPE %s OWNER TO ${APP_ROLE}', oid::regtype)
        FROM pg_type
        WHERE typnamespace = 'public'::regnamespace
          AND typowner <> '${APP_ROLE}'::regrole
          AND typtype IN ('e', 'd', 'r')
        UNION ALL
        SELECT format('ALTER ROUTINE %s OWNER TO ${APP_ROLE}', oid::regprocedure)
        FROM pg_proc
        WHERE pronamespace = 'public'::regnamespace AND proowner <> '${APP_ROLE}'::regrole`;
