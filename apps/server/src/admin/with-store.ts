import { readConfig } from '../config.ts';
import { openStoreBeside } from '../db/store.ts';
import { systemClock, systemRandom, type Deps } from '../deps.ts';
import { firstOrganization } from '../features/organizations/organizations.queries.ts';
import { say, sayError } from '../say.ts';
import { version } from '../version.ts';

export interface Organization {
  id: string;
  name: string;
}

/** Runs a command on the server's database, beside a running server or without one, and prints its lines. */
export async function withStore(
  command: (deps: Deps, organization: Organization) => Promise<string[]>,
): Promise<void> {
  const config = readConfig(process.env, process.env['INIT_CWD'] ?? process.cwd());
  const store = await openStoreBeside(config, { info: sayError, warn: sayError });
  try {
    const organization = await firstOrganization(store.database);
    if (organization === null) {
      throw new Error(
        'the database is empty: start the server once, which makes the organization.',
      );
    }
    const deps: Deps = {
      config,
      database: store.database,
      clock: systemClock,
      random: systemRandom,
      version,
    };
    for (const line of await command(deps, organization)) say(line);
  } finally {
    await store.close();
  }
}
