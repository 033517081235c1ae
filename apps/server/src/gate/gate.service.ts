import { judgeGate, type GateJudgement } from '@svc/analysis/gate/judge-gate';
import { GATE_ITEMS_MOST, type Gate } from '@svc/contract/gate/gate';
import type { Scope } from '../db/scope.ts';
import type { Deps } from '../deps.ts';
import type { ExecutionRow } from '../history/executions/execution-rows.queries.ts';
import { requireReadableExecution } from '../history/executions/require-execution.ts';
import {
  listActiveEntriesOfExecution,
  readCoveredFingerprints,
  type ActiveEntry,
} from './excusals/active-entries.queries.ts';
import { readResultClasses, type VerdictClass } from '../analyses/index.ts';
import { findGateBase, listFailuresOfBase, type GateBase } from './facts/base-failures.ts';
import { readGateCauses, sortInTurns } from './gate-causes.ts';
import { readExecutionFacts } from './facts/execution-facts.ts';
import {
  buildBlockingItems,
  buildExcusedItems,
  toExpiringEntry,
  type CoveringEntry,
  type KnownFailure,
} from './gate-answer.ts';
import {
  describeFailures,
  listGateFailures,
  readGateState,
  type StoredGateFailure,
} from './facts/gate-facts.queries.ts';
import { listRelatedEntries, type RelatedEntry } from './facts/related-entries.queries.ts';

// More failures of quarantined tests than this block. Only a mass failure has so many.
const QUARANTINED_MOST = 10_000;
// No more failures of an execution get a verdict.
const JUDGED_MOST = 10_000;
// The size of the titles and files of all items of one kind.
const NAMES_BYTES = 4 * 1024 * 1024;
// With more failures than this, a missing entry is not the reason.
const RELATED_MOST = 100;
// Somebody who remembers an entry remembers it for about this long.
const ENDED_DAYS = 30;
const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * Whether an execution may count as good enough to merge, with the entries that are active now.
 * @throws SvcError NOT_FOUND, also for an execution of another organization; FORBIDDEN for an API key that may only
 * upload and uploaded nothing to it.
 * @see docs/read/definitions.md, "Gate"
 */
export async function readGate(deps: Deps, scope: Scope, id: string): Promise<Gate> {
  const execution = await requireReadableExecution(scope, id);
  const now = deps.clock.now();
  const state = await readGateState(scope, execution);
  const stored = await listActiveEntriesOfExecution(scope, { executionId: execution.id, now });
  const entries = stored.map(toCoveringEntry);
  const base =
    execution.failed + execution.timedOut === 0
      ? null
      : await findGateBase(scope, execution, state);
  const blocksOnlyNew = state.blocksOnlyNew && state.isBaseDefault && base !== null;
  const judgement = judgeGate({
    execution: await readExecutionFacts(scope, execution, state),
    isBehind: state.isRollUpDue,
    retryAt: state.rollUpRetryAt,
    failures: await readKnownFailures(scope, execution, { entries, base, ...state }),
    entries,
    excusesKnownFlakes: state.excusesKnownFlakes,
    blocksOnlyNew,
    isAnalysisDue: state.isAnalysisDue,
    now,
  });
  return {
    executionId: execution.id,
    executionNumber: execution.number,
    project: execution.project,
    url: `${deps.config.baseUrl}/executions/${execution.id}`,
    verdict: judgement.verdict,
    undecided: judgement.undecided,
    counts: {
      ...judgement.counts,
      blockingOnBase: judgement.unexcused.filter(({ failure }) => failure.onBase).length,
    },
    base: base === null ? null : { executionId: base.id, number: base.number, branch: base.branch },
    ...(await readGateItems(scope, execution, { judgement, base, now })),
    causes: await readGateCauses(scope, execution.id, judgement),
    excusesKnownFlakes: state.excusesKnownFlakes,
    blocksOnlyNew,
  };
}

function toCoveringEntry(entry: ActiveEntry): CoveringEntry {
  const fingerprints = readCoveredFingerprints(entry);
  return { ...entry, fingerprints: fingerprints === null ? null : new Set(fingerprints) };
}

