import { createHash } from 'node:crypto';
import { withKnownDurations } from '@svc/analysis/split/known-durations';
import { splitFiles } from '@svc/analysis/split/split-files';
import type { ListedFile } from './listed-files.ts';

/** Which job runs which files: the `--json` of `svc split`. */
export interface SplitPlan {
  /** Null with `--even`. */
  project: string | null;
  /** Durations that the server received before this time count. Null with `--even`. */
  before: string | null;
  /** From how many executions the durations are. */
  executions: number;
  /** How many files there are, and how many of them have a known duration. */
  files: number;
  knownFiles: number;
  /** Identifies the plan: the same in all jobs that run the same plan. */
  digest: string;
  shards: SplitShard[];
}

export interface SplitShard {
  /** From 1. */
  index: number;
  /** Null if no duration is known. */
  expectedMs: number | null;
  /** As typed. */
  files: string[];
}

/** Divides the files by these durations, or evenly without any. */
export function divideFiles(
  listed: readonly ListedFile[],
  shards: number,
  durations: ReadonlyMap<string, number>,
): Pick<SplitPlan, 'files' | 'knownFiles' | 'digest' | 'shards'> {
  const givenOf = new Map(listed.map(({ file, given }) => [file, given]));
  const { files, known } = withKnownDurations(givenOf.keys(), durations);
  const split = splitFiles(files, shards);
  const digest = createHash('sha256');
  digest.update(JSON.stringify(split.map((shard) => shard.files.map(({ file }) => file))));
  return {
    files: files.length,
    knownFiles: known,
    digest: digest.digest('hex').slice(0, 8),
    shards: split.map((shard, position) => ({
      index: position + 1,
      expectedMs: known === 0 ? null : shard.durationMs,
      files: shard.files.map(({ file }) => givenOf.get(file) ?? file),
    })),
  };
}
