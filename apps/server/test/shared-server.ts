import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { openDatabase } from '../src/db/connections/database.ts';
import { createScope } from '../src/db/scope.ts';
import { systemRandom } from '../src/random.ts';
import { createApiKey } from '../src/people/api-keys/api-keys.service.ts';
import { testClock } from './clock.ts';
import type { SharedServer, TestServer } from './server.ts';

export interface SharedServerDoor {
  /** Answers a request with a SharedServer and a new organization. */
  url: string;
  close(): Promise<void>;
}

/** Offers the shared server of a test run, which the first request starts. */
export async function offerSharedServer(
  start: () => Promise<TestServer>,
): Promise<SharedServerDoor> {
  let starting: Promise<TestServer> | undefined;
  const enter = async (): Promise<SharedServer> => {
    starting ??= start();
    const { url, databaseUrl } = await starting;
    return { url, apiKey: await makeOrganization(databaseUrl) };
  };
  const door = createServer((_, response) => {
    enter().then(
      (server) => response.end(JSON.stringify(server)),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  }).listen(0, '127.0.0.1');
  await once(door, 'listening');
  const { port } = door.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    close: async () => {
      door.close();
      door.closeAllConnections();
      await (await starting)?.stop();
    },
  };
}

/** Creates an organization; returns its API key. */
export async function makeOrganization(databaseUrl: string): Promise<string> {
  const database = openDatabase(databaseUrl, 1);
  try {
    const organizationId = systemRandom.id();
    await database.query(
      'INSERT INTO organizations (organization_id, name, created_at) VALUES ($1, $2, now())',
      [organizationId, 'Default'],
    );
    const deps = { random: systemRandom, clock: testClock };
    const scope = createScope(database, organizationId);
    return (await createApiKey(deps, scope, { name: 'test', createdBy: null })).text;
  } finally {
    await database.close();
  }
}
