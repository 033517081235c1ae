import { createHash } from 'node:crypto';
import type { IngestBody, IngestResult, ResultStatus } from '@svc/contract/executions/ingest';
import type { TestError } from '@svc/contract/executions/test-errors';
import { codeOf, partOf } from './identity.ts';

/** One result in the form that all answers use. */
export interface Result {
  testId: string;
  part: string;
  /** The code and environment of its part. */
  code: string | null;
  titlePath: string[];
  title: string;
  file: string;
  line: number | null;
  variant: string | null;
  owner: string | null;
  tags: string[];
  status: ResultStatus;
  isFlaky: boolean;
  retries: number;
  /** Of the last attempt. */
  durationMs: number;
  /** Of all attempts but the last. */
  wastedMs: number;
  /** Of all attempts, in their order. */
  errors: TestError[];
}

/**
 * The results of all parts, each once; test and start time identify a result. A merged report repeats the results of
 * all parts, and a late part repeats those of merged reports.
 */
export function resultsOf(bodies: IngestBody[], project: string): Result[] {
  const kept: { part: string; isMerged: boolean; identity: string; result: Result }[] = [];
  const codes = new Map<string, string | null>();
  for (const body of bodies) {
    const { execution, results } = body;
    const isMerged = execution.merged === true;
    const part = partOf(body);
    const code = codes.has(part) ? (codes.get(part) ?? null) : codeOf(execution);
    codes.set(part, code);
    const repeatable = kept.filter((one) => isMerged || one.isMerged || one.part === part);
    for (const raw of results) {
      const result = resultOf(raw, { project, code, part });
      const identity = `${result.testId} ${raw.startedAt === undefined ? '' : Date.parse(raw.startedAt)}`;
      const known = repeatable.findIndex((one) => one.identity === identity);
      if (known === -1) kept.push({ part, isMerged, identity, result });
      else repeatable.splice(known, 1);
    }
  }
  return kept.map(({ result }) => result);
}

function resultOf(
  raw: IngestResult,
  { project, code, part }: { project: string; code: string | null; part: string },
): Result {
  const { titlePath, file, status, attempts = [], durationMs } = raw;
  const variant = raw.variant ?? null;
  const last = attempts.at(-1);
  const identity = [project, variant ?? '', file, ...titlePath].join('\0');
  return {
    testId: createHash('sha256').update(identity).digest('hex').slice(0, 32),
    part,
    code,
    titlePath,
    title: titlePath.at(-1) ?? '',
    file,
    line: raw.line ?? null,
    variant,
    owner: raw.owner ?? null,
    tags: raw.tags ?? [],
    status,
    isFlaky: status === 'passed' && last?.status === 'passed' && attempts.some(isFailure),
    retries: Math.max(0, attempts.length - 1),
    durationMs: last?.durationMs ?? durationMs,
    wastedMs: attempts.slice(0, -1).reduce((sum, attempt) => sum + attempt.durationMs, 0),
    errors: attempts.flatMap((attempt) => attempt.errors ?? []),
  };
}

export function isFailure({ status }: { status: ResultStatus }): boolean {
  return status === 'failed' || status === 'timedOut';
}
