import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import type { ResolvedOptions } from '@svc/reporter-core/session/options';
import type { ReportFile } from './report-files.ts';
import type { ReportFlags } from './report-flags.ts';

/**
 * Names what reports contribute, and the execution where no other upload adds to it: equal for the same
 * command over the same reports, so that a command that got half through is repeated as it is, and each result counted once.
 * Tests that run again make other reports, if only by their times, and another execution.
 */
export async function reportsKey(
  files: readonly ReportFile[],
  { project, name, leg, tags, environment }: ResolvedOptions,
  { framework, branch, commit, root, format }: ReportFlags,
): Promise<string> {
  const told = { project, name, leg, tags, environment, framework, branch, commit, root, format };
  const digest = createHash('sha256').update(JSON.stringify(told));
  for (const { path } of files) digest.update(await contentDigest(path));
  return `reports:${digest.digest('hex').slice(0, 32)}`;
}

async function contentDigest(path: string): Promise<Buffer> {
  const digest = createHash('sha256');
  try {
    await pipeline(createReadStream(path, { highWaterMark: CHUNK_BYTES }), digest);
  } catch (error) {
    // Reading the report tells what is wrong with its file.
    if (!(error instanceof Error && 'code' in error)) throw error;
    return Buffer.from(path);
  }
  return digest.digest();
}

const CHUNK_BYTES = 1024 * 1024;
