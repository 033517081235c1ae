import { buildCauseRows, countCauses, TESTS_OF_CAUSE } from '@svc/analysis/causes/cause-groups';
import { renderCause } from '@svc/analysis/causes/cause-markdown';
import { formatCauseFacts, formatCauseTitle } from '@svc/analysis/causes/cause-words';
import { computeFingerprint } from '@svc/analysis/fingerprint/fingerprint';
import { hasVerdict, pickLabelFields } from '@svc/analysis/analyze/verdict-words';
import { escapeMarkdown } from '@svc/analysis/text/markdown';
import { formatCount } from '@svc/contract/zod-free/amounts';
import type { Cause, CauseList } from '@svc/contract/executions/causes';
import type { Report, ReportedFailure } from '../report/report.ts';
import type { ErrorLimits } from './error-text.ts';
import { renderFailureBlock, renderFailure, renderTestLine } from './failure-blocks.ts';
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
    testKey: JSON.stringify([failure.file, failure.titlePath, failure.variant]),
    file: failure.file,
  }));
  const counts = new Map(known.items.map((cause) => [cause.fingerprint, cause]));
  const items = listed.items.map((own): Cause => {
    const all = own.fingerprint === null ? undefined : counts.get(own.fingerprint);
    if (all === undefined) return { ...own, pattern: findPattern(own, failures) };
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

/** Without a server, the pattern is made from the error of the first of several failures. */
function findPattern(
  { fingerprint, tests }: Cause,
  failures: readonly ReportedFailure[],
): string | null {
  if (tests < 2) return null;
  const { error = null } = failures.find((one) => one.fingerprint === fingerprint) ?? {};
  return error === null ? 'Failed without an error' : computeFingerprint(error).pattern;
}

/** A block for each cause, and for each failure whose cause no other failure has. */
export function buildFailureItems(
  failures: readonly ReportedFailure[],
  causes: CauseList,
  { seen, limits }: { seen: Map<string, string>; limits: ErrorLimits },
): SectionItem[] {
  return buildCauseRows(failures, { causes, fingerprintOf: ({ fingerprint }) => fingerprint }).map(
    (row): SectionItem => {
      if (row.kind === 'test')
        return { text: renderFailureBlock(row.item, seen, limits), count: 1 };
      const { cause, items } = row;
      const [first] = items;
      if (cause.fingerprint !== null) seen.set(cause.fingerprint, formatCauseTitle(cause));
      const shown = items.slice(0, TESTS_OF_CAUSE);
      const text = renderCause(cause, {
        mark: '❌',
        example: first === undefined ? null : renderFailure(first, limits),
        tests: shown.map(renderTestLine),
        left: cause.tests - shown.length,
      });
      return { text, count: cause.tests };
    },
  );
}

/** A line for each cause that is gone, and for each test that was fixed alone. */
export function buildFixedItems(fixed: Report['fixed'], causes: CauseList): SectionItem[] {
  return buildCauseRows(fixed, { causes, fingerprintOf: ({ fingerprint }) => fingerprint }).map(
    (row): SectionItem => {
      if (row.kind === 'test') return { text: `- ✅ ${renderTestLine(row.item)}`, count: 1 };
      const { cause, items } = row;
      const shown = items.slice(0, TESTS_OF_CAUSE);
      const left = cause.tests - shown.length;
      const text = [
        `- ✅ ${[escapeMarkdown(formatCauseTitle(cause)), ...formatCauseFacts(cause)].join(' · ')}`,
        ...shown.map((test) => `  - ${renderTestLine(test)}`),
        ...(left > 0 ? [`  - and ${formatCount(left, 'more test')}`] : []),
      ].join('\n');
      return { text, count: cause.tests };
    },
  );
}
