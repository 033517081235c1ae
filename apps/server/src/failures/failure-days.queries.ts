import type { Scope } from '../db/scope.ts';
import { createBinds, type ExecutionsFilter } from '../db/conditions/execution-conditions.ts';
import { failureRows } from './failure-rows.queries.ts';

/** How many failures each group has on each of these days (UTC), by the fingerprint's hex digits. */
export async function countFailuresPerDay(
  scope: Scope,
  {
    filter,
    fingerprintIds,
    days,
  }: { filter: ExecutionsFilter; fingerprintIds: readonly string[]; days: readonly string[] },
): Promise<Map<string, number[]>> {
  const { bind, value } = createBinds(scope.organizationId);
  const rows = await scope.query<{ id: string; day: string; count: number }>(
    `WITH ${failureRows({ filter, fingerprintIds }, value)}
     SELECT replace(fingerprint_id::text, '-', '') AS id,
            -- Counts failures on the last day that began a moment in the future, because of a clock that is ahead.
            least((started_at AT TIME ZONE 'UTC')::date, ${value(days.at(-1))}::date)::text AS day,
            sum(failures)::integer AS count
     FROM failures
     GROUP BY 1, 2`,
    bind,
  );
  return new Map(
    [...Map.groupBy(rows, (row) => row.id)].map(([id, ofGroup]) => {
      const counts = new Map(ofGroup.map(({ day, count }) => [day, count]));
      return [id, days.map((day) => counts.get(day) ?? 0)];
    }),
  );
}
