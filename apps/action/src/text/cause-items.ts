import { causeRows, countCauses, TESTS_OF_CAUSE } from '@svc/analysis/causes/cause-groups';
import { causeMarkdown } from '@svc/analysis/causes/cause-markdown';
import { causeFacts, causeTitle } from '@svc/analysis/causes/cause-words';
import { fingerprintOf } from '@svc/analysis/fingerprint';
import { hasVerdict, labelFieldsIn } from '@svc/analysis/verdict-words';
import { markdownText } from '@svc/analysis/text/markdown';
import { counted } from '@svc/analysis/text/numbers';
import type { Cause, CauseList } from '@svc/contract/executions/causes';
import type { Report, ReportedFailure } from '../report/report.ts';
import type { ErrorLimits } from './error-text.ts';
import { failureBlock, failureMarkdown, testLine } from './failure-blocks.ts';
import type { SectionItem } from './sections.ts';

/**
 * The causes of these failures. `known`: as the server counted all of them. It counts excused failures too, which are
 * in a section of their own.
 */
export function causesOfTests(
  failures: readonly ReportedFailure[],
  { known, excused }: { known: CauseList; excused: readonly ReportedFailure[] },
): CauseList {
  const listed = countCauses(failures, (failure) => ({
    fingerprint: failure.fingerprint,
    pattern: null,
    ...labelFieldsIn(failure),
    confidence: failure.confidence,
    testKey: JSON.stringify([failure.file, failure.titlePath, failure.variant]),
    file: failure.file,
  }));
  const counts = new Map(known.items.map((cause) => [cause.fingerprint, cause]));
  const items = listed.items.map((own): Cause => {
    const all = own.fingerprint === null ? undefined : counts.get(own.fingerprint);
    if (all === undefined) return { ...own, pattern: patternOf(own, failures) };
    const without = excused.filter(({ fingerprint }) => fingerprint === own.fingerprint).length;
    return {
      ...all,
      tests: Math.max(own.tests, all.tests - without),
      files: Math.max(own.files, all.files),
      ...(!hasVerdict(all) && {
        ...labelFieldsIn(own),
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
function patternOf(
  { fingerprint, tests }: Cause,
  failures: readonly ReportedFailure[],
): string | null {
  if (tests < 2) return null;
  const { error = null } = failures.find((one) => one.fingerprint === fingerprint) ?? {};
  return error === null ? 'Failed without an error' : fingerprintOf(error).pattern;
}

/** A block for each cause, and for each failure that has a cause of its own. */
export function failureItems(
  failures: readonly ReportedFailure[],
  causes: CauseList,
  { seen, limits }: { seen: Map<string, string>; limits: ErrorLimits },
): SectionItem[] {
  return causeRows(failures, { causes, fingerprintOf: ({ fingerprint }) => fingerprint }).map(
    (row): SectionItem => {
      if (row.kind === 'test') return { text: failureBlock(row.item, seen, limits), count: 1 };
      const { cause, items } = row;
      const [first] = items;
      if (cause.fingerprint !== null) seen.set(cause.fingerprint, causeTitle(cause));
      const shown = items.slice(0, TESTS_OF_CAUSE);
      const text = causeMarkdown(cause, {
        mark: '❌',
        example: first === undefined ? null : failureMarkdown(first, limits),
        tests: shown.map(testLine),
        left: cause.tests - shown.length,
      });
      return { text, count: cause.tests };
    },
  );
}

/** A line for each cause that is gone, and for each test that was fixed alone. */
export function fixedItems(fixed: Report['fixed'], causes: CauseList): SectionItem[] {
  return causeRows(fixed, { causes, fingerprintOf: ({ fingerprint }) => fingerprint }).map(
    (row): SectionItem => {
      if (row.kind === 'test') return { text: `- ✅ ${testLine(row.item)}`, count: 1 };
      const { cause, items } = row;
      const shown = items.slice(0, TESTS_OF_CAUSE);
      const left = cause.tests - shown.length;
      const text = [
        `- ✅ ${[markdownText(causeTitle(cause)), ...causeFacts(cause)].join(' · ')}`,
        ...shown.map((test) => `  - ${testLine(test)}`),
        ...(left > 0 ? [`  - and ${counted(left, 'more test')}`] : []),
      ].join('\n');
      return { text, count: cause.tests };
    },
  );
}
