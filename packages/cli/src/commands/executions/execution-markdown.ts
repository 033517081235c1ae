import { renderFoldedErrors } from '@svc/analysis/markdown/error-markdown';
import type { ExecutionDetail, Result } from '@svc/contract/executions/executions';
import type { TestError } from '@svc/contract/executions/test-errors';
import { formatDuration, formatNumber } from '@svc/contract/zod-free/amounts';
import { formatFullTime } from '@svc/analysis/text/times';
import { UNICODE_GLYPHS } from '../../terminal/glyphs.ts';
import {
  renderMarkdownCommand,
  renderMarkdownLink,
  escapeMarkdown,
} from '@svc/analysis/text/markdown';
import { statusText } from '../../terminal/status.ts';
import { formatAttemptFacts, formatTotalsFacts, formatWarnings } from './execution-header.ts';
import type { ShownExecution } from './execution-text.ts';
import { buildErrorKey } from '../../wording/fingerprints.ts';
import { formatTestPlace } from '../../wording/test-names.ts';
import {
  type LegResult,
  formatLegResultTitle,
  groupResultsByLeg,
  splitOutcomes,
} from './results-by-leg.ts';
import { shortenCommit } from '../../wording/short-ids.ts';

/** One execution to paste into a pull request: a folded block for each failure, flaky tests as a list. */
export function renderExecutionMarkdown({ execution, limit, moreCommand }: ShownExecution): string {
  const outcomes = splitOutcomes(execution.results);
  const failures = groupResultsByLeg(outcomes.failures, execution);
  const flaky = groupResultsByLeg(outcomes.flaky, execution);
  const outside = [
    ...execution.files.flatMap(({ file, errors }) =>
      errors.map((error) => ({ title: file, error })),
    ),
    ...execution.errors.map((error) => ({ title: 'run-level error', error })),
  ];
  const blocks = [
    ...renderFailureBlocks(failures.slice(0, limit)),
    ...renderMore(failures.length, limit, moreCommand),
    ...outside.slice(0, limit).map(({ title, error }) => renderFoldedErrors(title, [error])),
    ...renderMore(outside.length, limit, moreCommand),
    flaky.slice(0, limit).map(renderFlakyItem).join('\n'),
    ...renderMore(flaky.length, limit, moreCommand),
  ];
  const facts = [formatTotalsFacts(execution), formatAttemptFacts(execution)].map((some) =>
    some.join(', '),
  );
  return [renderHeading(execution), ...facts, ...formatWarnings(execution), ...blocks]
    .filter((block) => block !== '')
    .join('\n\n');
}

function renderHeading(execution: ExecutionDetail): string {
  const { git, framework, frameworkVersion } = execution;
  const name = renderMarkdownLink(`${execution.project} #${execution.number}`, execution.url);
  const facts = [
    `${git.branch ?? ''} ${shortenCommit(git.commit) ?? ''}`,
    `${framework} ${frameworkVersion ?? ''}`,
    formatDuration(execution.durationMs),
    formatFullTime(execution.startedAt),
  ];
  const shown = [
    ...facts.map((fact) => escapeMarkdown(fact).trim()),
    execution.ci.url === undefined ? '' : renderMarkdownLink('CI run', execution.ci.url),
  ].filter((fact) => fact !== '');
  const status = statusText(execution.status, { glyphs: UNICODE_GLYPHS });
  return `### ${status}: ${name}\n\n${shown.join(' · ')}`;
}

/** A folded block for the first failure with its errors, and a line below it for each of the others. */
function renderFailureBlocks(failures: readonly LegResult[]): string[] {
  const blocks = new Map<string, string[]>();
  for (const [index, failure] of failures.entries()) {
    const { result } = failure;
    const name = `${formatLegResultTitle(failure, UNICODE_GLYPHS)} (${formatTestPlace(result)})`;
    const key = buildErrorKey(result) ?? `alone ${index}`;
    const block = blocks.get(key);
    if (block === undefined) blocks.set(key, [renderFoldedErrors(name, pickLastErrors(result))]);
    else block.push(`- ${UNICODE_GLYPHS.failed} ${escapeMarkdown(name)}: same error`);
  }
  return [...blocks.values()].map(([folded = '', ...others]) =>
    others.length === 0 ? folded : `${folded}\n\n${others.join('\n')}`,
  );
}

function pickLastErrors({ attempts }: Result): TestError[] {
  return attempts.findLast(({ errors }) => errors.length > 0)?.errors ?? [];
}

function renderFlakyItem(flaky: LegResult): string {
  const title = escapeMarkdown(formatLegResultTitle(flaky, UNICODE_GLYPHS));
  return `- ${UNICODE_GLYPHS.flaky} ${title}, passed on attempt ${flaky.result.attempts.length}`;
}

function renderMore(count: number, limit: number, moreCommand: string): string[] {
  return count > limit
    ? [
        `${formatNumber(limit)} of ${formatNumber(count)}. More: ${renderMarkdownCommand(moreCommand)}`,
      ]
    : [];
}
