import { CLASSIFIER_VERSION } from '@svc/analysis/analyze/analyze';
import { deriveLabelFields } from '@svc/analysis/verdicts/verdict-label';
import type { Database } from '../../db/connections/database.ts';
import { listOrganizationsAcrossNodes } from '../../db/citus/list-across-nodes.ts';
import { listActiveOrganizationIds } from '../../db/organizations.queries.ts';
import { workInEachOrganization } from '../../db/work-through-organizations.ts';
import { createScope, type TransactionScope } from '../../db/scope.ts';
import type { Deps } from '../../deps.ts';
import { writeEvents } from '../../db/outbox/events.queries.ts';
import { analyzeExecution } from '../analyze-execution.ts';
import {
  deleteDueAnalysis,
  listOrganizationsWithDueAnalyses,
  postponeAnalysis,
  queueMissingAnalyses,
  takeDueAnalysis,
  type DueAnalysis,
} from './due-analyses.queries.ts';
import { findJudgedExecution, type JudgedExecution } from '../input/judged-execution.queries.ts';
import { readAnalysisId, readSentFacts } from '../stored-analysis/stored-analysis.queries.ts';
import { inSpan } from '../../traces.ts';

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
  let organizations = await listOrganizationsAcrossNodes(deps.database, () =>
    listOrganizationsWithDueAnalyses(deps.database),
  );
  while (organizations.length > 0) {
    const busy: string[] = [];
    for (const organizationId of organizations) {
      const next = () => analyzeNext(deps, organizationId, onError);
      if (await inSpan('analysis', {}, next)) busy.push(organizationId);
    }
    done += busy.length;
    if (performance.now() - startedAt >= roundMs) break;
    organizations = busy;
  }
  return done;
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
  return workInEachOrganization(database, listActiveOrganizationIds, (organization) =>
    queueMissingAnalyses(organization, { classifier: CLASSIFIER_VERSION, from }),
  );
}

/**
 * False if the organization has nothing to analyse, another server is at work on it, or its data cannot be reached. Never
 * throws: no organization holds up another.
 */
async function analyzeNext(
  deps: Parts,
  organizationId: string,
  onError: (error: unknown) => void,
): Promise<boolean> {
  const scope = createScope(deps.database, organizationId);
  let taken: DueAnalysis | null = null;
  try {
    await scope.transaction(async (scope) => {
      taken = await takeDueAnalysis(scope);
      if (taken === null) return;
      await analyzeDue(deps, scope, taken);
    });
  } catch (error) {
    onError(error);
    if (taken === null) return false;
    const { executionId } = taken as DueAnalysis;
    await scope
      .transaction((scope) => postponeAnalysis(scope, executionId))
      .catch((second: unknown) => onError(second));
  }
  return taken !== null;
}

async function analyzeDue(deps: Parts, scope: TransactionScope, due: DueAnalysis): Promise<void> {
  const { executionId } = due;
  const execution = await findJudgedExecution(scope, executionId);
  const analysis =
    execution !== null && (await isJudged(scope, execution))
      ? await analyzeExecution(deps, scope, { execution })
      : null;
  const isCurrent = await deleteDueAnalysis(scope, due);
  // If the execution was queued again meanwhile, its next analysis is reported instead.
  if (!isCurrent || !due.isNews || execution === null || analysis === null) return;
  const { number, project, branch } = execution;
  const { id: analysisId, summary, failures, verdict } = analysis;
  const { confidence, needsHuman } = verdict;
  const facts = { ...deriveLabelFields(verdict), confidence, needsHuman, summary, failures };
  await writeEvents(scope, [
    {
      type: 'analysis.completed',
      data: { analysisId, executionId, number, project, branch, ...facts },
    },
  ]);
}

async function isJudged(scope: TransactionScope, execution: JudgedExecution): Promise<boolean> {
  // Judging without the expired errors would give a worse verdict than the stored one.
  if (execution.resultsExpired && (await readAnalysisId(scope, execution.id)) !== null) {
    return false;
  }
  return execution.hasFailed || (await readSentFacts(scope, execution)).sent.log !== undefined;
}
