import { detectDurationChange, type DurationThresholds } from './machine-change.ts';
import { isFailure } from '@svc/contract/zod-free/is-failure';
import { type ComparedRun, pickWorstRuns } from './worst-run.ts';

export type { ComparedRun } from './worst-run.ts';

/** The facts of one execution that a comparison needs. */
export interface ComparedSide<Run extends ComparedRun = ComparedRun> {
  /** All results; several of one test count as the worst of them. */
  runs: readonly Run[];
  /** Why some tests could not run (`filter`, `bail`, …); empty when all could. */
  partial: readonly string[];
  interrupted: boolean;
  missingShards: boolean;
  /** Files that failed to load or to set up; variant null: in all variants. */
  brokenFiles: readonly { file: string; variant: string | null }[];
}

/** A test with its run on each side; null where that side has none. */
export interface ComparedTest<Run extends ComparedRun = ComparedRun> {
  testId: string;
  base: Run | null;
  head: Run | null;
  /** The earlier execution that the base's run was taken from, where the base itself did not run the test. */
  baseFrom?: { executionId: string; number: number };
}

/** Lists are in the order of the head's runs, or of the base's for tests that the head lacks. */
export interface Comparison<Run extends ComparedRun = ComparedRun> {
  /** The base passed (flaky or not), the head failed. */
  regressions: ComparedTest<Run>[];
  /** The base failed, the head passed (flaky or not). */
  improvements: ComparedTest<Run>[];
  stillFailing: ComparedTest<Run>[];
  /** Tests that are only in the head, with any outcome; and failures that have no earlier execution to compare with. */
  newTests: ComparedTest<Run>[];
  /** Tests that are only in the base, although the head could have run them. */
  removedTests: ComparedTest<Run>[];
  /** Tests of the base that the head could not run. */
  notRun: ComparedTest<Run>[];
  /** The base passed without being flaky, the head is flaky. */
  newlyFlaky: ComparedTest<Run>[];
  /**
   * Tests that passed in both, and took longer by `detectDurationChange`; not checked with `isNoise` and
   * `isUsualRatio`.
   */
  slower: ComparedTest<Run>[];
  faster: ComparedTest<Run>[];
  /**
   * Tests that the base did not run although it may know them: it lacks them by accident, interrupted them, skipped
   * them in a broken file, or skipped tests that fail in the head. The caller looks for an earlier execution of the
   * base's branch that ran them, and `settleTest` returns their list.
   */
  unsettled: ComparedTest<Run>[];
}

/**
 * The changes from base to head, test by test, matched by testId.
 *
 * Tests on both sides, when the base passed or failed: a head that was interrupted is `notRun`, and so is one that
 * was skipped in a broken file, because frameworks report tests as skipped when hooks failed. When the base was
 * skipped or interrupted: a head that failed is `unsettled`, and so is one that passed unless the base skipped it on
 * purpose. Any other test skipped on one side is in no list, because there is no verdict to compare with.
 *
 * Tests only in the base: `notRun` when the head is partial, was interrupted, lacks shards, or the test's file is
 * broken in it; otherwise `removedTests`. Tests only in the head: `unsettled` under the same conditions for the base,
 * otherwise `newTests`.
 *
 * A test can be in two lists only as newlyFlaky and slower or faster. Once `unsettled` is settled, every failure of
 * the head is in exactly one of `regressions`, `stillFailing` and `newTests`.
 */
export function compareRuns<Run extends ComparedRun>(
  base: ComparedSide<Run>,
  head: ComparedSide<Run>,
  options: DurationThresholds,
): Comparison<Run> {
  const comparison = buildEmptyComparison<Run>();
  const baseRuns = pickWorstRuns(base.runs);
  const headRuns = pickWorstRuns(head.runs);
  const mayLackInBase = buildAccidentCheck(base);
  const mayLackInHead = buildAccidentCheck(head);
  const isBrokenInHead = isInBrokenFile(head);
  const isBrokenInBase = isInBrokenFile(base);
  for (const [testId, run] of headRuns) {
    const earlier = baseRuns.get(testId);
    if (earlier !== undefined && isUnsettled(earlier, run, isBrokenInBase)) {
      comparison.unsettled.push({ testId, base: earlier, head: run });
    } else if (earlier !== undefined) {
      const lists = hadNoChance(earlier, run, isBrokenInHead)
        ? (['notRun'] as const)
        : chooseLists(earlier, run, options);
      for (const list of lists) {
        comparison[list].push({ testId, base: earlier, head: run });
      }
    } else {
      comparison[mayLackInBase(run) ? 'unsettled' : 'newTests'].push({
        testId,
        base: null,
        head: run,
      });
    }
  }
  for (const [testId, run] of baseRuns) {
    if (headRuns.has(testId)) continue;
    const list = mayLackInHead(run) ? 'notRun' : 'removedTests';
    comparison[list].push({ testId, base: run, head: null });
  }
  return comparison;
}

