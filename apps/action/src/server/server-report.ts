import { rankLabel } from '@svc/analysis/verdicts/verdict-label';
import type { Comparison } from '@svc/contract/executions/compare';
import type { Execution, ExecutionDetail } from '@svc/contract/executions/executions';
import type { Gate } from '@svc/contract/gate/gate';
import { describeMissingBase } from '@svc/analysis/compare/describe-missing-base';
import { countBlocking } from '@svc/analysis/gate/gate-rows';
import { mergeCauses, NO_CAUSES } from '@svc/analysis/causes/cause-groups';
import {
  NO_REPORTED_CAUSES,
  type ComparedWith,
  type Report,
  type ReportedCauses,
  type ReportedExecution,
  type ReportedGate,
} from '../report/report.ts';
import { buildReportedVerdict, ensureAnalysis } from './analysis.ts';
import { mergeGates } from '../report/joined-gate.ts';
import { compareWithBase, type Compared } from './compare.ts';
import {
  buildReportedFailures,
  listFlakyTests,
  listOutsideErrors,
  rankFailure as rankOfFailure,
  toReportedTest,
} from './execution-results.ts';
import { readGate, type GateWait } from './gate.ts';
import { askOptionally, type SvcClient } from './server.ts';

export interface Asked {
  compareWith: string;
  baseBranch: string | undefined;
  /** Whether failed executions are judged. */
  analyze: boolean;
  /** How long a gate may stay undecided because what it reads is not derived yet. */
  gateWait: GateWait;
}

/**
 * Reads the server's current report on these executions. The same executions in the same state give the same report.
 */
export async function readServerReport(
  client: SvcClient,
  executions: readonly Execution[],
  asked: Asked,
): Promise<Report> {
  const parts: Report[] = [];
  for (const execution of executions)
    parts.push(await readExecutionReport(client, execution, asked));
  return {
    executions: parts.flatMap((part) => part.executions),
    failures: parts
      .flatMap((part) => part.failures)
      .toSorted((a, b) => rankOfFailure(a) - rankOfFailure(b)),
    causes: mergeReportedCauses(parts.map(({ causes }) => causes)),
    unlisted: parts.reduce((sum, part) => sum + part.unlisted, 0),
    flaky: parts.flatMap((part) => part.flaky),
    outside: parts.flatMap((part) => part.outside),
    fixed: parts.flatMap((part) => part.fixed),
    verdict: parts.map(({ verdict }) => verdict).reduce(pickWorseVerdict, null),
    gate: mergeGates(parts.map(({ gate }) => gate)),
    notes: [...new Set(parts.flatMap((part) => part.notes))],
  };
}

async function readExecutionReport(
  client: SvcClient,
  listed: Execution,
  asked: Asked,
): Promise<Report> {
  const notes: string[] = [];
  // Read again, because further parts may have come since the list.
  const detail = await readDetail(client, listed.id);
  const compared = await compareWithBase(client, detail, asked);
  const isJudged = asked.analyze && detail.status === 'failed';
  const analysis = isJudged ? await ensureAnalysis(client, detail, notes) : null;
  const gate = await readGate(client, detail.id, { wait: asked.gateWait, notes });
  const flaky =
    detail.totals.flaky === 0
      ? []
      : ((await askOptionally('Flaky tests', notes, () => listFlakyTests(client, detail))) ?? []);
  const { comparison } = compared;
  const outside = listOutsideErrors(detail);
  return {
    executions: [toReportedExecution(detail, compared, outside.length)],
    failures: buildReportedFailures(detail, { comparison, analysis, gate }).map((failure) => ({
      ...failure,
      executionId: detail.id,
    })),
    causes: pickCauses(comparison, gate),
    unlisted: comparison === null ? countUnlisted(detail) : 0,
    flaky,
    outside,
    fixed:
      comparison?.improvements.map((test) => ({
        ...toReportedTest(test),
        executionId: detail.id,
        fingerprint: test.baseFingerprint,
      })) ?? [],
    verdict: analysis && buildReportedVerdict(analysis, gate),
    gate: gate && toReportedGate(gate),
    notes,
  };
}

