import { hash } from 'node:crypto';
import type { ExecutionFailure } from '@svc/analysis/classify/failure';
import {
  ALL_CHARACTERS,
  computeCharacterLimit,
  MOST_FAILURES,
} from '@svc/analysis/classify/limits';
import { computeFingerprint } from '@svc/analysis/fingerprint/fingerprint';
import type { IngestFile, IngestResult } from '@svc/contract/executions/ingest';
import type { TestError } from '@svc/contract/executions/test-errors';
import type { ReportBatch } from '@svc/formats/report-batch';
import { isFailure } from '@svc/contract/zod-free/is-failure';
import type { ReportsReading } from '../reading/read-reports.ts';

/** The content of reports for the classifier. */
export interface ReportFailures {
  /** Tests first, then files, then the run. */
  failures: ExecutionFailure[];
  /** Tests that failed, also those behind the most that are judged. */
  failed: number;
  tests: number;
  /** Tests that ran to a pass or a failure. */
  ran: number;
}

/**
 * Reads reports to their end, and keeps their failures: of tests that no retry passed, of files and of the run. Keeps
 * as many of them, and as much of their texts, as a server judges. `redact` removes secrets from a text. `repository`,
 * its name or address, finds the root in paths.
 */
export async function reportFailures(
  reading: { facts: ReportsReading['facts']; pieces: () => AsyncIterable<{ batch: ReportBatch }> },
  {
    framework: givenFramework,
    redact,
    repository,
  }: { framework: string | undefined; redact: Redact; repository: string | undefined },
): Promise<ReportFailures> {
  const failureOf = createFailureReader(redact, repository);
  const found: Omit<ExecutionFailure, 'id'>[] = [];
  const files: Omit<ExecutionFailure, 'id'>[] = [];
  let tests = 0;
  let ran = 0;
  let failed = 0;
  for await (const { batch } of reading.pieces()) {
    const framework = givenFramework ?? batch.run.framework ?? reading.facts.framework;
    for (const result of batch.results) {
      tests += 1;
      if (result.status === 'passed' || isFailure(result.status)) ran += 1;
      if (!isFailure(result.status)) continue;
      failed += 1;
      if (found.length < MOST_FAILURES) {
        const titlePath = result.titlePath.map((title) => redact(title));
        found.push({ ...buildTestFailure({ ...result, titlePath }, failureOf), framework });
      }
    }
    for (const file of batch.files) {
      if (files.length < MOST_FAILURES)
        files.push(...buildFileFailures(file, framework, failureOf));
    }
  }
  const run = (reading.facts.errors ?? []).map((error) =>
    failureOf(error, { kind: 'run', title: 'The whole run' }),
  );
  const failures = [...found, ...files, ...run].map((failure, at) => ({
    id: String(at),
    ...failure,
  }));
  return { failures, failed, tests, ran };
}

function buildTestFailure(
  result: IngestResult,
  failureOf: FailureOf,
): Omit<ExecutionFailure, 'id'> {
  const { titlePath, file, variant, line, owner, status, attempts = [] } = result;
  const error = attempts.findLast(({ status }) => isFailure(status))?.errors?.[0] ?? {
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

function buildFileFailures(
  { file, errors = [] }: IngestFile,
  framework: string | undefined,
  failureOf: FailureOf,
): Omit<ExecutionFailure, 'id'>[] {
  return errors.map((error) => ({
    ...failureOf(error, { kind: 'file', title: file }),
    file,
    line: error.location?.file === file ? error.location.line : undefined,
    framework,
  }));
}

type Redact = (text: string) => string;
type FailureOf = (
  error: TestError,
  about: Pick<ExecutionFailure, 'kind' | 'title'>,
) => Omit<ExecutionFailure, 'id'>;

/** Its fingerprints are those of a server that knows the same repository, and gets texts without secrets, too. */
function createFailureReader(redact: Redact, repository: string | undefined): FailureOf {
  let kept = 0;
  const keptText = (whole: string): string => {
    const most = computeCharacterLimit(kept < ALL_CHARACTERS ? 1 : MOST_FAILURES);
    kept += Math.min(whole.length, most);
    return whole.length <= most ? whole : copyText(whole.slice(0, most));
  };
  return (error, about) => {
    const message = redact(error.message);
    const stack = error.stack === undefined ? undefined : redact(error.stack);
    const { fingerprint, pattern } = computeFingerprint(
      { message, stack },
      { sha256Hex: (text) => hash('sha256', text, 'hex'), repository },
    );
    return {
      kind: about.kind,
      title: redact(about.title),
      fingerprint,
      pattern,
      message: keptText(message),
      stack: stack === undefined ? undefined : keptText(stack),
    };
  };
}

/** V8 keeps the whole of a text as long as a part of it lives. */
function copyText(text: string): string {
  return Buffer.from(text, 'utf16le').toString('utf16le');
}
