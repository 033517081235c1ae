import { countTestsPerCause } from '../causes/shown-tests.ts';
import { buildCauseRows, type CauseRow } from '../causes/cause-groups.ts';
import { formatCount } from '@svc/contract/zod-free/amounts';
import type { CauseList } from '@svc/contract/executions/causes';
import type { ComparedTest, Comparison, ImprovedTest } from '@svc/contract/executions/compare';
import { COMPARE_LIMITS } from '@svc/contract/zod-free/limits';
import { listNewFailing } from './comparison-words.ts';

/** A list of failures by cause. */
export interface CausePart<Test> {
  causes: CauseList;
  rows: CauseRow<Test>[];
  /** The number of tests. */
  total: number;
}

/** The lists of a comparison whose tests failed. */
export function groupByCause(comparison: Comparison): {
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
export function formatCutCauses<Test>(
  { causes, rows }: CausePart<Test>,
  limit: number,
  more: string,
): string[] {
  const shown = rows.slice(0, limit);
  const left = Math.max(0, causes.total - shown.length);
  const most = countTestsPerCause(rows, limit);
  const isCut = shown.some((row) => row.kind === 'cause' && row.items.length > most);
  // No command can show what the server does not list.
  const mayShowMore =
    limit < COMPARE_LIMITS.listedMost && (isCut || (left > 0 && shown.length === limit));
  return [
    ...(left === 0 ? [] : [`and ${formatCount(left, 'more cause')}${mayShowMore ? '.' : ''}`]),
    ...(mayShowMore ? ['More:', more] : []),
  ];
}
