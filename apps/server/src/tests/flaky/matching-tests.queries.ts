import type { TestState } from '@svc/contract/executions/outcomes';
import type { Scope } from '../../db/scope.ts';
import { createBinds } from '../../db/conditions/execution-conditions.ts';
import { toArrayLiteral } from '../../db/connections/plain-array.ts';
import { testSearchCondition } from '../../history/test-search.ts';

/** Reads those of these tests that are in one of the states and have the text in their title or file. */
export async function readMatchingTests(
  scope: Scope,
  {
    testIds,
    search,
    states,
  }: {
    testIds: readonly string[];
    search?: string | undefined;
    states?: readonly TestState[] | undefined;
  },
): Promise<Set<string>> {
  const { bind, value } = createBinds(scope.organizationId);
  const conditions = [
    'tests.organization_id = $1',
    `tests.id = ANY (${value(toArrayLiteral(testIds))}::uuid[])`,
  ];
  if (search !== undefined) conditions.push(testSearchCondition(search, value));
  // A test with evidence of flakiness is not `unknown`, even with few runs.
  if (states !== undefined) {
    const wanted = `ANY (${value(toArrayLiteral(states))}::text[])`;
    conditions.push(`coalesce(test_states.state, 'healthy') ::text = ${wanted}`);
  }
  const rows = await scope.query<{ testId: string }>(
    `SELECT replace(tests.id::text, '-', '') AS "testId"
     FROM tests
     LEFT JOIN test_states ON test_states.organization_id = $1 AND test_states.test_id = tests.id
     WHERE ${conditions.join('\n       AND ')}`,
    bind,
  );
  return new Set(rows.map((row) => row.testId));
}
