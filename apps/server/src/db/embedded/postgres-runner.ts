import { spawn, spawnSync, type ChildProcess, type SpawnOptions } from 'node:child_process';
import { access, chown, readdir } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { EmbeddedPostgresError } from './embedded-postgres-error.ts';
import { linkLibraries } from './library-links.ts';

type Program = 'initdb' | 'postgres';

/** Runs Postgres' programs on this machine as this user. */
export interface PostgresRunner {
  spawn(program: Program, args: string[], options?: SpawnOptions): ChildProcess;
  /** Makes the user that runs Postgres the owner of the folder and its contents. */
  own(folder: string): Promise<void>;
  exists(file: string): Promise<boolean>;
}

/**
 * Postgres refuses to run as root, and containers and CI often run as root. As root, Postgres runs in a user
 * namespace that maps root to another number. If that is refused, it runs under an unprivileged user id.
 * @throws EmbeddedPostgresError naming the ways out when there is no build or neither way works.
 */
export async function findPostgresRunner(dataDir: string): Promise<PostgresRunner> {
  const programs = await findPrograms();
  if (process.getuid?.() !== 0) return createDirectRunner(programs);
  if (canRun('unshare', [...NAMESPACE, programs.postgres, '--version'])) {
    return createNamespaceRunner(programs);
  }
  if (canRun(programs.postgres, ['--version'], UNPRIVILEGED))
    return createUnprivilegedRunner(programs);
  throw new EmbeddedPostgresError(
    `Postgres does not run as root, and here neither a user namespace nor user id ${UNPRIVILEGED.uid} can run it ` +
      `for ${dataDir}. Start svc as another user, or set DATABASE_URL to a Postgres of your own.`,
  );
}

const NAMESPACE = ['--user', '--map-user=1000', '--map-group=1000', '--'];
const UNPRIVILEGED = { uid: 1000, gid: 1000 };

type Programs = Record<Program, string>;

async function findPrograms(): Promise<Programs> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    const { initdb, postgres } = (await import(name)) as Programs;
    await linkLibraries(resolve(dirname(postgres), '../..'));
    return { initdb, postgres };
  } catch (error) {
    if (error instanceof EmbeddedPostgresError) throw error;
    throw new EmbeddedPostgresError(
      `There is no embedded Postgres for ${process.platform} on ${process.arch}. Set DATABASE_URL to a Postgres of your own.`,
      { cause: error },
    );
  }
}

function canRun(
  command: string,
  args: string[],
  user: { uid?: number; gid?: number } = {},
): boolean {
  return spawnSync(command, args, { ...user, cwd: '/', stdio: 'ignore' }).status === 0;
}

function createDirectRunner(programs: Programs): PostgresRunner {
  return {
    spawn: (program, args, options = {}) => spawn(programs[program], args, options),
    own: async () => {},
    exists,
  };
}

function createNamespaceRunner(programs: Programs): PostgresRunner {
  return {
    spawn: (program, args, options = {}) =>
      spawn('unshare', [...NAMESPACE, programs[program], ...args], options),
    own: async () => {},
    exists,
  };
}

function createUnprivilegedRunner(programs: Programs): PostgresRunner {
  return {
    spawn: (program, args, options = {}) =>
      spawn(programs[program], args, { cwd: '/', ...options, ...UNPRIVILEGED }),
    own: chownAll,
    exists,
  };
}

async function chownAll(folder: string): Promise<void> {
  await chown(folder, UNPRIVILEGED.uid, UNPRIVILEGED.gid);
  for (const entry of await readdir(folder)) {
    await chown(join(folder, entry), UNPRIVILEGED.uid, UNPRIVILEGED.gid);
  }
}

function exists(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  );
}
