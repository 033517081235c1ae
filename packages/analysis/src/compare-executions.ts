import { type ComparedRun, isFailure, worstRuns } from './worst-run.ts';

export type { ComparedRun } from './worst-run.ts';

/** One execution, as far as a comparison needs it. */
export interface ComparedSide<Run extends ComparedRun = ComparedRun> {
  /** All results; several of one test count as the worst of them. */
  runs: readonly Run[];
  /** Why not every test had its chance (`filter`, `bail`, …); empty when every test had. */
  partial: readonly string[];
  interrupted: boolean;
  missingShards: boolean;
  /** Files that failed to load or to set up; variant null: in all variants. */
  brokenFiles: readonly { file: string; variant: string | null }[];
}

export interface CompareOptions {
  /** 0.2 is 20 % of the base's duration. */
  durationThreshold: number;
  minDurationMs: number;
}

/** A test with its run on each side; null where that side has none. */
export interface ComparedTest<Run extends ComparedRun = ComparedRun> {
  testId: string;
  base: Run | null;
  head: Run | null;
  /** The earlier execution that the base's run was taken from, where the base itself did not run the test. */
  baseFrom?: { executionId: string; number: number };
}

/** Lists in the order of the head's runs, or of the base's for tests that the head lacks. */
export interface Comparison<Run extends ComparedRun = ComparedRun> {
  /** Base passed, flaky or not; head failure. */
  regressions: ComparedTest<Run>[];
  /** Base failure; head passed, flaky or not. */
  improvements: ComparedTest<Run>[];
  stillFailing: ComparedTest<Run>[];
  /** Only in the head, however they ended; and failures of which no execution says how the base would have ended. */
  newTests: ComparedTest<Run>[];
  /** Only in the base, though the head had the chance to show them. */
  removedTests: ComparedTest<Run>[];
  /** Of the base, without a chance in the head. */
  notRun: ComparedTest<Run>[];
  /** Base passed and not flaky; head flaky. */
  newlyFlaky: ComparedTest<Run>[];
  /** Passed in both and longer by `minDurationMs` and `durationThreshold`; `isNoise` was not asked. */
  slower: ComparedTest<Run>[];
  faster: ComparedTest<Run>[];
  /**
   * The base did not run them, though it may know them: it lacks them by accident, cut them off, skipped them
   * in a broken file, or skipped what fails in the head. The caller looks for an earlier execution of the
   * base's branch that ran them, and `settleTest` says where they belong.
   */
  unsettled: ComparedTest<Run>[];
}

/**
 * What changed from base to head, test by test, matched by testId.
 *
 * On both sides: where the base passed or failed, a head that was interrupted is `notRun`, and so is one that
 * was skipped in a broken file, since frameworks call tests skipped whose hooks failed. Where the base was
 * skipped or interrupted, a head that failed is `unsettled`, and so is one that passed unless the base skipped
 * it on purpose. Skipped on a side otherwise is in no list: then one side has no verdict to compare with.
 *
 * Only in the base: `notRun` when the head is partial, was interrupted, lacks shards, or the test's file is
 * among its broken ones; else `removedTests`. Only in the head: by the same question about the base,
 * `unsettled`, else `newTests`.
 *
 * A test may be in two lists only as newlyFlaky and slower or faster. Once `unsettled` is settled, every
 * failure of the head is in exactly one of `regressions`, `stillFailing` and `newTests`.
 */
