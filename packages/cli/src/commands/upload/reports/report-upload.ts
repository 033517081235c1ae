import type { IngestAnswer, IngestExecution } from '@svc/contract/executions/ingest';
import type { BrokenFiles } from '@svc/reporter-core/report/broken-files';
import type { LeftOut } from '@svc/reporter-core/report/artifact';
import type { StreamOutcome } from '@svc/reporter-core/upload/streamed-upload';
import { buildArtifactOutcome, type ArtifactOutcome } from '../../../wording/artifact-lines.ts';
import {
  formatPlace,
  type Problem,
  type ReadReport,
  type ReportsReading,
} from '@svc/reports/reading/read-reports';
import { addCounts, type ResultCounts } from '@svc/reports/reading/result-counts';

/** The outcome of an upload of reports: the data of `--json`. */
export interface ReportUpload {
  dryRun: boolean;
  /** The execution on the server; null when nothing has arrived. */
  sent: Pick<IngestAnswer, 'executionId' | 'number' | 'url' | 'status' | 'accepted'> | null;
  /** Why not everything arrived; null also if nothing was to be sent. */
  failure: { kind: string; message: string } | null;
  /** What the sender should change, though the upload was accepted. */
  warnings: NonNullable<IngestAnswer['warnings']>;
  /** The execution of all reports together. */
  execution: Pick<
    IngestExecution,
    'key' | 'project' | 'name' | 'framework' | 'status' | 'startedAt' | 'durationMs'
  > & {
    branch: string | null;
    commit: string | null;
  };
  tests: ResultCounts;
  reports: {
    file: string;
    format: string;
    framework: string | null;
    tests: ResultCounts;
    /** Why it could not be read to its end. */
    problem: (Problem & { place: string }) | null;
    /** The identity of its first test, to check it at a glance. */
    example: { file: string; titlePath: string[]; variant: string | null } | null;
  }[];
  /** The number of files that did not load, and that failed outside their tests, such as in a hook. */
  brokenFiles: BrokenFiles;
  artifacts: ArtifactOutcome;
}

export function buildReportUpload({
  dryRun,
  reading,
  execution,
  outcome,
  leftOut,
  brokenFiles,
}: {
  dryRun: boolean;
  reading: ReportsReading;
  execution: IngestExecution;
  outcome: StreamOutcome | undefined;
  leftOut: LeftOut[];
  brokenFiles: BrokenFiles;
}): ReportUpload {
  const { key, project, name, framework, status, startedAt, durationMs, git } = execution;
  const answer = outcome?.answer;
  const artifacts = buildArtifactOutcome(outcome?.ok === true ? outcome.artifacts : undefined);
  return {
    dryRun,
    sent: answer === undefined ? null : pickSentFacts(answer),
    failure:
      outcome === undefined || outcome.ok
        ? null
        : { kind: outcome.failure.kind, message: outcome.failure.message },
    warnings: answer?.warnings ?? [],
    execution: {
      key,
      project,
      name,
      framework,
      status,
      startedAt,
      durationMs,
      branch: git?.branch ?? null,
      commit: git?.commit ?? null,
    },
    tests: addCounts(reading.reports.map(({ counts }) => counts)),
    reports: reading.reports.map(toShownReport),
    brokenFiles,
    artifacts: { ...artifacts, leftOut: [...leftOut, ...artifacts.leftOut] },
  };
}

function pickSentFacts({ executionId, number, url, status, accepted }: IngestAnswer) {
  return { executionId, number, url, status, accepted } satisfies ReportUpload['sent'];
}

function toShownReport(report: ReadReport): ReportUpload['reports'][number] {
  const { file, facts, counts, problem, example } = report;
  return {
    file: file.shown,
    format: file.format,
    framework: facts.framework ?? null,
    tests: counts,
    problem: problem === undefined ? null : { ...problem, place: formatPlace(report) },
    example: example === undefined ? null : { ...example, variant: example.variant ?? null },
  };
}
