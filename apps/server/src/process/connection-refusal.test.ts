import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import pg from 'pg';
import { ConnectionError } from 'sequelize';
import { expect, inject, it, onTestFinished } from 'vitest';
import { databaseUrlOf, onCluster } from '../../test/cluster.ts';
import { openDatabase } from '../db/connections/database.ts';
import { connectionRefusal } from './connection-refusal.ts';

async function refusalOf(databaseUrl: string, statement = 'SELECT 1'): Promise<string | undefined> {
  const database = openDatabase(databaseUrl, 1);
  onTestFinished(() => database.close());
  const error = await database.query(statement).catch((reason: unknown) => reason);
  return connectionRefusal(error, { databaseUrl, databasePoolSize: 20, dataDir: '/data' });
}

it('names a database and a role that do not exist', async () => {
  const missing = databaseUrlOf(inject('clusterUrl'), 'svc_missing');
  expect(await refusalOf(missing)).toBe(
    'Postgres does not have the database of DATABASE_URL: database "svc_missing" does not exist. Create it with createdb, or correct the name.',
  );
  const stranger = new URL(inject('clusterUrl'));
  stranger.username = 'svc_stranger';
  expect(await refusalOf(stranger.href)).toMatch(/^Postgres (?:does not admit|rejects) .*stranger/);
});

it('says what a role needs that owns nothing', async () => {
  const role = `svc_test_${randomBytes(4).toString('hex')}`;
  await onCluster(inject('superuserUrl'), `CREATE ROLE ${role} LOGIN PASSWORD 'pw'`);
  onTestFinished(() => onCluster(inject('superuserUrl'), `DROP ROLE ${role}`));
  const url = new URL(databaseUrlOf(inject('clusterUrl'), inject('templateDatabase')));
  url.username = role;
  url.password = 'pw';
  expect(await refusalOf(url.href, 'SELECT 1 FROM executions')).toBe(
    'the role of DATABASE_URL lacks a right: permission denied for table executions. Make it the owner of the database: ALTER DATABASE name OWNER TO role.',
  );
});

it('says what to do about a full disk, with and without an embedded Postgres', () => {
  const error = Object.assign(
    new pg.DatabaseError('could not write init file: No space left on device', 60, 'error'),
    { code: '53100' },
  );
  const asked = { databaseUrl: null, databasePoolSize: 20, dataDir: '/data' };
  const expected =
    'The disk of /data is full: could not write init file: No space left on device. Free space, or name a folder on another disk in SVC_DATA_DIR.';
  expect(connectionRefusal(error, asked)).toBe(expected);
  expect(connectionRefusal(new ConnectionError(error), asked)).toBe(expected);
  expect(connectionRefusal(error, { ...asked, databaseUrl: 'postgres://db/svc' })).toMatch(
    /^The disk of Postgres is full: .* Free space there\.$/,
  );
});

it('says what is missing in the address, or too much', async () => {
  const url = new URL(inject('clusterUrl'));
  url.searchParams.set('sslmode', 'verify-full');
  expect(await refusalOf(url.href)).toMatch(/^Postgres does not admit .* Remove sslmode /);
  url.searchParams.delete('sslmode');
  url.searchParams.set('options', '-c search_path=nowhere');
  expect(await refusalOf(url.href, 'CREATE TABLE t (a int)')).toMatch(
    /^the search_path of this connection has no schema that exists: .* Create the schema, /,
  );
  const unsaid = new Error('SASL: SCRAM-SERVER-FIRST-MESSAGE: client password must be a string');
  expect(connectionRefusal(new ConnectionError(unsaid), undefined)).toMatch(
    /^Postgres rejects the user or the password of DATABASE_URL: .* has none: add it\.$/,
  );
});

it('recognises what is not Postgres, and leaves other errors alone', async () => {
  const other = createServer((socket) => {
    socket.once('data', () => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'));
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void other.close());
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;
  expect(await refusalOf(`postgres://svc:pw@127.0.0.1:${port}/svc`)).toMatch(
    /^what listens at the host and port of DATABASE_URL does not answer like Postgres: /,
  );
  expect(await refusalOf(inject('clusterUrl'), 'SELECT 1 / 0')).toBeUndefined();
});
