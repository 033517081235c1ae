import {
  buildCauseRows,
  countCauses,
  TESTS_OF_CAUSE,
  type CauseRow,
} from '@svc/analysis/causes/cause-groups';
import { addPatterns } from '@svc/analysis/causes/cause-pattern';
import type { ErrorLimits } from '@svc/analysis/markdown/error-markdown';
import {
  renderFailureRow,
  renderRowLines,
  type ShownFailure,
} from '@svc/analysis/markdown/failure-markdown';
import { STATUS_MARKS } from '@svc/analysis/text/status-marks';
import { renderMarkdownInlineCode } from '@svc/analysis/text/markdown';
import { buildTestKey } from '@svc/analysis/text/test-names';
import { formatUnsure, hasVerdict, pickLabelFields } from '@svc/analysis/verdicts/verdict-label';
import type { Cause, CauseList } from '@svc/contract/executions/causes';
import type { Report, ReportedFailure } from '../report/report.ts';
import type { SectionItem } from './sections.ts';

/**
 * The causes of these failures. `known`: as the server counted all of them. It counts excused failures too, which are
 * in a section of their own.
 */
export function mergeKnownCauses(
  failures: readonly ReportedFailure[],
  { known, excused }: { known: CauseList; excused: readonly ReportedFailure[] },
): CauseList {
  const listed = countCauses(failures, (failure) => ({
    fingerprint: failure.fingerprint,
    pattern: null,
    ...pickLabelFields(failure),
    confidence: failure.confidence,
    testKey: buildTestKey(failure),
    file: failure.file,
  }));
  const counts = new Map(known.items.map((cause) => [cause.fingerprint, cause]));
  const patterned = addPatterns(listed.items, failures, ({ error }) => error);
  const items = patterned.map((own): Cause => {
    const all = own.fingerprint === null ? undefined : counts.get(own.fingerprint);
    if (all === undefined) return own;
    const without = excused.filter(({ fingerprint }) => fingerprint === own.fingerprint).length;
    return {
      ...all,
      tests: Math.max(own.tests, all.tests - without),
      files: Math.max(own.files, all.files),
      ...(!hasVerdict(all) && {
        ...pickLabelFields(own),
        confidence: own.confidence,
      }),
    };
  });
  const own = new Set(items.map(({ fingerprint }) => fingerprint));
  const whole = excused.map(({ fingerprint }) => fingerprint).filter((one) => !own.has(one));
  return {
    items: items.toSorted((one, other) => other.tests - one.tests),
    total: Math.max(items.length, known.total - new Set(whole).size),
  };
}

/** A block for each cause, and for each failure whose cause no other failure has. */
export function buildFailureItems(
  failures: readonly ReportedFailure[],
  causes: CauseList,
  options: { seen: Map<string, string>; limits: ErrorLimits },
): SectionItem[] {
  return buildItems(failures, causes, (row) =>
    renderFailureRow(row, { ...options, most: TESTS_OF_CAUSE, describe: toShownFailure }),
  );
}

/** A line for each cause that is gone, and for each test that was fixed alone. */
export function buildFixedItems(fixed: Report['fixed'], causes: CauseList): SectionItem[] {
  return buildItems(fixed, causes, (row) =>
    renderRowLines(row, { mark: STATUS_MARKS.passed, most: TESTS_OF_CAUSE }),
  );
}

function buildItems<Item extends { fingerprint: string | null }>(
  items: readonly Item[],
  causes: CauseList,
  render: (row: CauseRow<Item>) => string,
): SectionItem[] {
  const rows = buildCauseRows(items, { causes, fingerprintOf: ({ fingerprint }) => fingerprint });
  return rows.map((row) => ({
    text: render(row),
    count: row.kind === 'cause' ? row.cause.tests : 1,
  }));
}

function toShownFailure(failure: ReportedFailure): ShownFailure {
  const { error } = failure;
  return { ...failure, errors: error === null ? [] : [error], facts: listFacts(failure) };
}

function listFacts(failure: ReportedFailure): string[] {
  const { change, attempts, status, fingerprint } = failure;
  return [
    ...(change === null ? [] : [CHANGES[change]]),
    ...(status === 'timedOut' ? ['timed out'] : []),
    ...(attempts > 1 ? [`${attempts} attempts, all failed`] : []),
    ...listLabelFacts(failure),
    ...(fingerprint === null ? [] : [renderMarkdownInlineCode(fingerprint.slice(0, 16))]),
  ];
}

function listLabelFacts({ classification, candidates, confidence }: ReportedFailure): string[] {
  if (classification === null) return candidates === undefined ? [] : [formatUnsure(candidates)];
  const sure = confidence === null ? '' : `, ${Math.round(confidence * 100)} % sure`;
  return [`${renderMarkdownInlineCode(classification)}${sure}`];
}

const CHANGES = {
  regression: 'passed in the base',
  'new-test': 'a new test',
  'still-failing': 'failed in the base too',
} as const;
