import type { Execution } from '@svc/contract/executions/executions';
import { listExecutionMarks } from '@svc/analysis/compare/run-marks';
import { cutText } from './tool-answer.ts';

/** An execution in the answers of tools. */
export function buildExecutionFacts(execution: Execution) {
  const { id, number, project, name, framework, status, git, ci, totals, shards } = execution;
  const missing = shards.expected - shards.received - shards.carried;
  return {
    number,
    id,
    project,
    name: cutText(name, 100),
    framework,
    status,
    startedAt: execution.startedAt,
    durationMs: execution.durationMs,
    branch: git.branch,
    commit: git.commit?.slice(0, 12),
    message: cutText(git.message?.split('\n', 1)[0], 120),
    pullRequest: ci.pullRequest,
    ciUrl: ci.url,
    marks: listExecutionMarks(execution),
    missingParts: missing > 0 ? missing : undefined,
    totals: {
      tests: totals.tests,
      passed: totals.passed,
      failed: totals.failed || undefined,
      timedOut: totals.timedOut || undefined,
      skipped: totals.skipped || undefined,
      interrupted: totals.interrupted || undefined,
      flaky: totals.flaky || undefined,
    },
    classification: execution.classification,
    candidates: execution.candidates,
    url: execution.url,
  };
}

/** `cart.test.ts:12`; the file alone without a line, null without a file. */
export function formatCodePlace({ file, line }: { file: string | null; line: number | null }) {
  return file === null || line === null ? file : `${file}:${line}`;
}

/** A test in the answers of tools. */
export function buildTestFacts(test: {
  testId: string | null;
  titlePath: readonly string[];
  file: string;
  line?: number | null;
  variant: string | null;
  owner?: string | null;
}) {
  return {
    testId: test.testId,
    test: cutText(test.titlePath.join(' › '), 300),
    at: formatCodePlace({ file: test.file, line: test.line ?? null }),
    variant: test.variant,
    owner: test.owner,
  };
}
