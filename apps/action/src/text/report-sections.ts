import { NO_CAUSES } from '@svc/analysis/causes/cause-groups';
import { ofCauses } from '@svc/analysis/causes/cause-words';
import { markdownText } from '@svc/analysis/text/markdown';
import { counted, grouped } from '@svc/analysis/text/numbers';
import { terminalLine } from '@svc/reporter-core/text/terminal-text';
import type { CauseList } from '@svc/contract/executions/causes';
import { changesOf, type Report, type ReportedFailure } from '../report/report.ts';
import type { ErrorLimits } from './error-text.ts';
import { causesOfTests, failureItems, fixedItems } from './cause-items.ts';
import { excusedText, flakyText, outsideBlock } from './failure-blocks.ts';
import type { Section, SectionItem } from './sections.ts';

/** What a summary and a comment say below their head: new failures first, then errors, old failures and flaky tests. */
export function reportSections(report: Report, limits: ErrorLimits): Section[] {
  const { causes, outside, flaky, fixed, failures } = report;
  const seen = new Map<string, string>();
  const changes = changesOf(report);
  const base = baseWords(report);
  const section = (
    isOfSection: (failure: ReportedFailure) => boolean,
    { known, counted: all }: { known: CauseList; counted: number },
    headingOf: (total: number, ofWhat: CauseList) => string,
  ): Section => {
    const own = failures.filter(isOfSection);
    const excused = own.filter((failure) => failure.excused !== null);
    const blocking = own.filter((failure) => failure.excused === null);
    const groups = causesOfTests(blocking, { known, excused });
    const total = Math.max(blocking.length, all - excused.length);
    const items = failureItems(blocking, groups, { seen, limits });
    return { heading: headingOf(total, groups), items, total, separator: '\n\n', noun: 'failures' };
  };
  const excused = failures.filter((failure) => failure.excused !== null);
  const isCompared = changes !== null || failures.some(of(['regression', 'new-test']));
  const uncompared = failures.filter(of([null])).length + report.unlisted;
  const improvements = Math.max(fixed.length, changes?.improvements ?? 0);
  return [
    section(
      of(['regression', 'new-test']),
      { known: causes.new, counted: (changes?.regressions ?? 0) + (changes?.newFailing ?? 0) },
      (total, ofWhat) => `#### New here: ${counted(total, 'failure')}${ofCauses(total, ofWhat)}`,
    ),
    {
      heading: `#### ${counted(outside.length, 'error')} outside of tests`,
      items: outside.map((error) => one(outsideBlock(error, limits))),
      total: outside.length,
      separator: '\n\n',
      noun: 'errors',
    },
    section(of([null]), { known: causes.uncompared, counted: uncompared }, () =>
      isCompared ? '#### Other failures' : '',
    ),
    section(
      of(['still-failing']),
      { known: causes.still, counted: changes?.stillFailing ?? 0 },
      (total, ofWhat) =>
        `#### Also failing ${base}: ${grouped(total)}${ofCauses(total, ofWhat)}${withOtherErrors(changes?.otherErrors ?? 0)}`,
    ),
    list(
      excused.map((failure) => one(excusedText(failure))),
      { what: '#### Excused', total: excused.length, noun: 'excused failures' },
    ),
    list(
      flaky.map((test) => one(flakyText(test))),
      { what: '#### Flaky', total: flaky.length, noun: 'flaky tests' },
    ),
    {
      heading: `#### Fixed: ${counted(improvements, 'test')} that failed ${base}${ofCauses(improvements, fixed.length === 0 ? NO_CAUSES : causes.fixed)}`,
      items: fixedItems(fixed, causes.fixed),
      total: improvements,
      separator: '\n',
      noun: 'fixed tests',
    },
  ];
}

/** A failure with a new error is no old one. */
function withOtherErrors(count: number): string {
  return count === 0 ? '' : `, ${grouped(count)} with another error`;
}

function of(changes: readonly ReportedFailure['change'][]) {
  return (failure: ReportedFailure): boolean => changes.includes(failure.change);
}

/** `on main`, for the branch of the bases. */
export function baseWords({ executions }: Pick<Report, 'executions'>): string {
  const branches = new Set(executions.flatMap(({ comparison }) => comparison?.branch ?? []));
  const [branch] = branches;
  return branches.size === 1 && branch !== undefined
    ? `on ${markdownText(terminalLine(branch))}`
    : 'in the base';
}

function list(
  items: SectionItem[],
  { what, total, noun }: { what: string; total: number; noun: string },
): Section {
  return { heading: `${what}: ${grouped(total)}`, items, total, separator: '\n', noun };
}

function one(text: string): SectionItem {
  return { text, count: 1 };
}
