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
