import type { IngestAnswer } from '@svc/contract/executions/ingest';
import type { TransactionScope } from '../../../db/scope.ts';
import {
  MERGED_GROUP_ID,
  type PartIdentity,
} from '../../../execution-life-cycle/parts/part-identity.ts';
import { hasLookAlikePart } from './look-alike-parts.queries.ts';

/**
 * Warnings about a part of an execution that other parts have reached before; empty without any. Both parts are
 * stored and count. A merged report repeats all parts on purpose.
 */
export async function partWarnings(
  scope: TransactionScope,
  part: PartIdentity & { executionId: string; week: string; testIds: readonly string[] },
): Promise<Pick<IngestAnswer, 'warnings'>> {
  if (part.groupId === MERGED_GROUP_ID || !(await hasLookAlikePart(scope, part))) return {};
  return { warnings: [{ code: 'PARTS_LOOK_ALIKE', message: LOOK_ALIKE }] };
}

const LOOK_ALIKE =
  'Another part of this execution has results of the same tests, and nothing tells the two apart. ' +
  'If they are legs of a CI matrix, set SVC_LEG to a different value in each.';
