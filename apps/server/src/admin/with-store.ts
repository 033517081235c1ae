import { readConfig, type Config } from '../config.ts';
import { openDatabase, type Database } from '../db/connections/database.ts';
import { openStoreBeside } from '../db/store.ts';
import { createSystemDeps, type Deps } from '../deps.ts';
import { findFirstOrganization, listOrganizationsNamed } from '../people/index.ts';
import { say, sayError } from '../process/say.ts';

export interface CommandOrganization {
  id: string;
  name: string;
}

/** Undefined if they are wrong, which the command reports. */
export function readSettings(): Config | undefined {
  try {
    return readConfig(process.env, process.cwd());
  } catch {
    return undefined;
  }
}

/** Runs a command on the server's database, whether or not a server is running, and prints its lines. */
export async function runWithStore(command: (deps: Deps) => Promise<string[]>): Promise<void> {
  const config = readConfig(process.env, process.cwd());
  const store = await openStoreBeside(config, { info: sayError, warn: sayError });
  try {
    const deps = await createSystemDeps(config, store.databases);
    for (const line of await command(deps)) say(line);
  } finally {
    await store.close();
  }
}

/** Runs a command that opens the database itself, and prints its lines. */
export async function runWithConfig(command: (config: Config) => Promise<string[]>): Promise<void> {
  for (const line of await command(readConfig(process.env, process.cwd()))) say(line);
}

/**
 * Runs a command on the coordinator of a Citus cluster and prints its lines. Its statements have no time limit, and the
 * tables stay where they are.
 */
export async function runOnCluster(
  command: (database: Database, migrate: () => Promise<void>) => Promise<string[]>,
): Promise<void> {
  const config = readConfig(process.env, process.cwd());
  if (config.databaseUrl === null) {
    throw new Error(
      'the embedded Postgres has no Citus. Set DATABASE_URL to the coordinator of a cluster.',
    );
  }
  const log = { info: sayError, warn: sayError };
  const database = openDatabase(config.databaseUrl, 2, { work: 'migration' });
  try {
    const lines = await command(database, async () => {
      await (await openStoreBeside(config, log, { leaveTables: true })).close();
    });
    for (const line of lines) say(line);
  } finally {
    await database.close();
  }
}

/** As `runWithStore`, for a command that acts for one organization: the named one, or the oldest. */
export async function runWithOrganization(
  which: string | undefined,
  command: (deps: Deps, organization: CommandOrganization) => Promise<string[]>,
): Promise<void> {
  await runWithStore(async (deps) => {
    const organization =
      which === undefined
        ? await findFirstOrganization(deps.database)
        : await resolveOrganization(deps, which);
    if (organization !== null) return command(deps, organization);
    throw new Error(
      'there is no organization: start the server once on an empty database, or make one with svc-admin organizations create <name>.',
    );
  });
}

/**
 * The organization with this id, or else the only one with this name.
 * @throws Error that says how to find it.
 */
export async function resolveOrganization(deps: Deps, which: string): Promise<CommandOrganization> {
  return chooseOrganization(await listOrganizationsNamed(deps.database, which), which);
}

/** As `resolveOrganization`, among those with this id or name. */
export function chooseOrganization(
  named: readonly CommandOrganization[],
  which: string,
): CommandOrganization {
  // Others may have given their organization the id as its name.
  const byId = named.filter(({ id }) => id === which);
  const found = byId.length > 0 ? byId : named;
  const [organization] = found;
  if (organization === undefined)
    throw new Error(
      `there is no organization '${which}': 'svc-admin organizations list' shows all.`,
    );
  if (found.length === 1) return organization;
  const ids = found.map(({ id }) => id).join(', ');
  throw new Error(
    `${found.length} organizations have the name '${which}'. Give the id of one: ${ids}.`,
  );
}
