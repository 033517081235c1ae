import { shortenLine } from '@svc/reporter-core/text/terminal-text';
import { renderCause } from '@svc/analysis/causes/cause-markdown';
import { formatCauseTitle, formatCauseCount } from '@svc/analysis/causes/cause-words';
import { renderMarkdownCommand, escapeMarkdown } from '@svc/analysis/text/markdown';
import type { ComparedTest, Comparison } from '@svc/contract/executions/compare';
import { UNICODE_GLYPHS } from '../../terminal/glyphs.ts';
import { shownTests, testsOfCause, TITLE_CHARACTERS } from '../../wording/cause-lines.ts';
import { errorsMarkdown, foldedErrors } from '../executions/execution-markdown.ts';
import { resultPlace, resultTitle } from '../../wording/test-names.ts';
import { cutCauses, type CausePart } from './compared-causes.ts';
import type { ShownComparison } from './comparison-parts.ts';

/** A list of failures, one block for each cause. `seen`: the names of failures shown before, by fingerprint. */
export function causePartMarkdown(
  {
    title,
    limit,
    moreCommand,
    seen,
    omitted,
  }: ShownComparison & { title: string; seen: Map<string, string>; omitted: string | undefined },
  failures: CausePart<ComparedTest>,
  list: keyof Comparison['causes'],
): string[] {
  if (failures.total === 0) return [];
  const isGone = list === 'improvements';
  const mark = isGone ? UNICODE_GLYPHS.passed : UNICODE_GLYPHS.failed;
  const rows = failures.rows.slice(0, limit);
  const most = testsOfCause(failures.rows, limit);
  const blocks = rows.flatMap((row) => {
    if (row.kind === 'test') return isGone ? [] : [failure(row.item, seen, omitted)];
    const { cause, items } = row;
    if (cause.fingerprint !== null) seen.set(cause.fingerprint, formatCauseTitle(cause));
    const error = items.find((test) => test.error !== null)?.error;
    const { shown, left } = shownTests({ cause, items, most });
    const example = error ? errorsMarkdown([error]) : isGone || !omitted ? null : `${omitted}.`;
    return [renderCause(cause, { mark, example, tests: shown.map(testItem), left })];
  });
  const fixed = rows.flatMap((row) =>
    isGone && row.kind === 'test' ? [`- ${mark} ${testItem(row.item)}`] : [],
  );
  return wholePart(
    `${title}${formatCauseCount(failures.total, failures.causes)}`,
    [...blocks, ...(fixed.length === 0 ? [] : [fixed.join('\n')])],
    cutCauses(failures, limit, renderMarkdownCommand(moreCommand)),
  );
}

/** A list below its title, with what it leaves out. */
export function wholePart(
  title: string,
  blocks: readonly string[],
  cut: readonly string[],
): string[] {
  return [`**${title}**`, ...blocks, ...(cut.length === 0 ? [] : [cut.join(' ')])];
}

/** The full error, or the failure of another list with the same one. */
function failure(
  test: ComparedTest,
  seen: Map<string, string>,
  omitted: string | undefined,
): string {
  const title = resultTitle(test, UNICODE_GLYPHS);
  const before = test.fingerprint === null ? undefined : seen.get(test.fingerprint);
  if (before !== undefined) {
    const sign = UNICODE_GLYPHS.failed;
    return `${sign} ${escapeMarkdown(title)}: same failure as ${escapeMarkdown(before)}`;
  }
  if (test.fingerprint !== null) seen.set(test.fingerprint, title);
  return foldedErrors(
    `${shortenLine(title, TITLE_CHARACTERS)} (${shortenLine(resultPlace(test))})`,
    test.error === null ? [] : [test.error],
    omitted,
  );
}

function testItem(test: ComparedTest): string {
  return escapeMarkdown(shortenLine(resultTitle(test, UNICODE_GLYPHS)));
}
