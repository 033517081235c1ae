import type { ExecutionDetail, Result } from '@svc/contract/executions/executions';
import type { TestError } from '@svc/contract/executions/test-errors';
import { formatDuration, formatNumber } from '@svc/contract/zod-free/amounts';
import { buildCauseRows, countCauses } from '../causes/cause-groups.ts';
import { addPatterns } from '../causes/cause-pattern.ts';
import { countTestsPerCause, describeCut } from '../causes/shown-tests.ts';
import {
  formatAttemptFacts,
  formatTotalsFacts,
  formatWarnings,
} from '../executions/execution-words.ts';
import { groupResultsByLeg, splitOutcomes, type LegResult } from '../executions/results-by-leg.ts';
import { buildErrorKey } from '../fingerprint/fingerprint-words.ts';
import { escapeMarkdown, renderMarkdownLink } from '../text/markdown.ts';
import { formatFullTime } from '../text/times.ts';
import { renderOutsideError } from './error-markdown.ts';
import { renderFailureRow } from './failure-markdown.ts';
import { formatStatus } from '../text/status-marks.ts';
import { buildTestKey } from '../text/test-names.ts';
import { renderFlaky } from './test-markdown.ts';

/**
 * An execution as Markdown for a pull request: a folded block for each cause and each error outside tests, flaky tests
 * as a list. `limit`: entries of each part. `more`: Markdown that says where all of them are.
 */
export function renderExecution(
  execution: ExecutionDetail,
  { limit, more }: { limit: number; more: string },
): string {
  const outcomes = splitOutcomes(execution.results);
  const flaky = groupResultsByLeg(outcomes.flaky, execution);
  const outside = [
    ...execution.files.flatMap(({ file, errors }) => errors.map((error) => ({ file, error }))),
    ...execution.errors.map((error) => ({ file: null, error })),
  ];
  const cut = ({ length }: readonly unknown[]) =>
    length > limit ? [`${formatNumber(limit)} of ${formatNumber(length)}. More: ${more}`] : [];
  const blocks = [
    ...renderFailures(groupResultsByLeg(outcomes.failures, execution), { limit, more }),
    ...outside.slice(0, limit).map((one) => renderOutsideError(one)),
    ...cut(outside),
    flaky
      .slice(0, limit)
      .map(({ result, legs }) => renderFlaky({ ...result, legs }, result.attempts.length))
      .join('\n'),
    ...cut(flaky),
  ];
  return [
    ...renderHeading(execution),
    formatTotalsFacts(execution).join(', '),
    formatAttemptFacts(execution).join(', '),
    ...formatWarnings(execution),
    ...blocks,
  ]
    .filter((block) => block !== '')
    .join('\n\n');
}

function renderHeading(execution: ExecutionDetail): string[] {
  const { git, framework, frameworkVersion, ci } = execution;
  const name = renderMarkdownLink(`${execution.project} #${execution.number}`, execution.url);
  const facts = [
    `${git.branch ?? ''} ${git.commit?.slice(0, 7) ?? ''}`,
    `${framework} ${frameworkVersion ?? ''}`,
    formatDuration(execution.durationMs),
    formatFullTime(execution.startedAt),
  ].map((fact) => escapeMarkdown(fact).trim());
  const shown = [...facts, ci.url === undefined ? '' : renderMarkdownLink('CI run', ci.url)];
  return [
    `### ${formatStatus(execution.status)}: ${name}`,
    shown.filter((fact) => fact !== '').join(' · '),
  ];
}

/**
 * A block for each cause, the most tests first, and what is left out. Failures have one cause if all of their errors are
 * alike.
 */
function renderFailures(
  results: readonly LegResult[],
  { limit, more }: { limit: number; more: string },
): string[] {
  const failures = joinFailures(results);
  const counted = countCauses(failures, (failure) => ({
    ...failure,
    pattern: null,
    testKey: buildTestKey(failure),
  }));
  // Each cause has a row at least, so that no further one is shown.
  const first = addPatterns(counted.items.slice(0, limit), failures, ({ errors }) => errors[0]);
  const rows = buildCauseRows(failures, {
    causes: { items: [...first, ...counted.items.slice(limit)] },
    fingerprintOf: ({ fingerprint }) => fingerprint,
  });
  const options = { most: countTestsPerCause(rows, limit), seen: new Map<string, string>() };
  const cut = describeCut(rows, { count: rows.length, limit });
  return [
    ...rows
      .slice(0, limit)
      .map((row) => renderFailureRow(row, { ...options, describe: (one) => one })),
    ...(cut.isCut
      ? [[...(cut.causes === undefined ? [] : [`${cut.causes}.`]), `More: ${more}`].join(' ')]
      : []),
  ];
}

/** Joins the results of one test that failed alike in several legs, where their output or their numbers differ. */
function joinFailures(results: readonly LegResult[]) {
  const joined = new Map<string, ReturnType<typeof toShownFailure>>();
  for (const [index, one] of results.entries()) {
    const failure = toShownFailure(one);
    const key = `${failure.fingerprint ?? index} ${buildTestKey(failure)}`;
    const known = joined.get(key);
    if (known === undefined) joined.set(key, failure);
    else known.legs = [...new Set([...known.legs, ...failure.legs])];
  }
  return [...joined.values()];
}

function toShownFailure({ result, legs }: LegResult) {
  return { ...result, legs, fingerprint: buildErrorKey(result), errors: pickLastErrors(result) };
}

function pickLastErrors({ attempts }: Result): TestError[] {
  return attempts.findLast(({ errors }) => errors.length > 0)?.errors ?? [];
}
