import { createHash, type Hash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import type { IngestExecution } from '@svc/contract/executions/ingest';
import type { ResolvedOptions } from '@svc/reporter-core/options/options';
import type { ReportFile } from '../files/report-file.ts';
import type { RunDescription } from './run-description.ts';

/**
 * The key of an execution that no other upload adds to. It is equal for the same command over the same reports, so
 * that an interrupted command can be repeated and each result counts once. A new test run writes other reports, if
 * only by their times, so it is another execution.
 *
 * Without a time, two runs may write the same report. Their commit and branch then distinguish them. If the commit is
 * unknown, or the tree has changes or may have some, the time when the report was written does.
 */
export function buildExecutionKey(
  reportsKey: string,
  files: readonly ReportFile[],
  {
    git: { commit, branch, dirty },
    isCommitGiven,
  }: { git: NonNullable<IngestExecution['git']>; isCommitGiven: boolean },
): string {
  const timeless = files.filter(({ statedAt }) => statedAt === undefined);
  if (timeless.length === 0) return reportsKey;
  // Git knows nothing about the changes of a commit that the user names.
  const isClean = dirty === false || (dirty === undefined && isCommitGiven);
  const isCodeKnown = commit !== undefined && isClean;
  const written = isCodeKnown ? [] : timeless.map(({ modifiedAt }) => modifiedAt.getTime());
  const facts = JSON.stringify([reportsKey, commit, branch, written]);
  return formatKey(createHash('sha256').update(facts));
}

/**
 * A key for the content of these reports, read by this command. Identifies the part of the execution that the reports
 * are. Two jobs of a CI run may write equal reports, and each report is a separate run.
 */
export async function buildReportsKey(
  files: readonly ReportFile[],
  { project, name, leg, tags, environment }: ResolvedOptions,
  { framework, branch, commit, root, format }: RunDescription,
  ci: IngestExecution['ci'],
): Promise<string> {
  const job = ci?.runId === undefined ? undefined : ci.job;
  const command = { framework, branch, commit, root, format };
  const facts = { project, name, leg, tags, environment, ...command, job };
  const digest = createHash('sha256').update(JSON.stringify(facts));
  for (const path of files.flatMap(({ contents }) => contents)) {
    digest.update(await computeContentDigest(path));
  }
  return formatKey(digest);
}

function formatKey(digest: Hash): string {
  return `reports:${digest.digest('hex').slice(0, 32)}`;
}

async function computeContentDigest(path: string): Promise<Buffer> {
  const digest = createHash('sha256');
  try {
    await pipeline(createReadStream(path, { highWaterMark: CHUNK_BYTES }), digest);
  } catch (error) {
    // Reading the report will show what is wrong with the file.
    if (!(error instanceof Error && 'code' in error)) throw error;
    return Buffer.from(path);
  }
  return digest.digest();
}

// Read for each of many small files: larger buffers are garbage that takes longer than the reading.
const CHUNK_BYTES = 64 * 1024;
