import { CLASSIFIER_VERSION } from '@svc/analysis/analyze';
import type { Database } from '../db/connections/database.ts';
import { scopeOf, type TransactionScope } from '../db/scope.ts';
import type { Deps } from '../deps.ts';
import { writeEvents } from '../outbox/events.queries.ts';
import { analyzeExecution } from './analyze-execution.ts';
import {
  forgetDueAnalysis,
  organizationsWithDueAnalyses,
  postponeAnalysis,
  queueMissingAnalyses,
  takeDueAnalysis,
  type DueAnalysis,
} from './due-analyses.queries.ts';
import { findJudgedExecution, type JudgedExecution } from './judged-execution.queries.ts';
import { findStoredAnalysis, noteRevision } from './stored-analysis.queries.ts';

type Parts = Pick<Deps, 'database' | 'clock' | 'random'>;

// A server that stops waits for the round.
const ROUND_MS = 2_000;

/**
 * Analyses settled executions that wait for it, one of each organization in turn, until none waits or `roundMs` is over.
 * Verdicts, the event and the end of waiting are one transaction, so a crash repeats the analysis and not the event. Safe
 * on several servers. An execution whose analysis fails is reported to `onError` and tried again later. Returns the
 * number of executions.
 */
export async function analyzeDueExecutions(
  deps: Parts,
  onError: (error: unknown) => void,
  { roundMs = ROUND_MS }: { roundMs?: number } = {},
): Promise<number> {
  const startedAt = performance.now();
  let done = 0;
  for (;;) {
    let inTurn = 0;
    for (const organizationId of await organizationsWithDueAnalyses(deps.database)) {
      if (await analyzeNext(deps, organizationId, onError)) inTurn++;
    }
    done += inTurn;
    if (inTurn === 0 || performance.now() - startedAt >= roundMs) return done;
  }
}

const MISSING_DAYS = 14;
const DAY_MS = 24 * 60 * 60 * 1000;

/** Queues failed executions of the last 14 days without a verdict of this classifier. Returns how many. */
export function queueOlderExecutions({
  database,
  clock,
}: {
  database: Database;
  clock: Deps['clock'];
}): Promise<number> {
  const from = new Date(clock.now().getTime() - MISSING_DAYS * DAY_MS);
  return queueMissingAnalyses(database, { classifier: CLASSIFIER_VERSION, from });
}

/** False if the organization has nothing to analyse, or another server is at work on it. */
async function analyzeNext(
  deps: Parts,
  organizationId: string,
  onError: (error: unknown) => void,
): Promise<boolean> {
  const scope = scopeOf(deps.database, organizationId);
  let taken: DueAnalysis | null = null;
  try {
    await scope.transaction(async (scope) => {
      taken = await takeDueAnalysis(scope);
      if (taken === null) return;
      await analyzeDue(deps, scope, taken);
      await forgetDueAnalysis(scope, taken.executionId);
    });
  } catch (error) {
    if (taken === null) throw error;
    onError(error);
    await postponeAnalysis(scope, (taken as DueAnalysis).executionId);
  }
  return taken !== null;
}

async function analyzeDue(
  deps: Parts,
  scope: TransactionScope,
  { executionId, isNews }: DueAnalysis,
): Promise<void> {
  const execution = await findJudgedExecution(scope, executionId);
  if (execution?.hasFailed !== true) return;
  const analysis = (await withLog(scope, execution)) ?? (await judge(deps, scope, execution));
  if (analysis === null || !isNews) return;
  const { number, project, branch } = execution;
  const { id: analysisId, ...facts } = analysis;
  await writeEvents(scope, [
    {
      type: 'analysis.completed',
      data: { analysisId, executionId, number, project, branch, ...facts },
    },
  ]);
}

interface AnalysisNews {
  id: string;
  classification: NonNullable<Awaited<ReturnType<typeof findStoredAnalysis>>>['classification'];
  confidence: number;
  needsHuman: boolean;
  summary: string;
  failures: number;
}

/** Somebody sent the log of the execution in this very state. Without the log, the verdict would be worse. */
async function withLog(
  scope: TransactionScope,
  { id: executionId, updatedAt, revision }: JudgedExecution,
): Promise<AnalysisNews | null> {
  const stored = await findStoredAnalysis(scope, { executionId, classifier: CLASSIFIER_VERSION });
  if (stored?.withLog !== true || stored.updatedAt !== updatedAt) return null;
  await noteRevision(scope, { id: stored.id, revision });
  const { id, classification, confidence, needsHuman, summary, failures } = stored;
  return { id, classification, confidence, needsHuman, summary, failures };
}

async function judge(
  deps: Parts,
  scope: TransactionScope,
  execution: JudgedExecution,
): Promise<AnalysisNews | null> {
  const written = await analyzeExecution(deps, scope, { execution });
  if (written === null) return null;
  const { id, summary, failures, verdict } = written;
  const { classification, confidence, needsHuman } = verdict;
  return { id, classification, confidence, needsHuman, summary, failures };
}
