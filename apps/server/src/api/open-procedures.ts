import type { Level } from '../http/trpc/trpc.ts';
import { appRouter } from './router.ts';

const PROCEDURES = Object.entries(appRouter._def.procedures) as unknown as [
  path: string,
  { _def: { meta?: { level?: Level } } },
][];

const OPEN_PATHS = new Set(
  PROCEDURES.filter(([, { _def }]) => ['public', 'user'].includes(_def.meta?.level ?? '')).map(
    ([path]) => path,
  ),
);

/** Whether the procedure may be called without an organization: its level is `public` or `user`. */
export function isOpenPath(path: string): boolean {
  return OPEN_PATHS.has(path);
}