/** Causes of the failures. Without a comparison, they come from the gate. */
function pickCauses(comparison: Comparison | null, gate: Gate | null): ReportedCauses {
  if (comparison === null) {
    return { ...NO_REPORTED_CAUSES, uncompared: gate?.causes.blocking ?? NO_CAUSES };
  }
  const { regressions, newFailing, stillFailing, improvements } = comparison.causes;
  const ofChange = mergeCauses([regressions, newFailing]);
  return { new: ofChange, still: stillFailing, fixed: improvements, uncompared: NO_CAUSES };
}

function mergeReportedCauses(all: readonly ReportedCauses[]): ReportedCauses {
  return {
    new: mergeCauses(all.map((one) => one.new)),
    still: mergeCauses(all.map(({ still }) => still)),
    fixed: mergeCauses(all.map(({ fixed }) => fixed)),
    uncompared: mergeCauses(all.map(({ uncompared }) => uncompared)),
  };
}

/** The answer for a large execution has the first of its failures. */
function countUnlisted({ results, totals, next }: ExecutionDetail): number {
  if (next === undefined || next.results === null) return 0;
  return Math.max(0, totals.failed + totals.timedOut - results.length);
}

/** The execution with its errors and its failures; of a large execution with the first of them. */
async function readDetail(client: SvcClient, id: string): Promise<ExecutionDetail> {
  return client.executions.get.query({ id, status: ['failed', 'timedOut'] });
}

function toReportedExecution(
  execution: Execution,
  { comparison, why }: Compared,
  outside: number,
): ReportedExecution {
  const { id, project, number, name, url, status, framework, frameworkVersion } = execution;
  const { git, legs, shards, totals, durationMs } = execution;
  return {
    id,
    label: formatExecutionLabel({ project, number, name }),
    url,
    pullRequest: buildPullRequestLink(execution),
    status,
    framework: frameworkVersion ? `${framework} ${frameworkVersion}` : framework,
    name,
    branch: git.branch ?? null,
    commit: git.commit ?? null,
    legs,
    job: execution.ci.job ?? null,
    shards,
    totals,
    outside,
    durationMs,
    comparison: comparison && toComparedWith(comparison),
    uncompared: why,
  };
}

function buildPullRequestLink({ url, project, ci }: Execution): ReportedExecution['pullRequest'] {
  if (ci.pullRequest === undefined) return null;
  const server = url.slice(0, url.lastIndexOf('/executions/'));
  // Parentheses would end a link of Markdown.
  const name = encodeURIComponent(project).replaceAll('(', '%28').replaceAll(')', '%29');
  return { project, url: `${server}/projects/${name}/pull-requests/${ci.pullRequest}` };
}

function formatExecutionLabel({
  project,
  number,
  name,
}: Pick<Execution, 'project' | 'number' | 'name'>): string {
  return name === null ? `${project} #${number}` : `${project} #${number} ${name}`;
}

function toComparedWith(comparison: Comparison): ComparedWith {
  const { base, summary } = comparison;
  return {
    label: formatExecutionLabel(base),
    url: base.url,
    note: describeMissingBase(comparison) ?? null,
    branch: base.git.branch ?? null,
    status: base.status,
    totals: base.totals,
    durationMs: base.durationMs,
    regressions: summary.regressions,
    newFailing: summary.newFailing,
    stillFailing: summary.stillFailing,
    otherErrors: summary.otherErrors,
    newlyFlaky: summary.newlyFlaky,
    improvements: summary.improvements,
    newTests: summary.newTests,
    removedTests: summary.removedTests,
    notRun: summary.notRun,
  };
}

function toReportedGate(gate: Gate): ReportedGate {
  const { verdict, undecided, blocking, counts, expiring } = gate;
  const { count, others } = countBlocking(gate);
  const why = blocking.filter(({ kind }) => kind !== 'failure').map((item) => item.why);
  return {
    verdict,
    why: undecided === null ? why : [undecided.why, ...why],
    excused: counts.excused,
    blocking: count,
    others,
    expiring,
  };
}

function pickWorseVerdict(all: Report['verdict'], one: Report['verdict']): Report['verdict'] {
  if (all === null || one === null) return all ?? one;
  return rankVerdict(one) < rankVerdict(all) ? one : all;
}

function rankVerdict({ classification }: NonNullable<Report['verdict']>): number {
  return rankLabel(classification);
}
