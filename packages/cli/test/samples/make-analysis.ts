import type { Analysis } from '@svc/contract/analysis/analyses';
import type { FailureVerdict } from '@svc/contract/analysis/verdicts';
import { groupCauses } from '../../src/commands/analyze/input/causes.ts';
import type { ShownAnalysis } from '../../src/commands/analyze/text/analysis-text.ts';

/** The verdict on one failure: a wrong value of the product. */
export function makeVerdict(changes: Partial<FailureVerdict> = {}): FailureVerdict {
  return {
    resultId: '0193a1b2-0000-7000-8000-0000000000a1',
    testId: '0123456789abcdef0123456789abcdef',
    title: 'keeps the discount',
    file: 'src/cart.test.ts',
    line: 88,
    fingerprint: 'fp2:6be1aa00aa00aa00aa00aa00aa00aa00',
    classification: 'REAL_BUG',
    confidence: 0.87,
    runnerUp: { classification: 'HEALABLE', confidence: 0.09 },
    needsHuman: false,
    evidence: [
      {
        kind: 'bug.value',
        supports: 'REAL_BUG',
        weight: 1.92,
        text: 'The product returned another value than expected',
        source: 'message',
        quote: 'AssertionError: expected 90 to be 100 // Object.is equality',
      },
      {
        kind: 'shape.few',
        supports: 'REAL_BUG',
        weight: 0.34,
        text: 'A few tests failed together',
        source: 'execution',
        quote: '3 tests failed',
      },
      {
        kind: 'history.flaky',
        supports: 'KNOWN_FLAKE',
        weight: -0.61,
        text: 'The test was flaky before',
        source: 'history',
        quote: '2 flaky runs of 154',
      },
    ],
    notChecked: ['The changed files are not known.', 'There was no log.'],
    suggestion: 'Reproduce it with the unchanged test',
    actionPlan: {
      goal: 'The product works again, and the unchanged test proves it.',
      steps: [
        {
          order: 1,
          action: 'investigate',
          title: 'Reproduce it with the unchanged test',
          detail: 'Expect the same error. If the test passes, the failure depends on more.',
          file: 'src/cart.test.ts',
          line: 88,
          command: "npx vitest run src/cart.test.ts -t 'cart checkout keeps the discount'",
        },
        {
          order: 2,
          action: 'fix-product',
          title: 'Fix the product at src/cart.ts:41',
          detail: 'The test expects 100, and the product gives 90.',
          file: 'src/cart.ts',
          line: 41,
          command: null,
        },
      ],
      owner: '@example/cart',
      forbidden: ['Change or weaken the assertion', 'Skip or quarantine the test'],
      doneWhen: ['The unchanged test passes without retries'],
      changesVerdict: ['The test passes again on this commit: KNOWN_FLAKE'],
    },
    correctedBy: null,
    ...changes,
  };
}

/** The analysis of execution #812 with these failures. */
export function makeAnalysis(
  failures: FailureVerdict[] = [makeVerdict()],
  changes: Partial<Analysis> = {},
): Analysis {
  const { classification, confidence, runnerUp, needsHuman, evidence, notChecked, actionPlan } =
    failures[0] ?? makeVerdict();
  return {
    id: '0193a1b2-0000-7000-8000-0000000000aa',
    executionId: '0193a1b2-0000-7000-8000-000000000001',
    executionNumber: 812,
    project: 'web',
    branch: 'fix-cart',
    commit: '3f9c1ab5c9f2b34d5566778899aabbccddeeff00',
    classification,
    confidence,
    runnerUp,
    needsHuman,
    evidence,
    notChecked,
    summary:
      'Probably a real bug (87 % sure). The product returned another value than expected: expected 90 to be 100.',
    actionPlan,
    failureCount: failures.length,
    failures,
    history: {
      previousAnalyses: 3,
      knownFingerprints: 0,
      newFingerprints: 1,
      lastGood: 'a07be551c9f2b34d5566778899aabbccddeeff00',
      firstBad: null,
    },
    classifier: 1,
    analyzedAt: '2026-11-21T09:20:00.000Z',
    ...changes,
  };
}

/** The same as `svc analyze 812` shows it. */
export function makeShownAnalysis(
  analysis: Analysis = makeAnalysis(),
  changes: Partial<ShownAnalysis> = {},
): ShownAnalysis {
  const items = groupCauses(analysis.failures);
  return {
    subject: ['web #812', 'fix-cart 3f9c1ab'],
    choiceNote: undefined,
    analysis,
    isPartial: false,
    items,
    total: { count: items.length, isAtLeast: false },
    moreCommand: 'svc analyze 812 --project web --all',
    ...changes,
  };
}
