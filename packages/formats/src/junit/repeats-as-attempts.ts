import type { IngestAttempt } from '@svc/contract/executions/ingest';
import type { JunitResult } from './junit-result.ts';

/**
 * Merges repeated names into one result with an attempt per appearance, if every appearance except the last failed: a
 * retried test. A name that appears again after it passed was run several times on purpose (`go test -count`), and
 * stays as several results.
 */
export function repeatsAsAttempts(all: readonly JunitResult[]): JunitResult[] {
  const byName = new Map<string, [JunitResult, ...JunitResult[]]>();
  for (const read of all) {
    const name = JSON.stringify([read.result.file, read.result.titlePath]);
    const same = byName.get(name);
    if (same === undefined) byName.set(name, [read]);
    else same.push(read);
  }
  return [...byName.values()].flatMap((same) => (isRetried(same) ? [joined(same)] : same));
}

function isRetried(same: readonly JunitResult[]): boolean {
  return same
    .slice(0, -1)
    .every(({ result: { status } }) => status === 'failed' || status === 'timedOut');
}

function joined(same: readonly [JunitResult, ...JunitResult[]]): JunitResult {
  const [first, ...others] = same;
  const last = others.at(-1);
  if (last === undefined) return first;
  const attempts = same.flatMap(attemptsOf);
  const durationMs = attempts.reduce((sum, attempt) => sum + attempt.durationMs, 0);
  const result = { ...last.result, durationMs, attempts };
  let before = 0;
  const attachments = same.flatMap((one) => {
    const earlier = before;
    before += attemptsOf(one).length;
    return one.attachments.map((attachment) => {
      return { ...attachment, result, attempt: earlier + (attachment.attempt ?? 1) };
    });
  });
  return { result, attachments };
}

function attemptsOf({ result: { status, durationMs, attempts } }: JunitResult): IngestAttempt[] {
  return attempts ?? [{ status, durationMs }];
}
