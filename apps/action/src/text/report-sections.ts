import { NO_CAUSES } from '@svc/analysis/causes/cause-groups';
import { formatCauseCount } from '@svc/analysis/causes/cause-words';
import { escapeMarkdown } from '@svc/analysis/text/markdown';
import { formatCount, formatNumber } from '@svc/contract/zod-free/amounts';
import { toTerminalLine } from '@svc/reporter-core/text/terminal-text';
import type { CauseList } from '@svc/contract/executions/causes';
import { sumChanges, type Report, type ReportedFailure } from '../report/report.ts';
import type { ErrorLimits } from './error-text.ts';
import { mergeKnownCauses, buildFailureItems, buildFixedItems } from './cause-items.ts';
import { renderExcused, renderFlaky, renderOutsideBlock } from './failure-blocks.ts';
import type { Section, SectionItem } from './sections.ts';

/** Sections of a summary and a comment: new failures first, then errors, old failures and flaky tests. */
export function buildReportSections(report: Report, limits: ErrorLimits): Section[] {
  const { causes, outside, flaky, fixed, failures } = report;
  const seen = new Map<string, string>();
  const changes = sumChanges(report);
  const base = formatBase(report);
  const section = (
    isOfSection: (failure: ReportedFailure) => boolean,
    { known, counted: all }: { known: CauseList; counted: number },
    headingOf: (total: number, ofWhat: CauseList) => string,
  ): Section => {
    const own = failures.filter(isOfSection);
    const excused = own.filter((failure) => failure.excused !== null);
    const blocking = own.filter((failure) => failure.excused === null);
    const groups = mergeKnownCauses(blocking, { known, excused });
    const total = Math.max(blocking.length, all - excused.length);
    const items = buildFailureItems(blocking, groups, { seen, limits });
    return { heading: headingOf(total, groups), items, total, separator: '\n\n', noun: 'failures' };
  };
  const excused = failures.filter((failure) => failure.excused !== null);
  const isCompared = changes !== null || failures.some(hasChange(['regression', 'new-test']));
  const uncompared = failures.filter(hasChange([null])).length + report.unlisted;
  const improvements = Math.max(fixed.length, changes?.improvements ?? 0);
  return [
    section(
      hasChange(['regression', 'new-test']),
      { known: causes.new, counted: (changes?.regressions ?? 0) + (changes?.newFailing ?? 0) },
      (total, ofWhat) =>
        `#### New here: ${formatCount(total, 'failure')}${formatCauseCount(total, ofWhat)}`,
    ),
    {
      heading: `#### ${formatCount(outside.length, 'error')} outside of tests`,
      items: outside.map((error) => toItem(renderOutsideBlock(error, limits))),
      total: outside.length,
      separator: '\n\n',
      noun: 'errors',
    },
    section(hasChange([null]), { known: causes.uncompared, counted: uncompared }, () =>
      isCompared ? '#### Other failures' : '',
    ),
    section(
      hasChange(['still-failing']),
      { known: causes.still, counted: changes?.stillFailing ?? 0 },
      (total, ofWhat) =>
        `#### Also failing ${base}: ${formatNumber(total)}${formatCauseCount(total, ofWhat)}${withOtherErrors(changes?.otherErrors ?? 0)}`,
    ),
    buildListSection(
      excused.map((failure) => toItem(renderExcused(failure))),
      { what: '#### Excused', total: excused.length, noun: 'excused failures' },
    ),
    buildListSection(
      flaky.map((test) => toItem(renderFlaky(test))),
      { what: '#### Flaky', total: flaky.length, noun: 'flaky tests' },
    ),
    {
      heading: `#### Fixed: ${formatCount(improvements, 'test')} that failed ${base}${formatCauseCount(improvements, fixed.length === 0 ? NO_CAUSES : causes.fixed)}`,
      items: buildFixedItems(fixed, causes.fixed),
      total: improvements,
      separator: '\n',
      noun: 'fixed tests',
    },
  ];
}

/** A failure with a new error is not an old failure. */
function withOtherErrors(count: number): string {
  return count === 0 ? '' : `, ${formatNumber(count)} with another error`;
}

function hasChange(changes: readonly ReportedFailure['change'][]) {
  return (failure: ReportedFailure): boolean => changes.includes(failure.change);
}

/** `on main`, for the branch of the bases. */
export function formatBase({ executions }: Pick<Report, 'executions'>): string {
  const branches = new Set(executions.flatMap(({ comparison }) => comparison?.branch ?? []));
  const [branch] = branches;
  return branches.size === 1 && branch !== undefined
    ? `on ${escapeMarkdown(toTerminalLine(branch))}`
    : 'in the base';
}

function buildListSection(
  items: SectionItem[],
  { what, total, noun }: { what: string; total: number; noun: string },
): Section {
  return { heading: `${what}: ${formatNumber(total)}`, items, total, separator: '\n', noun };
}

function toItem(text: string): SectionItem {
  return { text, count: 1 };
}
