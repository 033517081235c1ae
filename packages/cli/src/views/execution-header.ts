import type { Execution, ExecutionDetail } from '@svc/contract/executions';
import { counted } from '../format/counted.ts';
import { durationText } from '../format/duration.ts';
import type { Look } from '../format/look.ts';
import { fullTime, relativeTime } from '../format/relative-time.ts';
import { paintStatus, statusText } from '../format/status.ts';
import { terminalLine } from '../format/terminal-text.ts';
import { shortCommit } from './execution-columns.ts';

/** Which execution it is, how it went, where and when it ran, and its page. */
export function executionHeader(execution: ExecutionDetail, look: Look): string[] {
  const { colors, glyphs } = look;
  const status = paintStatus(execution.status, colors)(statusText(execution.status, look));
  const about = aboutFacts(execution).join(glyphs.dot);
  return [
    `${colors.bold(status)}  ${identityFacts(execution, look).join('  ')}`,
    totalsText(execution),
    ...warningLines(execution).map((line) => colors.yellow(`! ${line}`)),
    ...(about === '' ? [] : [colors.dim(about)]),
    look.link(execution.url, execution.url),
  ];
}

function identityFacts(execution: Execution, look: Look): string[] {
  const { git, framework, frameworkVersion } = execution;
  const commit = `${git.branch ?? ''} ${shortCommit(git.commit) ?? ''}${git.dirty === true ? ' (dirty)' : ''}`;
  const facts = [
    look.colors.bold(look.link(`${execution.project} #${execution.number}`, execution.url)),
    commit,
    `${framework} ${frameworkVersion ?? ''}`,
    durationText(execution.durationMs),
    relativeTime(execution.startedAt, look.now),
  ];
  return facts
    .map((fact) => (fact.includes('\u001b') ? fact : terminalLine(fact)))
    .filter((fact) => fact !== '');
}

/** `1204 tests: 1198 passed (1 flaky), 3 failed, 3 skipped`. */
export function totalsText({ totals, files, errors }: ExecutionDetail): string {
  const passed = `${totals.passed} passed${totals.flaky > 0 ? ` (${totals.flaky} flaky)` : ''}`;
  const others = [
    [totals.failed, 'failed'],
    [totals.timedOut, 'timed out'],
    [totals.interrupted, 'interrupted'],
    [totals.skipped, 'skipped'],
  ] as const;
  const counts = others.filter(([count]) => count > 0).map(([count, word]) => `${count} ${word}`);
  const brokenFiles = files.filter((file) => file.errors.length > 0).length;
  const outside = [
    ...(brokenFiles > 0 ? [`${counted(brokenFiles, 'file')} with errors outside of tests`] : []),
    ...(errors.length > 0 ? [`${counted(errors.length, 'error')} of the run as a whole`] : []),
  ];
  return [`${counted(totals.tests, 'test')}: ${[passed, ...counts].join(', ')}`, ...outside].join(
    '; ',
  );
}

/** Why the totals may not be all that there is to say. */
function warningLines({ status, shards, partial }: Execution): string[] {
  const missing = shards.expected - shards.received;
  const still = status === 'running' ? 'still to come' : 'missing';
  return [
    ...(missing > 0 ? [`${missing} of ${counted(shards.expected, 'shard')} ${still}`] : []),
    ...(partial.length > 0 ? [`not every test had its chance: ${partial.join(', ')}`] : []),
  ];
}

function aboutFacts({ name, startedAt, environment, ci, git }: Execution): string[] {
  const job = [ci.workflow, ci.job].filter((part) => part !== undefined).join('/');
  const facts = [
    name,
    git.message?.split('\n', 1)[0],
    ci.pullRequest === undefined ? undefined : `pull request ${ci.pullRequest}`,
    ci.provider === undefined ? undefined : `${ci.provider} ${job}`,
    environment['name'],
    environment['runtime'],
    fullTime(startedAt),
  ];
  return facts.flatMap((fact) => (fact ? [terminalLine(fact)] : []));
}
