import { buildTimeWindow } from '../../search/time-window.ts';
import { trpc } from '../../server/trpc.ts';

/** The longest window that the period menu offers. */
export const LONGEST_DAYS = 365;

/** The newest execution of a year, of a project or of all: an empty page where nothing ever reported. */
export function buildNewestExecutionQuery(project: string | undefined, now: Date) {
  const { from } = buildTimeWindow({ days: LONGEST_DAYS }, now);
  const scope = project === undefined ? {} : { project };
  return trpc.executions.list.queryOptions({ ...scope, from, limit: 1 });
}
