import type { Annotation, IngestResult, ResultStatus } from '@svc/contract/executions/ingest';
import type { TestError } from '@svc/contract/executions/test-errors';
import type { TestPlace } from '../junit/junit-dialect.ts';

/** Facts about one test in a report of .NET. */
export interface DotnetFacts {
  place: TestPlace;
  status: ResultStatus;
  durationMs: number;
  /** Epoch ms. */
  startedAt: number | undefined;
  errors?: TestError[] | undefined;
  stdout?: string | undefined;
  stderr?: string | undefined;
  annotations?: Annotation[];
  tags?: string[];
}

/** A test with its one attempt, which is left out if it has no facts besides the result's. */
export function buildDotnetResult({
  place,
  status,
  durationMs,
  startedAt,
  errors,
  stdout,
  stderr,
  annotations = [],
  tags = [],
}: DotnetFacts): IngestResult {
  const isPlain = status === 'skipped' || (status === 'passed' && !stdout && !stderr);
  return {
    ...place,
    status,
    durationMs,
    startedAt: startedAt === undefined ? undefined : new Date(startedAt).toISOString(),
    attempts: isPlain ? undefined : [{ status, durationMs, errors, stdout, stderr }],
    tags: tags.length > 0 ? tags : undefined,
    annotations: annotations.length > 0 ? annotations : undefined,
  };
}

/** Why a test did not run. */
export function buildSkipReason(
  type: 'skip' | 'inconclusive',
  reason: string | undefined,
): Annotation {
  return reason === undefined ? { type } : { type, description: reason };
}
