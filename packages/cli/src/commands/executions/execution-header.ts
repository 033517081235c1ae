import type { Execution, ExecutionDetail } from '@svc/contract/executions/executions';
import { formatDuration } from '@svc/contract/zod-free/amounts';
import {
  formatAttemptFacts,
  formatTotalsFacts,
  formatWarnings,
} from '@svc/analysis/executions/execution-words';
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

function formatLegLines({ legs }: Execution): string[] {
  return legs.length > 0 ? [toTerminalLine(`legs: ${legs.join(', ')}`)] : [];
}

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
