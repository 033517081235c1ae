import { notice } from '@actions/core';
import { writeLine } from './log.ts';
import { makeTerminalSafe } from '@svc/reporter-core/text/terminal-text';
import { findRefusal, type GitHubApi, type Refusal } from './github/api.ts';
import { keepComment, type CommentOutcome } from './github/sticky-comment.ts';
import type { Inputs } from './inputs.ts';
import { countFailedTests, pickWorstStatus, sumTotals, type Report } from './report/report.ts';
import type { Run } from './run/run.ts';
import { listExecutionsOfRun } from './server/find-executions.ts';
import { SvcClientError, type SvcClient } from './server/server.ts';
import { readServerReport } from './server/server-report.ts';
import { renderMarker } from './text/comment-marker.ts';
import { renderComment } from './text/comment.ts';

export interface Commenting {
  api: GitHubApi;
  client: SvcClient;
  inputs: Inputs;
  run: Run;
  pullRequest: number;
}

/**
 * Writes the pull request's comment from the server's state of the whole CI run. A refusal by GitHub or the server is a
 * notice: whether a comment was written must not change the outcome of the tests.
 */
export async function commentOnPullRequest(commenting: Commenting): Promise<void> {
  const { run, pullRequest } = commenting;
  try {
    const outcome = await keep(commenting);
    writeLine(`pull request #${pullRequest}: ${OUTCOMES[outcome]}`);
  } catch (error) {
    const refused = findRefusal(error);
    if (refused === undefined && !(error instanceof SvcClientError)) throw error;
    const why = refused === undefined ? describeServerError(error) : describeRefusal(refused, run);
    notice(why, { title: 'svc wrote no comment' });
  }
}

const OUTCOMES = {
  created: 'wrote the comment',
  updated: 'updated the comment',
  unchanged: 'the comment is up to date',
  'not needed': 'no comment, because nothing failed or was flaky',
  'newer run': 'a newer run has written the comment already',
} as const satisfies Record<CommentOutcome, string>;

function keep({ api, client, inputs, run, pullRequest }: Commenting): Promise<CommentOutcome> {
  const { workflow, repository, ci } = run;
  const shown = { runId: Number(ci.runId), attempt: ci.runAttempt ?? 1 };
  return keepComment({
    api,
    repository,
    pullRequest,
    workflow,
    run: shown,
    when: inputs.comment,
    content: async (wasRed) => {
      const report = await readRunReport(client, { inputs, run });
      const isRed = pickWorstStatus(report) !== 'passed';
      const marker = renderMarker(workflow, { ...shown, isRed, wasRed });
      return {
        body: renderComment(report, { marker, wasRed }),
        isWorthCreating:
          report.executions.length > 0 && (inputs.comment === 'always' || isNews(report)),
      };
    },
  });
}

/** Notes are left out: they describe what one job could not find out, so the comments of two jobs would differ. */
async function readRunReport(
  client: SvcClient,
  { inputs, run }: Pick<Commenting, 'inputs' | 'run'>,
): Promise<Report> {
  const { current } = await listExecutionsOfRun(client, run);
  const report = await readServerReport(client, current, {
    compareWith: inputs.compareWith,
    baseBranch: run.baseBranch,
    analyze: inputs.analyze,
    gateWait: { mostMs: 0, pauseMs: 0 },
  });
  return { ...makeTerminalSafe(report), notes: [] };
}

function isNews(report: Report): boolean {
  const status = pickWorstStatus(report);
  return (
    status === 'failed' ||
    status === 'interrupted' ||
    countFailedTests(report) + sumTotals(report).flaky + report.outside.length > 0
  );
}

function describeServerError(error: unknown): string {
  return error instanceof SvcClientError ? error.message : String(error);
}

function describeRefusal({ status, message }: Refusal, run: Run): string {
  if (status === undefined) return `GitHub cannot be reached: ${message}`;
  if (/is locked/i.test(message)) return 'The conversation of the pull request is locked.';
  if (status !== 403 && status !== 404) return `GitHub answered ${status}: ${message}`;
  if (/rate limit/i.test(message)) return `GitHub's rate limit: ${message}`;
  return run.isFork
    ? 'The token of a pull request from a fork may not write comments. docs/send/forks.md of svc has a workflow that may.'
    : `The token may not write comments (${message}). Give the job \`permissions: pull-requests: write\`.`;
}
