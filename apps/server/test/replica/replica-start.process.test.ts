import { expect, it, onTestFinished } from 'vitest';
import { startServer } from '../server.ts';
import { makeDatabase } from '../test-database.ts';

it('refuses to start with the primary as its replica', async () => {
  const { databaseUrl, drop } = await makeDatabase();
  onTestFinished(drop);
  const env = { DATABASE_READ_URL: databaseUrl };
  await expect(startServer({ databaseUrl, env })).rejects.toThrow(
    'svc: DATABASE_READ_URL is wrong: it is a primary itself, and no replica. Set it to a replica of the database that DATABASE_URL names, or remove it.',
  );
});

it('starts with a replica that does not answer, and says so', async () => {
  const { databaseUrl, drop } = await makeDatabase();
  onTestFinished(drop);
  const env = { DATABASE_READ_URL: 'postgres://svc@127.0.0.1:1/svc' };
  const server = await startServer({ databaseUrl, env });
  onTestFinished(() => server.stop());
  expect(server.output()).toMatch(
    /svc: the replica of DATABASE_READ_URL is left out: it does not answer \(.*ECONNREFUSED.*\)\. Answers come from the primary until it is back\./,
  );
  expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
});
