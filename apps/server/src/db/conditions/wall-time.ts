const WALL_TIME_MS =
  '(extract(epoch FROM executions.ended_at - executions.started_at) * 1000)::float8';
const OF_FINISHED = `FILTER (WHERE executions.status <> 'running')`;

/**
 * SQL aggregates over executions: the wall times (first shard's start to last shard's end) of finished executions.
 * Whole milliseconds, halves rounded up; null when none is finished.
 */
export const wallTime = {
  totalMs: `sum(${WALL_TIME_MS}) ${OF_FINISHED}`,
  averageMs: `floor(avg(${WALL_TIME_MS}) ${OF_FINISHED} + 0.5)`,
  p50Ms: percentileMs(0.5),
  p95Ms: percentileMs(0.95),
};

function percentileMs(fraction: number): string {
  return `floor(percentile_cont(${fraction}) WITHIN GROUP (ORDER BY ${WALL_TIME_MS}) ${OF_FINISHED} + 0.5)`;
}
