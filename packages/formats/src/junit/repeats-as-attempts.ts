import { isFailure } from '@svc/contract/zod-free/is-failure';
import { joinAttached, type AttachedResult } from '../joined-attempts.ts';

/** Test cases of one name in one suite. If all except the last failed, they are the tries of one test. */
export interface Repeats {
  /** Whether they are one test also if the last one failed. */
  joinsFailed?: boolean;
  /**
   * Whether the tool also runs each test several times on purpose (`go test -count`, `xcodebuild -test-iterations`).
   * No failure is excused then, and a test that passed twice in a suite shows it.
   */
  mayBeCounted?: boolean;
}

/** A test case of a suite. Test cases of one key have the same identity, class, name and line. */
export interface NamedResult {
  key: string;
  read: AttachedResult;
  /** Undefined for a separate test, regardless of its name. */
  repeats: Repeats | undefined;
}

/**
 * Merges repeated keys into one result with an attempt per appearance, if every appearance except the last failed: a
 * retried test. A key that appears again after it passed, or that was skipped at last, stays as several results. So
 * does one with an appearance that is not known to be a try.
 */
export function mergeRepeats(
  all: readonly NamedResult[],
  isRepeated: (key: string) => boolean,
): AttachedResult[] {
  const byKey = new Map<string, [NamedResult, ...NamedResult[]]>();
  for (const named of all) {
    const same = byKey.get(named.key);
    if (same === undefined) byKey.set(named.key, [named]);
    else same.push(named);
  }
  const retried = new Map([...byKey].filter(([key, same]) => isRetried(same) && !isRepeated(key)));
  return all.flatMap((named) => {
    const same = retried.get(named.key);
    if (same === undefined) return [named.read];
    const [first, ...others] = same;
    return first === named ? [joinAttached([first.read, ...others.map(({ read }) => read)])] : [];
  });
}

function isRetried(same: readonly NamedResult[]): boolean {
  const last = same.at(-1);
  if (last === undefined || same.length < 2 || same.some(({ repeats }) => repeats === undefined)) {
    return false;
  }
  const { result } = last.read;
  const joinsFailed = last.repeats?.joinsFailed === true && isFailure(result.status);
  if (result.status !== 'passed' && !joinsFailed) return false;
  return same.slice(0, -1).every(({ read }) => isFailure(read.result.status));
}
