import { labelFieldsOf } from '@svc/analysis/verdict-words';
import { readSpoolFile } from '@svc/reporter-core/spool/spool-file';
import { makeRedact } from '@svc/reporter-core/redact/redact';
import { resolveOptions, type Environment } from '@svc/reporter-core/options/options';
import { judgedHere, type AnyAnalysis } from '@svc/reports/judge/judged-here';
import { reportFailures } from '@svc/reports/judge/report-failures';
import { placeOf, ReportsReading, type ReadReport } from '@svc/reports/read-reports';
import { addedCounts, countResult, noCounts, type ResultCounts } from '@svc/reports/result-counts';
import { executionTimes } from '@svc/reports/execution-times';
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
export async function fileReport(asked: Reading): Promise<Report> {
  const { found, directory, env, apiKey, repository, leg, now } = asked;
  const redact = makeRedact({ apiKey, env, names: resolveOptions({}, env).redact });
  const reading = new ReportsReading(found.reports, { directory, root: undefined });
  const findings = new FileFindings({ redact, leg });
  const saved = noCounts();
  const source = {
    get facts() {
      return reading.facts;
    },
    async *pieces() {
      for await (const { batch } of piecesOf(reading, found, saved)) {
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
  for (const report of reading.reports) findings.addRunErrors(brokenReport(report));
  const shape = { tests, ran, failed };
  const analysis = asked.analyze ? judgedHere({ failures, ...shape }, now) : null;
  return {
    executions: [
      executionOf(reading, { counts: addedCounts([saved, ...countsOf(reading)]), findings, now }),
    ],
    failures: findings.judgedFailures(analysis),
    causes: NO_REPORTED_CAUSES,
    unlisted: findings.unlisted,
    flaky: findings.flaky,
    outside: findings.outside,
    fixed: [],
    verdict: verdictOf(analysis),
    gate: null,
    notes: [],
  };
}

/** The pieces of the reports, then those of the saved runs, whose results are added to `counts`. */
async function* piecesOf(
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

function countsOf({ reports }: ReportsReading): ResultCounts[] {
  return reports.map(({ counts }) => counts);
}

function executionOf(
  reading: ReportsReading,
  { counts, findings, now }: { counts: ResultCounts; findings: FileFindings; now: Date },
): ReportedExecution {
  const { failed, timedOut, interrupted, tests, passed, skipped, flaky } = counts;
  const { framework = 'tests', status } = reading.facts;
  const isFailed = failed + timedOut + findings.outside.length > 0;
  const { durationMs } =
    reading.reports.length === 0
      ? { durationMs: 0 }
      : executionTimes(reading.reports, { now, isRead: true });
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

function brokenReport(report: ReadReport) {
  const { problem } = report;
  if (problem === undefined) return [];
  return [{ message: `The report ${placeOf(report)} could not be read whole: ${problem.message}` }];
}

function verdictOf(analysis: AnyAnalysis | null): Report['verdict'] {
  if (analysis === null) return null;
  const { confidence, summary } = analysis;
  return { ...labelFieldsOf(analysis), confidence, summary };
}
