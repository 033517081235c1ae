import { openDatabase, type Database, type DatabaseOptions } from './database.ts';
import { Outage, type OutageLog } from './outage.ts';
import { nameServer } from './server-name.ts';
import { Readiness } from './readiness.ts';
import { Replica } from '../replica/replica.ts';

/**
 * The connections of one server, separated by kind of work. Authentication and the readiness probe have their own
 * connections, so they find one even when uploads, answers or jobs use all of theirs. Uploads and answers use `of` with
 * their organization, which gets at most half of them.
 */
export interface Databases {
  /** Authentication, rate limits, sign-in: short statements that every request waits for. */
  essential: Database;
  answers: Database;
  uploads: Database;
  jobs: Database;
  /** Creating and detaching partitions. Detaching cannot run in a transaction, and may wait long. */
  ddl: Database;
  /** Answers may be read there. Absent without DATABASE_READ_URL. */
  replica?: Replica;
  readiness: Readiness;
  /** The address, and how many connections the job queue may open there by itself, with which name. */
  jobQueue: { url: string; connections: number; applicationName: string };
  close(): Promise<void>;
}

/** How many connections each kind of work has. */
export interface PoolSizes {
  readiness: number;
  essential: number;
  answers: number;
  uploads: number;
  jobs: number;
  jobQueue: number;
  ddl: number;
}

// One for roll-ups, one for a job that waits for an upload, and one for all others.
const JOBS = 3;
// Connections for the job queue's own tables.
const JOB_QUEUE = 1;
const DDL = 1;
const ESSENTIAL = 2;
const READINESS = 1;

/**
 * Splits `total` connections. Those without a fixed purpose go to answers and, slightly fewer, to uploads. Below 10,
 * the least that SVC_DATABASE_POOL_SIZE may be, some kind of work would have none.
 */
export function computePoolSizes(total: number): PoolSizes {
  const shared = total - READINESS - ESSENTIAL - JOBS - JOB_QUEUE - DDL;
  const uploads = Math.max(1, Math.floor(shared * 0.4));
  return {
    readiness: READINESS,
    essential: ESSENTIAL,
    jobs: JOBS,
    jobQueue: JOB_QUEUE,
    ddl: DDL,
    uploads,
    answers: shared - uploads,
  };
}

export function openDatabases(databaseUrl: string, total: number, log: OutageLog): Databases {
  const outage = new Outage(log);
  const sizes = computePoolSizes(total);
  const applicationName = nameServer(total);
  const open = (size: number, options: DatabaseOptions): Database =>
    openDatabase(databaseUrl, size, { ...options, outage, applicationName });
  const databases = {
    essential: open(sizes.essential, { work: 'essential' }),
    answers: open(sizes.answers, { work: 'answer' }),
    uploads: open(sizes.uploads, { work: 'upload' }),
    jobs: open(sizes.jobs, { work: 'job' }),
    ddl: open(sizes.ddl, { work: 'ddl' }),
  };
  const probe = open(sizes.readiness, { work: 'readiness' });
  return {
    ...databases,
    readiness: new Readiness(probe),
    jobQueue: { url: databaseUrl, connections: sizes.jobQueue, applicationName },
    close: async () => {
      const all = [...Object.values(databases), probe];
      await Promise.all(all.map((database) => database.close()));
    },
  };
}

/**
 * Adds the replica at `readUrl`, with as many connections for answers as the primary has for them.
 * @throws ConfigError when the address is that of something else than a replica of the databases.
 */
export async function addReplica(
  databases: Databases,
  readUrl: string,
  { total, log }: { total: number; log: OutageLog },
): Promise<Databases> {
  const { essential, close } = databases;
  const connections = computePoolSizes(total).answers;
  const replica = new Replica({ url: readUrl, connections, primary: essential, log });
  try {
    await replica.start();
  } catch (error) {
    await replica.close();
    throw error;
  }
  return {
    ...databases,
    replica,
    close: async () => {
      await Promise.all([replica.close(), close()]);
    },
  };
}
