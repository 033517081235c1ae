import type { Execution, ExecutionDetail } from '@svc/contract/executions/executions';
import { formatCount, formatDuration, formatNumber } from '@svc/contract/zod-free/amounts';
import { formatFullTime, formatRelativeTime } from '@svc/analysis/text/times';
import { wrapFacts, wrapText } from '../../terminal/lines/wrapped-lines.ts';
import type { Look } from '../../terminal/look.ts';
import { paintStatus, statusText } from '../../terminal/status.ts';
import { toTerminalLine } from '@svc/reporter-core/text/terminal-text';
import { shortenCommit } from '../../wording/short-ids.ts';

/** The execution's identity, outcome, time and place, and its page. */
export function formatExecutionHeader(execution: ExecutionDetail, look: Look): string[] {
  const { colors, columns, glyphs } = look;
  return [
    ...wrapFacts(formatIdentityFacts(execution, look), '  ', columns),
    ...wrapFacts(formatTotalsFacts(execution), ', ', columns),
    ...formatAttemptFacts(execution).flatMap((line) => wrapText(line, columns)),
    ...formatLegLines(execution).flatMap((line) => wrapText(line, columns)),
    ...formatWarnings(execution).flatMap((line) =>
      wrapText(`! ${line}`, columns).map(colors.yellow),
    ),
    ...wrapFacts(formatAboutFacts(execution, look), glyphs.dot, columns).map((line) =>
      colors.dim(line),
    ),
    look.link(execution.url, execution.url),
    ...formatCiRunLines(execution, look),
  ];
}

function formatIdentityFacts(execution: Execution, look: Look): string[] {
  const { project, number, git, framework, frameworkVersion, status } = execution;
  const { colors } = look;
  const commit = [
    git.branch,
    shortenCommit(git.commit),
    git.dirty === true ? '(dirty)' : undefined,
  ];
  const facts = [
    colors.bold(paintStatus(status, colors)(statusText(status, look))),
    colors.bold(look.link(`${toTerminalLine(project)} #${number}`, execution.url)),
    toTerminalLine(commit.filter((part) => part !== undefined).join(' ')),
    toTerminalLine(`${framework} ${frameworkVersion ?? ''}`),
    formatDuration(execution.durationMs),
    formatRelativeTime(execution.startedAt, look.now),
  ];
  return facts.filter((fact) => fact !== '');
}

/** `1,204 tests: 1,198 passed (1 flaky)`, `3 failed (1 excused)`, `3 skipped`. */
export function formatTotalsFacts({
  totals,
  excused,
}: Pick<Execution, 'totals' | 'excused'>): string[] {
  if (totals.tests === 0) return ['no tests'];
  const flaky = totals.flaky > 0 ? ` (${formatNumber(totals.flaky)} flaky)` : '';
  const failures = formatCounts([totals.failed, 'failed'], [totals.timedOut, 'timed out']);
  return [
    `${formatCount(totals.tests, 'test')}: ${formatNumber(totals.passed)} passed${flaky}`,
    ...failures.map((fact, index) =>
      // Of all failures.
      excused > 0 && index === failures.length - 1
        ? `${fact} (${formatNumber(excused)} excused)`
        : fact,
    ),
    ...formatCounts([totals.interrupted, 'interrupted'], [totals.skipped, 'skipped']),
  ];
}

function formatCounts(...all: [count: number, word: string][]): string[] {
  return all
    .filter(([count]) => count > 0)
    .map(([count, word]) => `${formatNumber(count)} ${word}`);
}

/** The attempt of its CI run, and the parts carried from an earlier one. */
export function formatAttemptFacts({
  attempt,
  shards,
}: Pick<Execution, 'attempt' | 'shards'>): string[] {
  const all = formatCount(shards.expected, 'part');
  return [
    ...(attempt > 1 ? [`attempt ${attempt} of its CI run`] : []),
    ...(shards.carried > 0
      ? [`${shards.carried} of ${all} carried: an earlier attempt passed them`]
      : []),
  ];
}

