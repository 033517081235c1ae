import type { IngestFile, IngestResult } from '@svc/contract/executions/ingest';
import { isFailure } from '@svc/contract/zod-free/is-failure';
import { isFlaky } from '@svc/contract/zod-free/is-flaky';
import { buildFileKey } from './broken-files.ts';
import type { RunReport } from './run-report.ts';

/** Which results to include: only those that failed, timed out, were interrupted or were flaky; all; or none. */
export type Which = 'failed' | 'all' | 'none';

/**
 * Whether to send output and artifacts of this result. `failed` includes interrupted results: the output of a
 * hanging test is often the only information about it.
 */
export function isWanted(result: IngestResult, which: Which): boolean {
  if (which !== 'failed') return which === 'all';
  return isFailure(result.status) || result.status === 'interrupted' || isFlaky(result);
}

/** Whether to send the output of a file: it belongs to the file's errors and to its results. */
export function isFileWanted(
  { errors }: Pick<IngestFile, 'errors'>,
  results: readonly IngestResult[],
  which: Which,
): boolean {
  if (which !== 'failed') return which === 'all';
  return Boolean(errors?.length) || results.some((result) => isWanted(result, which));
}

/**
 * Removes unwanted stdout and stderr from the report. The output of a file stays if one of its results is wanted.
 */
export function withWantedOutput(report: RunReport, which: Which): RunReport {
  if (which === 'all') return report;
  const wanted = report.results.filter((result) => isWanted(result, which));
  const files = new Set(wanted.map(buildFileKey));
  return {
    ...report,
    files: report.files.map((file) =>
      which === 'failed' && (file.errors?.length || files.has(buildFileKey(file)))
        ? file
        : withoutOutput(file),
    ),
    results: report.results.map((result) =>
      isWanted(result, which) ? result : withoutAttemptsOutput(result),
    ),
  };
}

function withoutAttemptsOutput(result: IngestResult): IngestResult {
  if (result.attempts === undefined) return result;
  return { ...result, attempts: result.attempts.map(withoutOutput) };
}

function withoutOutput<Part extends { stdout?: string | undefined; stderr?: string | undefined }>(
  part: Part,
): Omit<Part, 'stdout' | 'stderr'> {
  const { stdout: _, stderr: __, ...rest } = part;
  return rest;
}
