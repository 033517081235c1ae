import type { AssertionResult, TestCaseResult } from '@jest/test-result';

/** One attempt of a test, as reported by the hooks of single tests. */
export interface CaseRun {
  titlePath: string[];
  /** Epoch ms. */
  startedAt: number | undefined;
  /** Absent until the attempt has ended. */
  result: TestCaseResult | undefined;
}

/** A test, as far as Jest has reported it. */
export interface SeenTest {
  titlePath: string[];
  /** The final result. Absent for an interrupted test. */
  final: AssertionResult | undefined;
  /** The attempts in order. Absent if Jest did not report all of them, as with jest-jasmine2. */
  runs: readonly CaseRun[] | undefined;
}

type Titles = Pick<AssertionResult, 'ancestorTitles' | 'title'>;

/**
 * The attempts of one file's tests, in the order in which they began. The hooks run for every test, so they only
 * append. `buildEndedTests` and `buildUnendedTests` group attempts by test.
 */
export class CaseLog {
  readonly #runs: CaseRun[] = [];
  /** Attempts that have not ended: usually one. */
  #open: CaseRun[] = [];

  start(titles: Titles, startedAt: number | undefined): void {
    const run = { titlePath: buildTitles(titles), startedAt, result: undefined };
    this.#runs.push(run);
    this.#open.push(run);
  }

  end(result: TestCaseResult): void {
    // A worker may report several starts with one title before the first end.
    const at = this.#open.findIndex(({ titlePath }) => isTitled(titlePath, result));
    const [run] = at === -1 ? [] : this.#open.splice(at, 1);
    if (run === undefined) {
      const startedAt = result.startedAt ?? undefined;
      this.#runs.push({ titlePath: buildTitles(result), startedAt, result });
    } else {
      run.result = result;
      run.startedAt = result.startedAt ?? run.startedAt;
    }
  }

  /**
   * The tests of a file that has ended, each with its attempts. Retries run after the file's other tests, and
   * titles may repeat. So attempts are matched by title, number and order. Only the last attempts count: if a
   * worker crashed, some tests also ran before the crash.
   */
  buildEndedTests(results: readonly AssertionResult[]): SeenTest[] {
    if (this.#isPlain(results)) {
      return results.map((final, index): SeenTest => {
        const run = this.#runs[index];
        return {
          titlePath: buildTitles(final),
          final,
          runs: run && hasRun({ final }) ? [run] : undefined,
        };
      });
    }
    const tests = results.map((final): SeenTest => ({
      titlePath: buildTitles(final),
      final,
      runs: undefined,
    }));
    const received = groupByTitle(this.#runs);
    for (const [key, same] of groupByTitle(tests)) {
      attribute(same, received.get(key) ?? []);
    }
    return tests;
  }

  /**
   * The tests of a file whose end Jest did not report, or reported without tests. `crashes`: how often Jest reported a
   * crash of the file's worker.
   */
  buildUnendedTests(crashes = 0): SeenTest[] {
    const tests = new Map<CaseRun[], SeenTest>();
    const latest = new Map<string, CaseRun[]>();
    for (const run of this.#pickLastTry(crashes)) {
      const key = buildKey(run.titlePath);
      const before = latest.get(key);
      const isRetry = before?.at(-1)?.result?.status === 'failed' && run.result?.invocations !== 1;
      const runs = isRetry && before !== undefined ? before : [];
      runs.push(run);
      latest.set(key, runs);
      tests.set(runs, { titlePath: run.titlePath, final: run.result, runs });
    }
    return [...tests.values()];
  }

  /** Whether the hooks reported each test exactly once, in the order of the results. */
  #isPlain(results: readonly AssertionResult[]): boolean {
    return (
      results.length === this.#runs.length &&
      results.every((final, index) => {
        const run = this.#runs[index];
        return (
          run?.result !== undefined &&
          countInvocations({ final }) <= 1 &&
          isTitled(run.titlePath, final)
        );
      })
    );
  }

  /** Jest reruns a file if its worker crashes: in the middle of a test, or by a late error of the file's last test. */
  #pickLastTry(crashes: number): CaseRun[] {
    const size = this.#runs.length / crashes;
    const isSame = ({ titlePath }: CaseRun, index: number): boolean =>
      buildKey(titlePath) === buildKey(this.#runs[index % size]?.titlePath ?? []);
    if (crashes > 1 && Number.isInteger(size) && this.#runs.every(isSame)) {
      return this.#runs.slice(-size);
    }
    const first = buildKey(this.#runs[0]?.titlePath ?? []);
    let tried: CaseRun[] = [];
    for (const run of this.#runs) {
      const isFirst = buildKey(run.titlePath) === first;
      if (isFirst && tried.some(({ result }) => result === undefined)) tried = [];
      tried.push(run);
    }
    return tried;
  }
}

function buildTitles({ ancestorTitles, title }: Titles): string[] {
  return [...ancestorTitles, title];
}

function isTitled(titlePath: readonly string[], { ancestorTitles, title }: Titles): boolean {
  return (
    titlePath.length === ancestorTitles.length + 1 &&
    titlePath.at(-1) === title &&
    ancestorTitles.every((each, index) => titlePath[index] === each)
  );
}

function buildKey(titlePath: readonly string[]): string {
  return titlePath.join('\0');
}

function groupByTitle<Item extends { titlePath: readonly string[] }>(
  tests: readonly Item[],
): Map<string, Item[]> {
  const groups = new Map<string, Item[]>();
  for (const test of tests) addTo(groups, test);
  return groups;
}

function addTo<Item extends { titlePath: readonly string[] }>(
  groups: Map<string, Item[]>,
  item: Item,
): void {
  const key = buildKey(item.titlePath);
  const group = groups.get(key);
  if (group === undefined) groups.set(key, [item]);
  else group.push(item);
}

/** Distributes attempts among the tests with one title. */
function attribute(tests: readonly SeenTest[], received: readonly CaseRun[]): void {
  const ran = tests.filter(hasRun);
  const expected = ran.reduce((sum, test) => sum + countInvocations(test), 0);
  const ended = received.filter(({ result }) => result !== undefined);
  if (expected === 0 || ended.length < expected) return;
  const last = ended.slice(-expected);
  const [only, ...others] = ran;
  if (only !== undefined && others.length === 0) {
    only.runs = last;
    return;
  }
  for (const each of ran) each.runs = [];
  for (let number = 1; number <= Math.max(...ran.map(countInvocations)); number++) {
    const runs = last.filter(({ result }) => result?.invocations === number);
    for (const [index, each] of ran.filter((one) => countInvocations(one) >= number).entries()) {
      each.runs = [...(each.runs ?? []), ...runs.slice(index, index + 1)];
    }
  }
}

function hasRun({ final }: Pick<SeenTest, 'final'>): boolean {
  return final?.status === 'passed' || final?.status === 'failed';
}

function countInvocations({ final }: Pick<SeenTest, 'final'>): number {
  return final?.invocations ?? 1;
}
