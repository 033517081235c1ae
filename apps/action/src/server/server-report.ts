import { LABELS_BY_SEVERITY } from '@svc/analysis/verdict-words';
import type { Comparison } from '@svc/contract/executions/compare';
import type { Execution, ExecutionDetail } from '@svc/contract/executions/executions';
import type { Gate } from '@svc/contract/gate/gate';
import { missingBaseText } from '@svc/analysis/base-choice';
import { blockingCount } from '@svc/analysis/causes/gate-rows';
import { mergeCauses, NO_CAUSES } from '@svc/analysis/causes/cause-groups';
import {
  NO_REPORTED_CAUSES,
  type ComparedWith,
  type Report,
  type ReportedCauses,
  type ReportedExecution,
  type ReportedGate,
} from '../report/report.ts';
import { reportedVerdict, storedAnalysis } from './analysis.ts';
import { joinedGate } from '../report/joined-gate.ts';
import { compareWithBase, type Compared } from './compare.ts';
import {
  failuresOf,
  flakyTests,
  outsideErrors,
  rankOf as rankOfFailure,
  testOf,
} from './execution-results.ts';
import { gateOf, type GateWait } from './gate.ts';
import { ifAnswered, type SvcClient } from './server.ts';

export interface Asked {
  compareWith: string;
  baseBranch: string | undefined;
  /** Whether failed executions are judged. */
  analyze: boolean;
  /** How long a gate may stay undecided because what it reads is not derived yet. */
  gateWait: GateWait;
}

/** What the server says about these executions, as of now. The same executions in the same state give the same report. */
export async function serverReport(
  client: SvcClient,
  executions: readonly Execution[],
  asked: Asked,
): Promise<Report> {
  const parts: Report[] = [];
  for (const execution of executions) parts.push(await reportOf(client, execution, asked));
  return {
    executions: parts.flatMap((part) => part.executions),
    failures: parts
      .flatMap((part) => part.failures)
      .toSorted((a, b) => rankOfFailure(a) - rankOfFailure(b)),
    causes: joinedCauses(parts.map(({ causes }) => causes)),
    unlisted: parts.reduce((sum, part) => sum + part.unlisted, 0),
    flaky: parts.flatMap((part) => part.flaky),
    outside: parts.flatMap((part) => part.outside),
    fixed: parts.flatMap((part) => part.fixed),
    verdict: parts.map(({ verdict }) => verdict).reduce(worseVerdict, null),
    gate: joinedGate(parts.map(({ gate }) => gate)),
    notes: [...new Set(parts.flatMap((part) => part.notes))],
  };
}

async function reportOf(client: SvcClient, listed: Execution, asked: Asked): Promise<Report> {
  const notes: string[] = [];
  // Read again, because further parts may have come since the list.
  const detail = await detailOf(client, listed.id);
  const compared = await compareWithBase(client, detail, asked);
  const isJudged = asked.analyze && detail.status === 'failed';
  const analysis = isJudged ? await storedAnalysis(client, detail, notes) : null;
  const gate = await gateOf(client, detail.id, { wait: asked.gateWait, notes });
  const flaky =
    detail.totals.flaky === 0
      ? []
      : ((await ifAnswered('Flaky tests', notes, () => flakyTests(client, detail))) ?? []);
  const { comparison } = compared;
  const outside = outsideErrors(detail);
  return {
    executions: [executionOf(detail, compared, outside.length)],
    failures: failuresOf(detail, { comparison, analysis, gate }),
    causes: causesOf(comparison, gate),
    unlisted: comparison === null ? unlistedOf(detail) : 0,
    flaky,
    outside,
    fixed:
      comparison?.improvements.map((test) => ({
        ...testOf(test),
        fingerprint: test.baseFingerprint,
      })) ?? [],
    verdict: analysis && reportedVerdict(analysis, gate),
    gate: gate && gateFacts(gate),
    notes,
  };
}

/** What the failures have in common. Without a comparison, the gate counts them. */
function causesOf(comparison: Comparison | null, gate: Gate | null): ReportedCauses {
  if (comparison === null) {
    return { ...NO_REPORTED_CAUSES, uncompared: gate?.causes.blocking ?? NO_CAUSES };
  }
  const { regressions, newFailing, stillFailing, improvements } = comparison.causes;
  const ofChange = mergeCauses([regressions, newFailing]);
  return { new: ofChange, still: stillFailing, fixed: improvements, uncompared: NO_CAUSES };
}

function joinedCauses(all: readonly ReportedCauses[]): ReportedCauses {
  return {
    new: mergeCauses(all.map((one) => one.new)),
    still: mergeCauses(all.map(({ still }) => still)),
    fixed: mergeCauses(all.map(({ fixed }) => fixed)),
    uncompared: mergeCauses(all.map(({ uncompared }) => uncompared)),
  };
}

/** The answer for a large execution has the first of its failures. */
function unlistedOf({ results, totals, next }: ExecutionDetail): number {
  if (next === undefined || next.results === null) return 0;
  return Math.max(0, totals.failed + totals.timedOut - results.length);
}

/** The execution with its errors and its failures; of a large execution with the first of them. */
async function detailOf(client: SvcClient, id: string): Promise<ExecutionDetail> {
  return client.executions.get.query({ id, status: ['failed', 'timedOut'] });
}

function executionOf(
  execution: Execution,
  { comparison, why }: Compared,
  outside: number,
): ReportedExecution {
  const { id, project, number, name, url, status, framework, frameworkVersion } = execution;
  const { git, legs, shards, totals, durationMs } = execution;
  return {
    id,
    label: labelOf({ project, number, name }),
    url,
    pullRequest: pullRequestOf(execution),
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
    comparison: comparison && comparedWith(comparison),
    uncompared: why,
  };
}

function pullRequestOf({ url, project, ci }: Execution): ReportedExecution['pullRequest'] {
  if (ci.pullRequest === undefined) return null;
  const server = url.slice(0, url.lastIndexOf('/executions/'));
  // Parentheses would end a link of Markdown.
  const name = encodeURIComponent(project).replaceAll('(', '%28').replaceAll(')', '%29');
  return { project, url: `${server}/projects/${name}/pull-requests/${ci.pullRequest}` };
}

function labelOf({
  project,
  number,
  name,
}: Pick<Execution, 'project' | 'number' | 'name'>): string {
  return name === null ? `${project} #${number}` : `${project} #${number} ${name}`;
}

function comparedWith(comparison: Comparison): ComparedWith {
  const { base, summary } = comparison;
  return {
    label: labelOf(base),
    url: base.url,
    note: missingBaseText(comparison) ?? null,
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

function gateFacts(gate: Gate): ReportedGate {
  const { verdict, undecided, blocking, counts, expiring } = gate;
  const { count, others } = blockingCount(gate);
  const why = blocking.filter(({ kind }) => kind !== 'failure').map((item) => item.why);
  return {
    verdict,
    why: undecided === null ? why : [undecided.why, ...why],
    excused: counts.excused,
    blocking: count,
    others,
    expiring: expiring.map(({ title, expiresAt }) => ({ title, expiresAt })),
  };
}

function worseVerdict(all: Report['verdict'], one: Report['verdict']): Report['verdict'] {
  if (all === null || one === null) return all ?? one;
  return rankOf(one) < rankOf(all) ? one : all;
}

function rankOf({ classification }: NonNullable<Report['verdict']>): number {
  return LABELS_BY_SEVERITY.indexOf(classification);
}
