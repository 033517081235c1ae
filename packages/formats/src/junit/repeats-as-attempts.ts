import type { IngestAttempt } from '@svc/contract/executions/ingest';
import type { JunitResult } from './junit-result.ts';
import type { NamedResult } from './repeated-tests.ts';

/**
 * What test cases of one name in one suite are, if all except the last failed. `attempts`: the tool repeats a name for
 * nothing but a retry. `attemptsUntilPassed`: they may also be tests of equal names, which are not joined if the last
 * one failed, too, or was skipped.
 */
export type Repeats = 'attempts' | 'attemptsUntilPassed';

/**
 * Merges repeated keys into one result with an attempt per appearance, if every appearance except the last failed: a
 * retried test. A key that appears again after it passed was run several times on purpose (`go test -count`), or
 * belongs to several tests, and stays as several results.
 */
export function repeatsAsAttempts(
  all: readonly NamedResult[],
  { repeats, isRepeated }: { repeats: Repeats; isRepeated: (key: string) => boolean },
): JunitResult[] {
  const byKey = new Map<string, [JunitResult, ...JunitResult[]]>();
  for (const { key, read } of all) {
    const same = byKey.get(key);
    if (same === undefined) byKey.set(key, [read]);
    else same.push(read);
  }
  const retried = new Map(
    [...byKey].filter(([key, same]) => isRetried(same, repeats) && !isRepeated(key)),
  );
  return all.flatMap(({ key, read }) => {
    const same = retried.get(key);
    if (same === undefined) return [read];
    return same[0] === read ? [joined(same)] : [];
  });
}

function isRetried(same: readonly JunitResult[], repeats: Repeats): boolean {
  const last = same.at(-1)?.result.status;
  if (same.length < 2 || (repeats === 'attemptsUntilPassed' && last !== 'passed')) return false;
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
  const startedAt = first.result.startedAt ?? last.result.startedAt;
  const result = { ...last.result, startedAt, durationMs, attempts };
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
