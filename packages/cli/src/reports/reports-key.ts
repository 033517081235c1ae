import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import type { ResolvedOptions } from '@svc/reporter-core/session/options';
import type { ReportFile } from './report-files.ts';
import type { ReportFlags } from './report-flags.ts';

/**
 * A key for these reports, and for the execution if no other upload adds to it. It is equal for the same command over
 * the same reports, so that an interrupted command can be repeated and each result counts once. A new test run writes
 * other reports, if only by their times, so it is another execution.
 */
export async function reportsKey(
  files: readonly ReportFile[],
  { project, name, leg, tags, environment }: ResolvedOptions,
  { framework, branch, commit, root, format }: ReportFlags,
): Promise<string> {
  const facts = { project, name, leg, tags, environment, framework, branch, commit, root, format };
  const digest = createHash('sha256').update(JSON.stringify(facts));
  for (const { path } of files) digest.update(await contentDigest(path));
  return `reports:${digest.digest('hex').slice(0, 32)}`;
}

async function contentDigest(path: string): Promise<Buffer> {
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

const CHUNK_BYTES = 1024 * 1024;