export function compareRuns<Run extends ComparedRun>(
  base: ComparedSide<Run>,
  head: ComparedSide<Run>,
  options: CompareOptions,
): Comparison<Run> {
  const comparison = emptyComparison<Run>();
  const baseRuns = worstRuns(base.runs);
  const headRuns = worstRuns(head.runs);
  const mayLackInBase = accidentsOf(base);
  const mayLackInHead = accidentsOf(head);
  const isBrokenInHead = isInBrokenFile(head);
  const isBrokenInBase = isInBrokenFile(base);
  for (const [testId, run] of headRuns) {
    const earlier = baseRuns.get(testId);
    if (earlier !== undefined && isUnsettled(earlier, run, isBrokenInBase)) {
      comparison.unsettled.push({ testId, base: earlier, head: run });
    } else if (earlier !== undefined) {
      const lists = hadNoChance(earlier, run, isBrokenInHead)
        ? (['notRun'] as const)
        : listsOf(earlier, run, options);
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

/** The lists that a test may be in once an earlier execution was asked about it. */
export type SettledList =
  | 'regressions'
  | 'improvements'
  | 'stillFailing'
  | 'newlyFlaky'
  | 'newTests';

/**
 * Where an `unsettled` test belongs; null: nowhere.
 *
 * - `earlier` is its run in the newest earlier execution that speaks for the base's branch and ran it (it
 *   passed or failed there): that stands for the base. Durations of another execution are not compared.
 * - Without one, a head that failed is a new failure, and any other head is a new test unless the base
 *   holds it or an earlier execution knew it.
 */
export function settleTest(
  { base, head }: ComparedTest,
  { earlier, isKnown }: { earlier: ComparedRun | null; isKnown: boolean },
): SettledList | null {
  if (head === null) return null;
  if (earlier !== null) return outcomeList(earlier, head);
  if (isFailure(head)) return 'newTests';
  return base === null && !isKnown ? 'newTests' : null;
}

function isUnsettled(
  base: ComparedRun,
  head: ComparedRun,
  isBrokenInBase: (run: ComparedRun) => boolean,
): boolean {
  if (isFailure(head)) return base.status === 'skipped' || base.status === 'interrupted';
  if (head.status !== 'passed') return false;
  return base.status === 'interrupted' || (base.status === 'skipped' && isBrokenInBase(base));
}

function emptyComparison<Run extends ComparedRun>(): Comparison<Run> {
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

/** Whether a side may lack a test, known from the other side, for another reason than that it does not exist. */
function accidentsOf(side: ComparedSide): (run: ComparedRun) => boolean {
  if (side.partial.length > 0 || side.interrupted || side.missingShards) return () => true;
  return isInBrokenFile(side);
}

function isInBrokenFile(side: ComparedSide): (run: ComparedRun) => boolean {
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

/** Whether the base has a verdict on a test, and the head had no chance to give one. */
function hadNoChance(
  base: ComparedRun,
  head: ComparedRun,
  isBrokenInHead: (run: ComparedRun) => boolean,
): boolean {
  if (base.status !== 'passed' && !isFailure(base)) return false;
  return head.status === 'interrupted' || (head.status === 'skipped' && isBrokenInHead(head));
}

function listsOf(
  base: ComparedRun,
  head: ComparedRun,
  options: CompareOptions,
): (keyof Comparison)[] {
  const list = outcomeList(base, head);
  const lists: (keyof Comparison)[] = list === null ? [] : [list];
  if (base.status !== 'passed' || head.status !== 'passed') return lists;
  if (isOtherDuration(base.durationMs, head.durationMs, options)) {
    lists.push(head.durationMs > base.durationMs ? 'slower' : 'faster');
  }
  return lists;
}

function outcomeList(
  base: ComparedRun,
  head: ComparedRun,
): Exclude<SettledList, 'newTests'> | null {
  const basePassed = base.status === 'passed';
  if (!basePassed && !isFailure(base)) return null;
  if (isFailure(head)) return basePassed ? 'regressions' : 'stillFailing';
  if (head.status !== 'passed') return null;
  if (!basePassed) return 'improvements';
  return head.flaky && !base.flaky ? 'newlyFlaky' : null;
}

function isOtherDuration(baseMs: number, headMs: number, options: CompareOptions): boolean {
  const changeMs = Math.abs(headMs - baseMs);
  // From a base of 0 ms the share is infinite, and always enough.
  return (
    changeMs > 0 &&
    changeMs >= options.minDurationMs &&
    changeMs / baseMs >= options.durationThreshold
  );
}