function formatLegLines({ legs }: Execution): string[] {
  return legs.length > 0 ? [toTerminalLine(`legs: ${legs.join(', ')}`)] : [];
}

/** Warnings that the totals are not the whole picture. */
export function formatWarnings({
  status,
  shards,
  partial,
  files,
  errors,
  errorsOmitted = 0,
  resultsExpiredAt,
}: ExecutionDetail): string[] {
  const missing = shards.expected - shards.received - shards.carried;
  const brokenFiles = files.filter((file) => file.errors.length > 0).length;
  return [
    ...(resultsExpiredAt === null
      ? []
      : [`retention deleted the results on ${resultsExpiredAt.slice(0, 10)}; the totals remain`]),
    ...(brokenFiles > 0
      ? [`${formatCount(brokenFiles, 'file')} failed outside tests (import or hook)`]
      : []),
    ...(errors.length > 0 ? [formatOutsideErrors(errors.length, errorsOmitted)] : []),
    ...(missing > 0 ? [formatMissingParts(missing, { status, shards })] : []),
    ...(partial.length > 0
      ? [`partial run: ${partial.map((reason) => PARTIAL_TEXTS[reason]).join(', ')}`]
      : []),
  ];
}

/** The server keeps the first errors of a run and counts the others. */
function formatOutsideErrors(kept: number, omitted: number): string {
  const text = `${formatCount(kept + omitted, 'error')} outside any test file`;
  return omitted > 0 ? `${text}: ${kept} kept` : text;
}

function formatMissingParts(
  missing: number,
  { status, shards }: Pick<Execution, 'status' | 'shards'>,
) {
  const isRunning = status === 'running';
  if (shards.expected === 1) {
    return isRunning ? 'its tests are still running' : 'it ended before all results arrived';
  }
  const still = isRunning ? 'still to come' : 'missing';
  return `${missing} of ${formatCount(shards.expected, 'part')} ${still}`;
}

const PARTIAL_TEXTS: Record<Execution['partial'][number], string> = {
  filter: 'a filter was set (-t, file names)',
  changed: 'only tests of changed files ran',
  'last-failed': 'only tests that failed before ran',
  bail: 'it stopped at a failure',
};

function formatAboutFacts(
  { name, startedAt, environment, ci, git }: Execution,
  { link }: Pick<Look, 'link'>,
): string[] {
  const job = [ci.workflow, ci.job].filter((part) => part !== undefined).join('/');
  const linked = (text: string, url: string | undefined) =>
    url === undefined ? toTerminalLine(text) : link(toTerminalLine(text), url);
  const facts = [
    formatFullTime(startedAt),
    toTerminalLine(name ?? ''),
    toTerminalLine(git.message?.split('\n', 1)[0] ?? ''),
    ci.pullRequest === undefined
      ? undefined
      : linked(`pull request ${ci.pullRequest}`, buildPullRequestUrl({ ci, git })),
    ci.provider === undefined ? undefined : linked(`${ci.provider} ${job}`.trim(), ci.url),
    environment['name'] === undefined
      ? undefined
      : `environment ${toTerminalLine(environment['name'])}`,
    toTerminalLine(environment['runtime'] ?? ''),
    ci.provider === undefined && ci.runId === undefined ? 'not from CI' : undefined,
  ];
  return facts.flatMap((fact) => fact || []);
}

/** GitHub's form; others have other ones. */
function buildPullRequestUrl({ ci, git }: Pick<Execution, 'ci' | 'git'>): string | undefined {
  const { repository } = git;
  if (ci.provider !== 'github' || repository?.startsWith('https://') !== true) return undefined;
  return `${repository}/pull/${ci.pullRequest}`;
}

/** The address of the CI run where a terminal shows no links. */
function formatCiRunLines({ ci }: Execution, { link }: Look): string[] {
  if (ci.url === undefined || link('run', ci.url) !== 'run') return [];
  return /^https?:\/\/\S+$/.test(ci.url) ? [`CI run ${toTerminalLine(ci.url)}`] : [];
}
