import { compareRuns } from '@svc/analysis/compare-executions';
import type { CompareQuery, Comparison } from '@svc/contract/compare';
import type { Deps } from '../../deps.ts';
import { comparedSide } from './compared-side.ts';
import { describeTests } from './compared-tests.ts';
import { comparisonOf } from './comparison-answer.ts';
import { differingRuns } from './differing-runs.queries.ts';
import { findSides } from './execution-references.ts';
import { settleByHistory } from './settle-by-history.ts';

/**
 * What changed from `base` to `head`. Lists are whole, in the order of files and lines; slower and
 * faster tests by how much, the greatest change first. Of both sides a few columns of the results
 * that differ are read, and titles, errors and fingerprints of the tests that are reported.
 * @throws SvcError BAD_REQUEST and NOT_FOUND as `findSides` and `comparedSide` do.
 * @see definitions: compare
 */
export async function compare(
  { database, config }: Deps,
  { organizationId }: { organizationId: string },
  query: CompareQuery,
): Promise<Comparison> {
  const { base, head } = await findSides(database, organizationId, query);
  const found = await differingRuns(database, organizationId, {
    base,
    head,
    options: query,
    withFiles: base.hasFileErrors || head.hasFileErrors,
  });
  const [baseSide, headSide] = await Promise.all([
    comparedSide(database, organizationId, {
      parameter: 'base',
      execution: base,
      runs: found.base,
    }),
    comparedSide(database, organizationId, {
      parameter: 'head',
      execution: head,
      runs: found.head,
    }),
  ]);
  const compared = compareRuns(baseSide, headSide, query);
  const lists = await settleByHistory(database, organizationId, { base, head, compared });
  const tests = await describeTests(database, organizationId, {
    head,
    tests: Object.values(lists).flat(),
  });
  return comparisonOf(lists, { base, head, headSide, tests, baseUrl: config.baseUrl });
}
