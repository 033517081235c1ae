import { basename, dirname, join } from 'node:path';
import { FailedAttempts } from '../reading/failed-attempts.ts';

/** The place of a report among the attempts of one target, in order; the last one is the target's result. */
export interface AttemptFile {
  attempts: FailedAttempts;
  isLast: boolean;
}

/**
 * Finds the attempts of Bazel's flaky targets: `test_attempts/attempt_1.xml` below the folder of `test.xml`, or next to
 * it. Returns the order in which the paths are read, and the ones that are attempts.
 */
export function findAttemptFiles(paths: readonly string[]): {
  order: number[];
  attempts: ReadonlyMap<number, AttemptFile>;
} {
  const indexOf = new Map(paths.map((path, index) => [path, index]));
  const groups = new Map<string, number[]>();
  for (const [index, path] of paths.entries()) {
    const target = findTarget(path, indexOf);
    if (target === undefined) continue;
    const group = groups.get(target);
    if (group === undefined) groups.set(target, [index]);
    else group.push(index);
  }
  const order: number[] = [];
  const attempts = new Map<number, AttemptFile>();
  for (const [index, path] of paths.entries()) {
    const group = groups.get(findTarget(path, indexOf) ?? path);
    if (group === undefined) order.push(index);
    else if (!attempts.has(index)) {
      const number = (one: number) => parseAttemptNumber(paths[one] ?? '');
      const inOrder = group.toSorted((a, b) => number(a) - number(b));
      const last = indexOf.get(findTarget(path, indexOf) ?? path);
      const all = last === undefined ? inOrder : [...inOrder, last];
      const failed = new FailedAttempts();
      for (const one of all) attempts.set(one, { attempts: failed, isLast: one === all.at(-1) });
      order.push(...all);
    }
  }
  return { order, attempts };
}

/** The path of the target's report; undefined for a report that is no earlier attempt. */
function findTarget(path: string, known: ReadonlyMap<string, number>): string | undefined {
  if (!/^attempt_\d{1,9}\.xml$/.test(basename(path))) return undefined;
  const folder = dirname(path);
  if (basename(folder) === 'test_attempts') return join(dirname(folder), 'test.xml');
  // Elsewhere, the name alone may mean anything.
  const beside = join(folder, 'test.xml');
  return known.has(beside) ? beside : undefined;
}

function parseAttemptNumber(path: string): number {
  return Number(/\d+/.exec(basename(path))?.[0] ?? 0);
}
