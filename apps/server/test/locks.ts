import { vi } from 'vitest';
import type { TestApp } from './app.ts';

/** Waits until a statement that contains the text waits for a lock. */
export async function untilLocked({ deps }: TestApp, text: string): Promise<void> {
  await vi.waitUntil(
    async () => {
      const waiting = await deps.database.query(
        `SELECT FROM pg_stat_activity
         WHERE datname = current_database()
           AND wait_event_type = 'Lock'
           AND position($1 IN query) > 0`,
        [text],
      );
      return waiting.length > 0;
    },
    { timeout: 10_000 },
  );
}

/** Waits until some transaction waits for a lock of the type: `advisory`, `transactionid`. */
export async function untilWaiting({ deps }: TestApp, locktype: string): Promise<void> {
  await vi.waitUntil(
    async () => {
      const waiting = await deps.database.query(
        `SELECT FROM pg_locks
         JOIN pg_stat_activity USING (pid)
         WHERE NOT granted AND locktype = $1 AND datname = current_database()`,
        [locktype],
      );
      return waiting.length > 0;
    },
    { timeout: 20_000, interval: 20 },
  );
}
