import type { ComparedTest, Comparison } from '@svc/contract/executions/compare';
import { renderCause } from '../causes/cause-markdown.ts';
import { formatCauseCount, formatCauseTitle } from '../causes/cause-words.ts';
import { chooseShownTests, countTestsPerCause, TITLE_CHARACTERS } from '../causes/shown-tests.ts';
import { formatCutCauses, type CausePart } from '../compare/compared-causes.ts';
import { escapeMarkdown } from '../text/markdown.ts';
import { renderErrors, renderFoldedErrors } from './error-markdown.ts';
import { STATUS_MARKS } from './status-marks.ts';
import { formatTestPlace, formatTestTitle } from './test-markdown.ts';

interface PartOptions {
  title: string;
  list: keyof Comparison['causes'];
  /** The number of causes and tests. */
  limit: number;
  /** Markdown that says where the others are. */
  more: string;
  /** The names of failures shown before, by fingerprint. The part adds its own. */
  seen: Map<string, string>;
  /** Replaces an error that the answer lacks. */
  omitted: string | undefined;
}

/** A list of failures, one block for each cause. */
export function renderCausePart(
  failures: CausePart<ComparedTest>,
  { title, list, limit, more, seen, omitted }: PartOptions,
): string[] {
  if (failures.total === 0) return [];
  const isGone = list === 'improvements';
  const mark = isGone ? STATUS_MARKS.passed : STATUS_MARKS.failed;
  const rows = failures.rows.slice(0, limit);
  const most = countTestsPerCause(failures.rows, limit);
  const blocks = rows.flatMap((row) => {
    if (row.kind === 'test') return isGone ? [] : [renderFailure(row.item, seen, omitted)];
    const { cause, items } = row;
    if (cause.fingerprint !== null) seen.set(cause.fingerprint, formatCauseTitle(cause));
    const error = items.find((test) => test.error !== null)?.error;
    const { shown, left } = chooseShownTests({ cause, items, most });
    const example = error ? renderErrors([error]) : isGone || !omitted ? null : `${omitted}.`;
    return [renderCause(cause, { mark, example, tests: shown.map(renderTest), left })];
  });
  const fixed = rows.flatMap((row) =>
    isGone && row.kind === 'test' ? [`- ${mark} ${renderTest(row.item)}`] : [],
  );
  return renderPart(
    `${title}${formatCauseCount(failures.total, failures.causes)}`,
    [...blocks, ...(fixed.length === 0 ? [] : [fixed.join('\n')])],
    formatCutCauses(failures, limit, more),
  );
}

/** A list below its title, with what it leaves out. */
export function renderPart(
  title: string,
  blocks: readonly string[],
  cut: readonly string[],
): string[] {
  return [`**${title}**`, ...blocks, ...(cut.length === 0 ? [] : [cut.join(' ')])];
}

/** The full error, or the failure of another list with the same error. */
function renderFailure(
  test: ComparedTest,
  seen: Map<string, string>,
  omitted: string | undefined,
): string {
  const title = formatTestTitle(test, TITLE_CHARACTERS);
  const before = test.fingerprint === null ? undefined : seen.get(test.fingerprint);
  if (before !== undefined) {
    return `${STATUS_MARKS.failed} ${escapeMarkdown(title)}: same failure as ${escapeMarkdown(before)}`;
  }
  if (test.fingerprint !== null) seen.set(test.fingerprint, title);
  return renderFoldedErrors(
    `${title} (${formatTestPlace(test)})`,
    test.error === null ? [] : [test.error],
    omitted,
  );
}

function renderTest(test: ComparedTest): string {
  return escapeMarkdown(formatTestTitle(test));
}