/** The failures of quarantined tests, then those of others: every failure that may be excused. */
async function readKnownFailures(
  scope: Scope,
  { id: executionId }: ExecutionRow,
  {
    entries,
    base,
    excusesKnownFlakes,
  }: { entries: readonly CoveringEntry[]; base: GateBase | null; excusesKnownFlakes: boolean },
): Promise<KnownFailure[]> {
  const testIds = [...new Set(entries.map(({ testId }) => testId))];
  const quarantined = await listGateFailures(scope, {
    executionId,
    testIds,
    of: 'these',
    limit: QUARANTINED_MOST,
  });
  const others = await listGateFailures(scope, {
    executionId,
    testIds,
    of: 'others',
    limit: JUDGED_MOST,
  });
  const all = [...quarantined, ...others];
  const verdicts = await readResultClasses(
    scope,
    excusesKnownFlakes ? all.map(({ resultId }) => resultId) : [],
  );
  const ofBase = await listFailuresOfBase(scope, base, all);
  return all.map((failure) => ({
    ...failure,
    onBase: ofBase.has(failure.resultId),
    knownFlake: findKnownFlake(failure, verdicts.get(failure.resultId)),
  }));
}

/**
 * The confidence of the verdict KNOWN_FLAKE; null for another one, and for a correction that does not cover all errors
 * of the failure.
 */
function findKnownFlake(
  { further }: StoredGateFailure,
  verdict: VerdictClass | undefined,
): number | null {
  if (verdict?.label.classification !== 'KNOWN_FLAKE' || verdict.correctedBy === 'other')
    return null;
  // The correction is for one error. The next analysis judges the others.
  if (verdict.correctedBy === 'trusted' && further.length > 0) return null;
  return verdict.confidence;
}

async function readGateItems(
  scope: Scope,
  execution: ExecutionRow,
  {
    judgement,
    base,
    now,
  }: {
    judgement: GateJudgement<KnownFailure, CoveringEntry>;
    base: GateBase | null;
    now: Date;
  },
): Promise<Pick<Gate, 'excused' | 'blocking' | 'expiring'>> {
  const { neverExcused } = judgement;
  const excused = sortInTurns(judgement.excused).slice(0, GATE_ITEMS_MOST);
  const unexcused = sortInTurns(judgement.unexcused).slice(
    0,
    Math.max(0, GATE_ITEMS_MOST - neverExcused.length),
  );
  const [ofExcused, ofUnexcused] = await Promise.all(
    [excused, unexcused].map((some) =>
      describeFailures(scope, execution, {
        resultIds: some.map(({ failure }) => failure.resultId),
        maxBytes: NAMES_BYTES,
      }),
    ),
  );
  const related = await readRelatedEntries(scope, execution, { unexcused, now });
  return {
    excused: buildExcusedItems(excused, { described: ofExcused ?? new Map(), base }),
    blocking: buildBlockingItems(
      { ...judgement, unexcused },
      { described: ofUnexcused ?? new Map(), related },
    ),
    expiring: judgement.expiring.map(toExpiringEntry),
  };
}

/** By result: the entry that does not excuse the failure, although a person may expect that it does. */
async function readRelatedEntries(
  scope: Scope,
  execution: ExecutionRow,
  { unexcused, now }: Pick<GateJudgement<KnownFailure, CoveringEntry>, 'unexcused'> & { now: Date },
): Promise<Map<string, RelatedEntry>> {
  const resultIds = unexcused
    .filter(({ entry }) => entry === null)
    .slice(0, RELATED_MOST)
    .map(({ failure }) => failure.resultId);
  if (resultIds.length === 0) return new Map();
  const endedSince = new Date(now.getTime() - ENDED_DAYS * DAY_MS);
  const isWhole = hasRunWhole(execution);
  const rows = await listRelatedEntries(scope, execution, { resultIds, isWhole, now, endedSince });
  return new Map(rows.map((row) => [row.resultId, row]));
}

/** Whether a test without a result is missing from the suite: no tests were filtered, cut off or carried. */
function hasRunWhole(execution: ExecutionRow): boolean {
  const { status, attempt, partial, hasFileErrors, interruptedReported } = execution;
  const { shardsExpected, shardsReceived } = execution;
  return (
    (status === 'passed' || status === 'failed') &&
    !interruptedReported &&
    attempt === 1 &&
    partial.length === 0 &&
    !hasFileErrors &&
    shardsReceived >= shardsExpected
  );
}