/** The lists that a settled test may be in. */
export type SettledList =
  | 'regressions'
  | 'improvements'
  | 'stillFailing'
  | 'newlyFlaky'
  | 'newTests';

/**
 * The list of an `unsettled` test; null: in no list.
 *
 * - `earlier` is its run in the newest earlier execution that counts for the base's branch and ran it (it passed or
 *   failed there). It replaces the base. Durations of another execution are not compared.
 * - If there is none, a head that failed is a new failure. Any other head is a new test unless the base has it or an
 *   earlier execution knew it.
 */
export function settleTest(
  { base, head }: ComparedTest,
  { earlier, isKnown }: { earlier: ComparedRun | null; isKnown: boolean },
): SettledList | null {
  if (head === null) return null;
  if (earlier !== null) return chooseOutcomeList(earlier, head);
  if (isFailure(head.status)) return 'newTests';
  return base === null && !isKnown ? 'newTests' : null;
}

function isUnsettled(
  base: ComparedRun,
  head: ComparedRun,
  isBrokenInBase: (run: ComparedRun) => boolean,
): boolean {
  if (isFailure(head.status)) return base.status === 'skipped' || base.status === 'interrupted';
  if (head.status !== 'passed') return false;
  return base.status === 'interrupted' || (base.status === 'skipped' && isBrokenInBase(base));
}

function buildEmptyComparison<Run extends ComparedRun>(): Comparison<Run> {
  return {
    regressions: [],
    improvements: [],
    stillFailing: [],
    newTests: [],
    removedTests: [],
    notRun: [],
    newlyFlaky: [],
    slower: [],
    faster: [],
    unsettled: [],
  };
}

/** Returns whether a side may lack a test of the other side for another reason than that the test does not exist. */
function buildAccidentCheck(side: ComparedSide): (run: ComparedRun) => boolean {
  if (side.partial.length > 0 || side.interrupted || side.missingShards) return () => true;
  return isInBrokenFile(side);
}

/** Whether a test is in one of the side's broken files. */
export function isInBrokenFile(
  side: Pick<ComparedSide, 'brokenFiles'>,
): (test: Pick<ComparedRun, 'file' | 'variant'>) => boolean {
  const variantsByFile = new Map<string, Set<string | null>>();
  for (const { file, variant } of side.brokenFiles) {
    const variants = variantsByFile.get(file);
    if (variants === undefined) variantsByFile.set(file, new Set([variant]));
    else variants.add(variant);
  }
  return ({ file, variant }) => {
    const variants = variantsByFile.get(file);
    return variants !== undefined && (variants.has(null) || variants.has(variant));
  };
}

/** Whether the base has a verdict on a test, and the head could not run it. */
function hadNoChance(
  base: ComparedRun,
  head: ComparedRun,
  isBrokenInHead: (run: ComparedRun) => boolean,
): boolean {
  if (base.status !== 'passed' && !isFailure(base.status)) return false;
  return head.status === 'interrupted' || (head.status === 'skipped' && isBrokenInHead(head));
}

function chooseLists(
  base: ComparedRun,
  head: ComparedRun,
  options: DurationThresholds,
): (keyof Comparison)[] {
  const list = chooseOutcomeList(base, head);
  const lists: (keyof Comparison)[] = list === null ? [] : [list];
  if (base.status !== 'passed' || head.status !== 'passed') return lists;
  const change = detectDurationChange(
    { baseMs: base.durationMs, headMs: head.durationMs },
    options,
  );
  if (change !== null) lists.push(change);
  return lists;
}

function chooseOutcomeList(
  base: ComparedRun,
  head: ComparedRun,
): Exclude<SettledList, 'newTests'> | null {
  const basePassed = base.status === 'passed';
  if (!basePassed && !isFailure(base.status)) return null;
  if (isFailure(head.status)) return basePassed ? 'regressions' : 'stillFailing';
  if (head.status !== 'passed') return null;
  if (!basePassed) return 'improvements';
  return head.flaky && !base.flaky ? 'newlyFlaky' : null;
}
