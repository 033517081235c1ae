import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { testId } from '@svc/contract/zod-free/test-identity';
import { findRunningEmbeddedPostgres } from '@svc/server/operations';
import { copyHistory, type CopyOptions } from '../copy-sink.ts';
import { makeDemo } from './demo.ts';
import { generateHistory, type History } from '../generate-history.ts';
import type { HistoryOptions } from '../history-shape.ts';
import { makeProgress } from './progress.ts';
import { SeedError } from '../seed-error.ts';
import { sendHistory } from '../send-history.ts';
import { formatSummary } from './summary.ts';

export interface SeedOptions extends HistoryOptions {
  /** The server to upload to. Undefined: the organization "Demo" of the server that runs here. */
  url?: string | undefined;
  apiKey?: string | undefined;
  /** Write into this database by COPY instead of uploading. */
  databaseUrl?: string | undefined;
  /** Like `databaseUrl`, for the embedded database of a server that runs on this directory. */
  dataDir?: string | undefined;
  /** The file to which the truth is written, as JSON. */
  truth?: string | undefined;
}

/**
 * Makes a history and writes it to a server or a database. Returns the lines to print.
 * @throws SeedError for everything that the user can fix.
 */
export async function runSeed(options: SeedOptions, stderr: NodeJS.WriteStream): Promise<string[]> {
  const history = makeHistory(options);
  const startedAt = performance.now();
  const made = await store(history, options, stderr);
  if (options.truth !== undefined) await writeFile(options.truth, formatTruth(history));
  return formatSummary(history, { ...made, seconds: (performance.now() - startedAt) / 1000 });
}

function makeHistory(options: HistoryOptions): History {
  try {
    return generateHistory(options);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new SeedError(`--${error.message}.`, { cause: error });
  }
}

interface Stored {
  results: number;
  duplicates: number;
  /** The API key of the organization that was created for the history. */
  demoKey?: string;
}

async function store(
  history: History,
  { url, apiKey, ...options }: SeedOptions,
  stderr: NodeJS.WriteStream,
): Promise<Stored> {
  const databaseUrl = await findDatabaseUrl(options);
  const progress = makeProgress(history.shape.results, stderr);
  const copyTo = (copy: Pick<CopyOptions, 'databaseUrl' | 'organizationId'>): Promise<number> =>
    copyHistory(history, {
      ...copy,
      onCopied: progress.show,
      onDerived: (what, done, all) => progress.note(`deriving roll-ups: ${done} of ${all} ${what}`),
    });
  try {
    if (databaseUrl !== undefined) return { results: await copyTo({ databaseUrl }), duplicates: 0 };
    if (url === undefined && apiKey === undefined) {
      const demo = await makeDemo();
      return { results: await copyTo(demo), duplicates: 0, demoKey: demo.apiKey };
    }
    if (apiKey === undefined || apiKey === '') {
      throw new SeedError(
        'No API key. Pass one with --api-key or in SVC_API_KEY. The first start of the server prints one.',
      );
    }
    return await sendHistory(history.executions, {
      url: url ?? DEFAULT_URL,
      apiKey,
      onSent: ({ results, duplicates }) => progress.show(results + duplicates),
      onWait: (seconds) => progress.note(`waiting ${seconds} s for the server's rate limit`),
    });
  } finally {
    progress.end();
  }
}

const DEFAULT_URL = 'http://localhost:4400';

async function findDatabaseUrl({
  databaseUrl,
  dataDir,
}: Pick<SeedOptions, 'databaseUrl' | 'dataDir'>): Promise<string | undefined> {
  if (dataDir === undefined) return databaseUrl;
  if (databaseUrl !== undefined)
    throw new SeedError('--database-url and --data-dir cannot be used together.');
  const running = await findRunningEmbeddedPostgres(resolve(dataDir));
  if (running !== null) return running;
  throw new SeedError(
    `No database runs in ${resolve(dataDir)}: start its server, or omit --data-dir.`,
  );
}

function formatTruth({ truth, shape }: History): string {
  const tests = truth.tests.map((test) => ({ testId: testId(test), ...test }));
  return `${JSON.stringify({ shape, ...truth, tests }, null, 2)}\n`;
}
