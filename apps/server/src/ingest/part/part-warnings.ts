import { formatCount } from '@svc/contract/zod-free/amounts';
import type { IngestAnswer, IngestExecution } from '@svc/contract/executions/ingest';
import type { TransactionScope } from '../../db/scope.ts';
import { MERGED_GROUP_ID, type PartIdentity } from '../../executions/index.ts';
import { hasLookAlikePart } from './look-alike-parts.queries.ts';
import { computeAheadMs } from './part-times.ts';

type Warnings = NonNullable<IngestAnswer['warnings']>;

/**
 * Warnings about a part of an execution that other parts have reached before; empty without any. Both parts are
 * stored and count. A merged report repeats all parts on purpose.
 */
export async function listLookAlikeWarnings(
  scope: TransactionScope,
  part: Parameters<typeof hasLookAlikePart>[1],
): Promise<Warnings> {
  if (part.groupId === MERGED_GROUP_ID || !(await hasLookAlikePart(scope, part))) return [];
  const message = part.leg === null ? LOOK_ALIKE : formatLookAlikeLeg(part.leg);
  return [{ code: 'PARTS_LOOK_ALIKE', message }];
}

const LOOK_ALIKE =
  'Another part of this execution has results of the same tests, and nothing tells the two apart. ' +
  'If they are legs of a CI matrix, set SVC_LEG to a different value in each.';

/** A warning about two parts without a leg that count as two tries, which may be two legs that one step runs. */
export function buildTriesWarnings(
  { leg }: Pick<PartIdentity, 'leg'>,
  isSecondTry: boolean,
): Warnings {
  return isSecondTry && leg === null ? [{ code: 'PARTS_LOOK_ALIKE', message: TRIES }] : [];
}

const TRIES =
  'Another part of the same CI step ran the same tests before and failed, so this one counts as its second try. ' +
  'If they ran with different settings, set SVC_LEG to a different value for each.';

function formatLookAlikeLeg(leg: string): string {
  return (
    `Another part of this execution has results of the same tests and the same leg, '${leg}'. ` +
    'If they are two legs of a CI matrix, set SVC_LEG to a different value in each.'
  );
}

/** A warning about a part that began more than a minute after its receipt. */
export function buildClockWarnings(execution: IngestExecution, receivedAt: Date): Warnings {
  const ms = computeAheadMs(execution, receivedAt);
  if (ms === null) return [];
  const message =
    `The clock of the machine that ran the tests is ahead of the server's by ${formatWholeUnits(ms)} or more. ` +
    "The run counts as ended when the server received it. Set that clock; 'svc doctor' compares the two.";
  return [{ code: 'CLOCK_AHEAD', message }];
}

/** `3 minutes`, `30 hours`, `26,479 days`: whole units, rounded down. */
function formatWholeUnits(ms: number): string {
  const minutes = Math.floor(ms / 60_000);
  const [count, unit] =
    minutes < 2 * 60
      ? [minutes, 'minute']
      : minutes < 2 * 24 * 60
        ? [Math.floor(minutes / 60), 'hour']
        : [Math.floor(minutes / (24 * 60)), 'day'];
  return formatCount(count, unit);
}
