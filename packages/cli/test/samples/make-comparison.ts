import { countCauses } from '@svc/analysis/causes/cause-groups';
import type { CauseList } from '@svc/contract/executions/causes';
import type {
  ComparedTest,
  Comparison,
  ImprovedTest,
  StillFailingTest,
} from '@svc/contract/executions/compare';
import { isFailure } from '@svc/contract/zod-free/is-failure';
import { makeExecution } from './make-execution.ts';

type Lists = Omit<Comparison, 'base' | 'head' | 'baseChoice' | 'summary' | 'causes'>;

interface Changes
  extends
    Partial<Omit<Lists, 'improvements' | 'stillFailing'>>,
    Partial<Pick<Comparison, 'base' | 'head' | 'baseChoice'>> {
  improvements?: (ComparedTest & Partial<ImprovedTest>)[];
  stillFailing?: (ComparedTest & Partial<StillFailingTest>)[];
  causes?: Partial<Comparison['causes']>;
  /** Counts that are greater than their lists. */
  counts?: Partial<Comparison['summary']>;
}

/** A comparison of main with a branch, whose summary is counted from the lists. */
export function makeComparison(changes: Changes = {}): Comparison {
  const {
    base = makeExecution(),
    head = makeHead(),
    baseChoice = 'named',
    counts,
    causes,
    improvements = [],
    stillFailing = [],
    ...given
  } = changes;
  const lists: Lists = {
    regressions: [],
    improvements: improvements.map((test) => ({ baseFingerprint: null, ...test })),
    stillFailing: stillFailing.map((test) => ({ otherError: false, ...test })),
    newTests: [],
    removedTests: [],
    notRun: [],
    newlyFlaky: [],
    performance: { slower: [], faster: [] },
    ...given,
  };
  const durationDeltaMs = head.durationMs - base.durationMs;
  return {
    base,
    head,
    baseChoice,
    summary: {
      baseTests: base.totals.tests,
      regressions: lists.regressions.length,
      improvements: lists.improvements.length,
      stillFailing: lists.stillFailing.length,
      otherErrors: lists.stillFailing.filter(({ otherError }) => otherError).length,
      newTests: lists.newTests.length,
      newFailing: lists.newTests.filter((test) => test.head?.status === 'failed').length,
      removedTests: lists.removedTests.length,
      notRun: lists.notRun.length,
      brokenFiles: new Set(
        lists.notRun.flatMap(({ file, reason }) => (reason === 'file' ? file : [])),
      ).size,
      newlyFlaky: lists.newlyFlaky.length,
      slower: lists.performance.slower.length,
      faster: lists.performance.faster.length,
      machineFactor: null,
      durationDeltaMs,
      durationDeltaRate: durationDeltaMs / base.durationMs,
      errorsOmitted: 0,
      ...counts,
    },
    ...lists,
    causes: { ...causesOf(lists), ...causes },
  };
}

function causesOf(lists: Lists): Comparison['causes'] {
  const { regressions, newTests, stillFailing, improvements } = lists;
  return {
    regressions: makeCauses(regressions),
    newFailing: makeCauses(newTests.filter(isFailed)),
    stillFailing: makeCauses(stillFailing),
    improvements: makeCauses(
      improvements.map((test) => ({ ...test, fingerprint: test.baseFingerprint })),
    ),
  };
}

function isFailed({ head }: ComparedTest): boolean {
  return head !== null && isFailure(head.status);
}

/** The causes of these tests, as the server counts them. */
export function makeCauses(tests: readonly ComparedTest[]): CauseList {
  return countCauses(tests, ({ fingerprint, titlePath, file, error, classification }) => ({
    fingerprint,
    classification,
    confidence: classification === null ? null : 0.96,
    testKey: titlePath.join('\n'),
    file,
    pattern: fingerprint === null ? null : (error?.message.split(' //')[0] ?? fingerprint),
  }));
}

function makeHead() {
  return makeExecution({
    id: '0193a1b2-0000-7000-8000-000000000009',
    number: 815,
    status: 'failed',
    durationMs: 200_000,
    git: { branch: 'fix-cart', commit: '77e0a1c5d9f2b34d5566778899aabbccddeeff00' },
  });
}

/** A test of both executions that passed in both. */
export function makeComparedTest(
  titlePath: readonly string[],
  changes: Partial<ComparedTest> = {},
): ComparedTest {
  return {
    testId: '0123456789abcdef0123456789abcdef',
    title: titlePath.at(-1) ?? '',
    titlePath: [...titlePath],
    file: 'src/cart.test.ts',
    line: 88,
    variant: null,
    owner: null,
    base: makeSide(),
    head: makeSide(),
    error: null,
    fingerprint: null,
    classification: null,
    baseFrom: null,
    retries: 0,
    ...changes,
  };
}

/** How a test went in one of the executions. */
export function makeSide(changes: Partial<NonNullable<ComparedTest['head']>> = {}) {
  return {
    resultId: '0193a1b2-0000-7000-8000-000000000003',
    status: 'passed' as const,
    flaky: false,
    durationMs: 120,
    ...changes,
  };
}
