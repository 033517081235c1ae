import type { IngestAttempt, IngestBody } from '@svc/contract/executions/ingest';

export interface SteadyBody {
  execution: object;
  files: object[];
  results: object[];
}

/** Checks the values that differ from run to run, and replaces them with their kind. */
export function steady({ execution, files, results }: IngestBody): SteadyBody {
  return {
    execution: {
      ...execution,
      ...times(execution),
      key: execution.key?.replace(/^[0-9a-f-]{36}$/, 'a UUID'),
    },
    files: (files ?? []).map((file) => ({ ...file, ...times(file) })).sort(byFile),
    results: results
      .map((result) => ({ ...result, ...times(result), ...attempts(result.attempts) }))
      .sort(byFile),
  };
}

function times(part: { startedAt?: string | undefined; durationMs: number }): object {
  const isTime = part.startedAt !== undefined && /^\d{4}-.*\.\d{3}Z$/.test(part.startedAt);
  return {
    durationMs: Number.isInteger(part.durationMs) ? 'a duration' : part.durationMs,
    ...(isTime && { startedAt: 'a time' }),
  };
}

function attempts(list: IngestAttempt[] | undefined): object {
  return list === undefined
    ? {}
    : { attempts: list.map((entry) => ({ ...entry, ...times(entry) })) };
}

function byFile(a: { file: string }, b: { file: string }): number {
  return a.file.localeCompare(b.file);
}
