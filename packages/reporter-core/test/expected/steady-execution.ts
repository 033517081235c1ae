import type { ExecutionDetail } from '@svc/contract/executions/executions';

/** The parts of an execution that are the same in every run. Times are checked, then replaced with their kind. */
export interface SteadyExecution {
  execution: object;
  files: object[];
  results: object[];
}

/** Sorts files and results by file, because runners choose the order of files. Leaves out the verdict. */
export function steadyExecution(detail: ExecutionDetail): SteadyExecution {
  const { id: _, key, url, finishedAt, files, results, classification: __, ...execution } = detail;
  return {
    execution: {
      ...execution,
      ...times(execution),
      key: key.replace(/^[0-9a-f-]{36}$/, 'a UUID'),
      url: url.replace(/[0-9a-f-]{36}$/, 'a UUID'),
      finishedAt: isTime(finishedAt) ? 'a time' : finishedAt,
    },
    files: files.map((file) => ({ ...file, ...times(file) })).sort(byFile),
    results: results.map(steadyResult).sort(byFile),
  };
}

/** Ids, fingerprints and verdicts are left to the server's own tests. */
function steadyResult(detail: ExecutionDetail['results'][number]): { file: string } {
  const {
    id: _,
    testId: __,
    fingerprint: ___,
    furtherFingerprints: ____,
    classification: _____,
    confidence: ______,
    ...result
  } = detail;
  const attempts = detail.attempts.map((attempt) => ({ ...attempt, ...times(attempt) }));
  return Object.assign(result, times(result), { attempts });
}

function times(part: { startedAt?: string | null; durationMs: number }): object {
  return {
    durationMs: Number.isInteger(part.durationMs) ? 'a duration' : part.durationMs,
    ...(isTime(part.startedAt) && { startedAt: 'a time' }),
  };
}

function isTime(text: string | null | undefined): boolean {
  return /^\d{4}-.*\.\d{3}Z$/.test(text ?? '');
}

function byFile(a: { file: string }, b: { file: string }): number {
  return a.file.localeCompare(b.file);
}
