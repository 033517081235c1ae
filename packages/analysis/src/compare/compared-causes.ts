import { describeCut } from '../causes/shown-tests.ts';
import { buildCauseRows, type CauseRow } from '../causes/cause-groups.ts';
import type { CauseList } from '@svc/contract/executions/causes';
import type { ComparedTest, Comparison, ImprovedTest } from '@svc/contract/executions/compare';
import { COMPARE_LIMITS } from '@svc/contract/zod-free/limits';
import type { IdentifiedTest } from '../text/test-names.ts';
import { listNewFailing } from './comparison-words.ts';

/** A list of failures by cause. */
export interface CausePart<Test> {
  causes: CauseList;
  rows: CauseRow<Test>[];
  /** The number of tests. */
  total: number;
}

/** The lists of a comparison whose tests failed. */
export function groupComparedTests(comparison: Comparison): {
  regressions: CausePart<ComparedTest>;
  newFailing: CausePart<ComparedTest>;
  stillFailing: CausePart<ComparedTest>;
  improvements: CausePart<ImprovedTest>;
} {
  const { causes, summary, regressions, stillFailing, improvements } = comparison;
  const ofHead = (list: keyof Comparison['causes'], tests: readonly ComparedTest[]) => ({
    causes: causes[list],
    rows: buildCauseRows(tests, {
      causes: causes[list],
      fingerprintOf: ({ fingerprint }) => fingerprint,
    }),
    total: summary[list],
  });
  return {
    regressions: ofHead('regressions', regressions),
    newFailing: ofHead('newFailing', listNewFailing(comparison)),
    stillFailing: ofHead('stillFailing', stillFailing),
    improvements: {
      causes: causes.improvements,
      rows: buildCauseRows(improvements, {
        causes: causes.improvements,
        fingerprintOf: ({ baseFingerprint }) => baseFingerprint,
      }),
      total: summary.improvements,
    },
  };
}

/** `and 4980 more causes. More:` and `more`, for a part that does not show everything; otherwise nothing. */
export function formatCutCauses<Test extends IdentifiedTest>(
  { causes, rows }: CausePart<Test>,
  limit: number,
  more: string,
): string[] {
  const cut = describeCut(rows, { count: causes.total, limit });
  // The server lists as many as it was asked for. No command can show what it does not list.
  const mayShowMore =
    limit < COMPARE_LIMITS.listedMost &&
    (cut.isCut || (cut.causes !== undefined && rows.length >= limit));
  return [
    ...(cut.causes === undefined ? [] : [`${cut.causes}${mayShowMore ? '.' : ''}`]),
    ...(mayShowMore ? ['More:', more] : []),
  ];
}
