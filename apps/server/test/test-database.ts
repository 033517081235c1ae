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

export interface TestDatabase {
  databaseUrl: string;
  drop(): Promise<void>;
}

/** An empty, migrated database of its own for the caller. */
export async function makeDatabase(): Promise<TestDatabase> {
  return copyTemplate(`svc_test_${randomBytes(8).toString('hex')}`);
}

let ofWorker: Promise<TestDatabase> | undefined;

/** The migrated database that the test files of this worker share. The end of the test run drops it. */
export function joinDatabase(): Promise<TestDatabase> {
  ofWorker ??= copyTemplate(workerDatabaseOf(inject('templateDatabase'), String(process.pid)));
  return ofWorker;
}

async function copyTemplate(name: string): Promise<TestDatabase> {
  const clusterUrl = inject('clusterUrl');
  await onCluster(clusterUrl, `CREATE DATABASE ${name} TEMPLATE ${inject('templateDatabase')}`);
  return {
    databaseUrl: databaseUrlOf(clusterUrl, name),
    drop: () => onCluster(inject('superuserUrl'), `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`),
  };
}

/** The name of a worker's database. */
export function workerDatabaseOf(templateDatabase: string, worker: string): string {
  return `${templateDatabase}_worker_${worker}`;
}

/** A database without tables. */
export async function makeBareDatabase(): Promise<TestDatabase> {
  const clusterUrl = inject('clusterUrl');
  const name = `svc_test_${randomBytes(8).toString('hex')}`;
  await onCluster(clusterUrl, `CREATE DATABASE ${name}`);
  return {
    databaseUrl: databaseUrlOf(clusterUrl, name),
    drop: () => onCluster(inject('superuserUrl'), `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`),
  };
}
