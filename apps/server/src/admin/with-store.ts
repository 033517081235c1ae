import { readConfig } from '../config.ts';
import { openStoreBeside } from '../db/store.ts';
import { systemDeps, type Deps } from '../deps.ts';
import { firstOrganization } from '../features/organizations/organizations.queries.ts';
import { say, sayError } from '../say.ts';

export interface Organization {
  id: string;
  name: string;
}

/** Runs a command on the server's database, whether or not a server is running, and prints its lines. */
export async function withStore(command: (deps: Deps) => Promise<string[]>): Promise<void> {
  const config = readConfig(process.env, process.cwd());
  const store = await openStoreBeside(config, { info: sayError, warn: sayError });
  try {
    const deps = await systemDeps(config, store.databases);
    for (const line of await command(deps)) say(line);
  } finally {
    await store.close();
  }
}

/** The same for a command that acts for the organization. */
export async function withOrganization(
  command: (deps: Deps, organization: Organization) => Promise<string[]>,
): Promise<void> {
  await withStore(async (deps) => {
    const organization = await firstOrganization(deps.database);
    if (organization !== null) return command(deps, organization);
    throw new Error('the database is empty: start the server once, which makes the organization.');
  });
}
