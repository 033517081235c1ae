import type { IngestBody, IngestExecution } from '@svc/contract/executions/ingest';
import { environmentOf, partOf } from './identity.ts';
import type { Result } from './results.ts';

/** A part of an execution, and its place, which says what a re-run replaces. */
export interface Part {
  group: string;
  /** 0 without shards, as is `index`. */
  total: number;
  index: number;
  passed: boolean;
  results: Result[];
}

/** The parts of these uploads, without merged reports. */
export function partsOf(bodies: IngestBody[], results: Result[]): Part[] {
  const parts = Map.groupBy(
    bodies.filter(({ execution }) => execution.merged !== true),
    partOf,
  );
  return [...parts].map(([name, requests]) => {
    const { shard, ...execution } = requests[0]?.execution ?? {};
    return {
      group: groupOf({ ...execution, ...(shard === undefined ? {} : { shard }) }),
      total: shard?.total ?? 0,
      index: shard?.index ?? 0,
      passed: requests.every(hasPassed),
      results: results.filter((result) => result.part === name),
    };
  });
}

/** Whether nothing in it failed or was interrupted. */
export function hasPassed({ execution, files = [], results }: IngestBody): boolean {
  return (
    execution.status === 'passed' &&
    (execution.errors ?? []).length === 0 &&
    files.every(({ errors = [] }) => errors.length === 0) &&
    results.every(({ status }) => status === 'passed' || status === 'skipped')
  );
}

/** The job only distinguishes parts without shards: some CI systems run each shard as a job with its own name. */
export function groupOf({
  shard,
  environment,
  leg,
  ci,
}: Pick<IngestExecution, 'shard' | 'environment' | 'leg' | 'ci'>): string {
  const job = shard === undefined ? ci?.job : undefined;
  return JSON.stringify([job ?? null, environmentOf(environment ?? {}), leg ?? null]);
}
