import { randomBytes } from 'node:crypto';
import { inject } from 'vitest';
import { databaseUrlOf, onCluster } from './cluster.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The cluster of this test run: TEST_DATABASE_URL, or an embedded Postgres started for it. */
    clusterUrl: string;
    /** The same as a superuser. Only a superuser may cancel an autovacuum that blocks dropping a database. */
    superuserUrl: string;
    templateDatabase: string;
    /** The address that `joinServer` sends its request to. */
    sharedServerDoor: string;
  }
}

/** An empty, migrated database of its own for the caller. */
export async function makeDatabase(): Promise<{ databaseUrl: string; drop(): Promise<void> }> {
  const clusterUrl = inject('clusterUrl');
  const name = `svc_test_${randomBytes(8).toString('hex')}`;
  await onCluster(clusterUrl, `CREATE DATABASE ${name} TEMPLATE ${inject('templateDatabase')}`);
  return {
    databaseUrl: databaseUrlOf(clusterUrl, name),
    drop: () => onCluster(inject('superuserUrl'), `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`),
  };
}
