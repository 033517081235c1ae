import { buildCommitUrl } from '@svc/contract/zod-free/commit-pages';
import type { AttentionSince } from '@svc/contract/history/attention';
import type { Scope } from '../../db/scope.ts';
import { toArrayLiteral } from '../../db/connections/plain-array.ts';

/** An execution's number in its project, and whose commit it tested. */
export interface DescribedExecution extends Pick<
  AttentionSince,
  'commit' | 'commitUrl' | 'author' | 'title'
> {
  number: number;
}

interface Row extends Omit<DescribedExecution, 'commitUrl'> {
  id: string;
  repository: string | null;
}

// Longer than any list shows.
const TITLE_CHARACTERS = 300;

/** These executions, by id. A deleted execution has no entry. */
export async function describeExecutions(
  scope: Scope,
  executionIds: readonly string[],
): Promise<Map<string, DescribedExecution>> {
  if (executionIds.length === 0) return new Map();
  const rows = await scope.query<Row>(
    `SELECT id,
            number,
            commit,
            nullif(trim(git ->> 'author'), '') AS author,
            nullif(left(trim(split_part(commit_message, E'\\n', 1)), ${TITLE_CHARACTERS}), '') AS title,
            git ->> 'repository' AS repository
     FROM executions
     WHERE organization_id = $1
       AND id = ANY ($2::uuid[])
       AND number IS NOT NULL`,
    [scope.organizationId, toArrayLiteral(executionIds)],
  );
  return new Map(
    rows.map(({ id, repository, ...row }) => [
      id,
      { ...row, commitUrl: buildCommitUrl(repository, row.commit) },
    ]),
  );
}
