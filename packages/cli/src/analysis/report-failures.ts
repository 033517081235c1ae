import { hash } from 'node:crypto';
import type { ExecutionFailure } from '@svc/analysis/classify/failure';
import { fingerprintOf } from '@svc/analysis/fingerprint';
import type { IngestFile, IngestResult } from '@svc/contract/executions/ingest';
import type { TestError } from '@svc/contract/executions/test-errors';
import type { ReportsReading } from '../reports/read-reports.ts';

/** What reports hold for the classifier. */
export interface ReportFailures {
  /** Tests first, then files, then the run. */
  failures: ExecutionFailure[];
  tests: number;
  /** Tests that ran to a pass or a failure. */
  ran: number;
}

/** Reads reports to their end, and keeps their failures: of tests that no retry passed, of files and of the run. */
export async function reportFailures(
  reading: ReportsReading,
  givenFramework: string | undefined,
): Promise<ReportFailures> {
  const found: Omit<ExecutionFailure, 'id'>[] = [];
  const files: Omit<ExecutionFailure, 'id'>[] = [];
  let tests = 0;
  let ran = 0;
  for await (const { batch } of reading.pieces()) {
    const framework = givenFramework ?? batch.run.framework ?? reading.facts.framework;
    for (const result of batch.results) {
      tests += 1;
      if (result.status === 'passed' || hasFailed(result)) ran += 1;
      if (hasFailed(result)) found.push({ ...failureOfTest(result), framework });
    }
    for (const file of batch.files) files.push(...failuresOfFile(file, framework));
  }
  const run = (reading.facts.errors ?? []).map((error) =>
    failureOf(error, { kind: 'run', title: 'The whole run' }),
  );
  const failures = [...found, ...files, ...run].map((failure, at) => ({
    id: String(at),
    ...failure,
  }));
  return { failures, tests, ran };
}

function hasFailed({ status }: Pick<IngestResult, 'status'>): boolean {
  return status === 'failed' || status === 'timedOut';
}

function failureOfTest(result: IngestResult): Omit<ExecutionFailure, 'id'> {
  const { titlePath, file, variant, line, owner, status, attempts = [] } = result;
  const error = attempts.findLast(hasFailed)?.errors?.[0] ?? {
    message: status === 'timedOut' ? 'Timed out without an error' : 'Failed without an error',
  };
  return {
    ...failureOf(error, { kind: 'test', title: titlePath.at(-1) ?? '' }),
    titlePath,
    file,
    variant,
    line,
    owner,
    retryPassed: attempts.length > 1 ? false : null,
  };
}

function failuresOfFile(
  { file, errors = [] }: IngestFile,
  framework: string | undefined,
): Omit<ExecutionFailure, 'id'>[] {
  return errors.map((error) => ({
    ...failureOf(error, { kind: 'file', title: file }),
    file,
    line: error.location?.file === file ? error.location.line : undefined,
    framework,
  }));
}

function failureOf(
  error: TestError,
  about: Pick<ExecutionFailure, 'kind' | 'title'>,
): Omit<ExecutionFailure, 'id'> {
  const { message, stack } = error;
  const { fingerprint, pattern } = fingerprintOf(error, {
    sha256Hex: (text) => hash('sha256', text, 'hex'),
  });
  return { ...about, fingerprint, pattern, message, stack };
}
