import type { IngestExecution } from '@svc/contract/executions/ingest';
import { INGEST_LIMITS } from '@svc/contract/zod-free/limits';
import type { Environment, Setting } from './setting-reader.ts';

type Shard = NonNullable<IngestExecution['shard']>;

/** The shard that the test framework runs; else the shard whose files `svc split … -- <command>` passed to it. */
export function chooseShard(
  own: Shard | undefined,
  env: Environment = process.env,
): Shard | undefined {
  return own ?? SPLIT_SHARD.read(env['SVC_SHARD']?.trim());
}

/** Whether file names on the command line are a shard, which leaves out nothing, and no filter. */
export function areFilesShard(own: Shard | undefined, env: Environment = process.env): boolean {
  return own === undefined && chooseShard(own, env) !== undefined;
}

/** `SVC_SHARD`, such as `2/4`. The test framework knows nothing of this shard. */
export const SPLIT_SHARD: Setting<Shard> = {
  expected: 'a shard and the count of all, such as 2/4',
  read: (value) => {
    const [, index, total] = /^(\d+)\/(\d+)$/.exec(String(value)) ?? [];
    const shard = { index: Number(index), total: Number(total) };
    const isShard = shard.index >= 1 && shard.index <= shard.total;
    return isShard && shard.total <= INGEST_LIMITS.shards ? shard : undefined;
  },
};
