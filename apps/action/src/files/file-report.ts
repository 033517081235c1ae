import { deriveLabelFields } from '@svc/analysis/verdicts/verdict-label';
import { readSpoolFile } from '@svc/reporter-core/spool/spool-file';
import { makeRedact } from '@svc/reporter-core/redact/redact';
import { resolveOptions, type Environment } from '@svc/reporter-core/options/options';
import { judgeLocally, type AnyAnalysis } from '@svc/reports/judge/judged-here';
import { reportFailures } from '@svc/reports/judge/report-failures';
import { formatPlace, ReportsReading, type ReadReport } from '@svc/reports/reading/read-reports';
import {
  addCounts,
  countResult,
  buildZeroCounts,
  type ResultCounts,
} from '@svc/reports/reading/result-counts';
import { computeExecutionTimes } from '@svc/reports/reading/execution-times';
import type { ReportBatch } from '@svc/formats/report-batch';
import { NO_REPORTED_CAUSES, type Report, type ReportedExecution } from '../report/report.ts';
import { FileFindings } from './file-findings.ts';
import type { FoundFiles } from './find-files.ts';

export interface Reading {
  found: FoundFiles;
  directory: string;
  env: Environment;
  apiKey: string | undefined;
  repository: string | undefined;
  leg: string | undefined;
  now: Date;
  /** Whether failures are judged. */
  analyze: boolean;
}

/** The report of a run from its files alone, for a job that has no key or no server. Reads each file once. */
export async function buildFileReport(asked: Reading): Promise<Report> {
  const { found, directory, env, apiKey, repository, leg, now } = asked;
  const redact = makeRedact({ apiKey, env, names: resolveOptions({}, env).redact });
  const reading = new ReportsReading(found.reports, { directory, root: undefined });
  const findings = new FileFindings({ redact, leg });
  const saved = buildZeroCounts();
  const source = {
    get facts() {
      return reading.facts;
    },
    async *pieces() {
      for await (const { batch } of readPieces(reading, found, saved)) {
        findings.add(batch);
        yield { batch };
      }
    },
  };
  const { failures, failed, tests, ran } = await reportFailures(source, {
    framework: undefined,
    redact,
    repository,
  });
  findings.addRunErrors(reading.facts.errors ?? []);
  for (const report of reading.reports) findings.addRunErrors(describeBrokenReport(report));
  const shape = { tests, ran, failed };
  const analysis = asked.analyze ? judgeLocally({ failures, ...shape }, now) : null;
  return {
    executions: [
      buildReportedExecution(reading, {
        counts: addCounts([saved, ...listCounts(reading)]),
        findings,
        now,
      }),
    ],
    failures: findings.mergeVerdicts(analysis),
    causes: NO_REPORTED_CAUSES,
    unlisted: findings.unlisted,
    flaky: findings.flaky,
    outside: findings.outside,
    fixed: [],
    verdict: toVerdict(analysis),
    gate: null,
    notes: [],
  };
}

/** The pieces of the reports, then those of the saved runs, whose results are added to `counts`. */
async function* readPieces(
  reading: ReportsReading,
  { savedRuns }: FoundFiles,
  counts: ResultCounts,
): AsyncGenerator<{ batch: ReportBatch }> {
  yield* reading.pieces();
  for (const path of savedRuns) {
    const run = await readSpoolFile(path).catch(() => undefined);
    if (run === undefined) continue;
    const { execution, files = [], results } = run.body;
    for (const result of results) countResult(counts, result);
    const { framework, errors } = execution;
    yield { batch: { run: { framework, errors }, files, results, attachments: [] } };
  }
}

function listCounts({ reports }: ReportsReading): ResultCounts[] {
  return reports.map(({ counts }) => counts);
}

function buildReportedExecution(
  reading: ReportsReading,
  { counts, findings, now }: { counts: ResultCounts; findings: FileFindings; now: Date },
): ReportedExecution {
  const { failed, timedOut, interrupted, tests, passed, skipped, flaky } = counts;
  const { framework = 'tests', status } = reading.facts;
  const isFailed = failed + timedOut + findings.outside.length > 0;
  const { durationMs } =
    reading.reports.length === 0
      ? { durationMs: 0 }
      : computeExecutionTimes(reading.reports, { now, isRead: true });
  return {
    id: null,
    label: framework,
    url: null,
    pullRequest: null,
    status: isFailed ? 'failed' : (status ?? (interrupted > 0 ? 'interrupted' : 'passed')),
    framework,
    name: null,
    branch: null,
    commit: null,
    legs: [],
    job: null,
    shards: { expected: 1, received: 1, carried: 0 },
    totals: { tests, passed, failed, skipped, flaky, timedOut, interrupted },
    outside: findings.outside.length,
    durationMs,
    comparison: null,
    uncompared: null,
  };
}

function describeBrokenReport(report: ReadReport) {
  const { problem } = report;
  if (problem === undefined) return [];
  return [
    { message: `The report ${formatPlace(report)} could not be read whole: ${problem.message}` },
  ];
}

function toVerdict(analysis: AnyAnalysis | null): Report['verdict'] {
  if (analysis === null) return null;
  const { confidence, summary } = analysis;
  return { ...deriveLabelFields(analysis), confidence, summary };
}
