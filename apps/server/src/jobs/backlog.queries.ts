import type { Database } from '../db/connections/database.ts';

/** Work that waits for a job. */
export interface Backlog {
  queue: 'roll-ups' | 'postponed-roll-ups' | 'analyses' | 'outbox';
  /** Number of waiting items, counted up to 100,000. */
  items: number;
  /** Age of the oldest item, in seconds; 0 if there is none. */
  ageSeconds: number;
}

export function listBacklogs(database: Database): Promise<Backlog[]> {
  return database.query<Backlog>(
    `SELECT 'roll-ups' AS queue, ${itemsAndAge('changed_at')}
     FROM (SELECT changed_at FROM execution_changes ORDER BY organization_id, changed_at LIMIT 100000) AS waiting
     UNION ALL
     SELECT 'postponed-roll-ups', ${itemsAndAge('changed_at')}
     FROM (
       SELECT changed_at FROM execution_changes WHERE changed_at > clock_timestamp() LIMIT 100000
     ) AS waiting
     UNION ALL
     SELECT 'analyses', ${itemsAndAge('queued_at')}
     FROM (SELECT queued_at FROM due_analyses ORDER BY organization_id, is_news DESC, queued_at LIMIT 100000) AS waiting
     UNION ALL
     SELECT 'outbox', ${itemsAndAge('created_at')}
     FROM (SELECT created_at FROM outbox ORDER BY due_at LIMIT 100000) AS waiting`,
  );
}

/** The time of a change that was postponed after a failure is in the future. */
function itemsAndAge(column: string): string {
  return `count(*)::integer AS items,
            greatest(0, coalesce(extract(epoch FROM clock_timestamp() - min(${column})), 0))::float8 AS "ageSeconds"`;
}
