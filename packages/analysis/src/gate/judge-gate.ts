import { EXPIRING_DAYS, type GateVerdict, type UndecidedReason } from '@svc/contract/gate/gate';
import {
  excuseFailures,
  type GateEntry,
  type GateFailure,
  type GateRuling,
} from './excuse-failures.ts';
import { collectNeverExcused, type ExecutionFacts, type NeverExcused } from './never-excused.ts';

export {
  findUncovered,
  type GateEntry,
  type GateFailure,
  type GateRuling,
} from './excuse-failures.ts';
export type { ExecutionFacts, NeverExcused, PartPlace } from './never-excused.ts';

export interface GateFacts<Failure extends GateFailure, Entry extends GateEntry> {
  execution: ExecutionFacts;
  /** Data derived from the results is not up to date yet. */
  isBehind: boolean;
  /** A try to derive it failed, and the server tries again then; null without one. */
  retryAt: Date | null;
  /** Every failure that may be excused, and any number of the others. */
  failures: readonly Failure[];
  /** The entries of the tests that failed, in the order in which they count. */
  entries: readonly Entry[];
  excusesKnownFlakes: boolean;
  /** Failures that the base has, too, do not block. */
  blocksOnlyNew: boolean;
  /** The failures of the present results have no verdicts yet. */
  isAnalysisDue: boolean;
  now: Date;
}

export interface GateJudgement<Failure, Entry> {
  verdict: GateVerdict;
  undecided: { reason: UndecidedReason; why: string } | null;
  counts: { failures: number; excused: number; blocking: number };
  excused: GateRuling<Failure, Entry>[];
  /** The blocking failures of the input. */
  unexcused: GateRuling<Failure, Entry>[];
  neverExcused: NeverExcused[];
  /** The entries that excused a failure and end within three days, the first to end first. */
  expiring: Entry[];
}

/**
 * Whether an execution may count as good enough to merge: `undecided` while it is running or while what is derived from
 * it is behind, otherwise `pass` when nothing blocks. If known flakes are excused and only failures block, it is also
 * undecided until the verdicts are there.
 * @see docs/read/definitions.md, "Gate"
 */
export function judgeGate<Failure extends GateFailure, Entry extends GateEntry>(
  facts: GateFacts<Failure, Entry>,
): GateJudgement<Failure, Entry> {
  const { excused, unexcused } = excuseFailures(facts);
  const onBase = excused.filter(({ by }) => by === 'base').length;
  const always = collectNeverExcused(facts.execution, { onBase });
  const { failures } = facts.execution;
  // Failures that are missing in the input are not excused.
  const counts = {
    failures,
    excused: excused.length,
    blocking: failures - excused.length + always.length,
  };
  const undecided =
    findUndecided(facts) ?? (always.length === 0 ? findUndecidedFailures(facts, unexcused) : null);
  return {
    verdict: undecided !== null ? 'undecided' : counts.blocking > 0 ? 'fail' : 'pass',
    undecided,
    counts,
    excused,
    unexcused,
    neverExcused: always,
    expiring: filterExpiring(
      excused.flatMap(({ entry }) => entry ?? []),
      facts.now,
    ),
  };
}

type Undecided = GateJudgement<never, never>['undecided'];

function findUndecided({
  execution: { isRunning, isRerun, missingShards, expectedShards },
  isBehind,
  retryAt,
}: Pick<GateFacts<GateFailure, GateEntry>, 'execution' | 'isBehind' | 'retryAt'>): Undecided {
  if (isRunning && expectedShards > 1 && missingShards > 0) {
    const have = missingShards === 1 ? 'has' : 'have';
    const why = `${missingShards} of ${expectedShards} parts ${have} not arrived yet.`;
    const passed =
      ' Parts that passed in the previous attempt are carried over some minutes later.';
    return { reason: 'missing-shards', why: isRerun ? why + passed : why };
  }
  if (isRunning) return { reason: 'running', why: 'The execution is still running.' };
  if (isBehind) {
    const why =
      retryAt === null
        ? 'The server is still processing the newest results.'
        : `Deriving what the gate needs from the newest results failed, as the server's log says. The server tries again at ${retryAt.toISOString()}.`;
    return { reason: 'roll-ups', why };
  }
  return null;
}

/** Whether one of these failures, which are all that blocks, may turn out to be excused. */
function findUndecidedFailures(
  {
    excusesKnownFlakes,
    isAnalysisDue,
  }: Pick<GateFacts<GateFailure, GateEntry>, 'excusesKnownFlakes' | 'isAnalysisDue'>,
  unexcused: readonly GateRuling<GateFailure, GateEntry>[],
): Undecided {
  if (excusesKnownFlakes && isAnalysisDue && unexcused.length > 0) {
    const why = 'The failures may be known flakes, and their analysis is not complete yet.';
    return { reason: 'analysis', why };
  }
  return null;
}

const EXPIRING_MS = EXPIRING_DAYS * 24 * 60 * 60 * 1000;

function filterExpiring<Entry extends GateEntry>(entries: readonly Entry[], now: Date): Entry[] {
  return [...new Set(entries)]
    .filter(({ expiresAt }) => expiresAt.getTime() - now.getTime() <= EXPIRING_MS)
    .toSorted((a, b) => a.expiresAt.getTime() - b.expiresAt.getTime());
}
