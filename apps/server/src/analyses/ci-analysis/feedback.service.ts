import type { FeedbackAnswer, FeedbackInput } from '@svc/contract/analysis/analyses';
import { hasLevel, type Principal } from '../../principal.ts';
import { recordAuditEntry } from '../../audit-log/index.ts';
import type { RequestScope, Scope, TransactionScope } from '../../db/scope.ts';
import type { Deps } from '../../deps.ts';
import { SvcError } from '../../errors.ts';
import { correctFingerprintVerdicts } from '../failure-classes/fingerprint-verdicts.queries.ts';
import { listAnalysedExecutions, queueAnalysesAgain } from '../../rollups/index.ts';
import { parseFingerprintId } from '../../db/conditions/fingerprint-text.ts';
import { lockAnalysedExecution } from '../stored-analysis/write-analysis.queries.ts';
import type { AnalysisRow } from './analyses.queries.ts';
import {
  insertFeedback,
  readActorNames,
  type FeedbackActor,
  type NewFeedback,
} from './feedback.queries.ts';
import { buildAnalysisNotFoundError, requireAnalysis } from './read-analysis.service.ts';
import { listAnalysisFingerprints, type FailedFingerprint } from './verdict-rows.queries.ts';

/**
 * Stores a correction of failures. Lists show it at once. A job analyses the execution again, and the newest 200 of
 * the last 14 days with the same fingerprints. The classifier follows the newest correction of a fingerprint in later
 * failures. The gate follows a correction only if its author may quarantine.
 * @throws SvcError NOT_FOUND for an analysis of another organization or none; BAD_REQUEST if it has no such
 * failure, or KNOWN_FLAKE is to be the class of several at once.
 */
export async function giveFeedback(
  { clock, random }: Pick<Deps, 'clock' | 'random'>,
  scope: RequestScope,
  { id, classification, testId, fingerprint }: FeedbackInput,
): Promise<FeedbackAnswer> {
  const analysis = await requireAnalysis(scope, id);
  const fingerprints = await listNamedFingerprints(scope, analysis, { testId, fingerprint });
  if (classification === 'KNOWN_FLAKE' && fingerprints.length > 1 && testId === undefined) {
    throw buildSeveralFlakesError();
  }
  const giver = toFeedbackGiver(scope.principal);
  const feedback: NewFeedback = {
    id: random.id(),
    analysisId: analysis.id,
    projectId: analysis.projectId,
    testId: testId ?? null,
    classification,
    ...giver,
    at: clock.now(),
  };
  await scope.transaction(async (scope) => {
    // An erasure since the patterns were read must not be followed by a copy of what it erased.
    const { executionId } = analysis;
    if (executionId !== null && !(await lockAnalysedExecution(scope, executionId))) {
      throw buildAnalysisNotFoundError(id);
    }
    await storeFeedback(scope, { feedback, executionId, fingerprints });
    await recordAuditEntry({ clock, random }, scope, {
      action: 'analysis.corrected',
      target: { id: analysis.id, name: formatAnalysisName(analysis) },
      details: {
        classification,
        fingerprints: fingerprints.slice(0, NAMED_FINGERPRINTS).map((one) => one.fingerprint),
        count: fingerprints.length,
      },
    });
  });
  return {
    classification,
    fingerprints: fingerprints.map((one) => one.fingerprint),
    by: await findActorName(scope, giver.actor),
    at: feedback.at.toISOString(),
  };
}

const NAMED_FINGERPRINTS = 20;

/** @throws SvcError BAD_REQUEST if the analysis has no such failure. */
async function listNamedFingerprints(
  scope: Scope,
  analysis: AnalysisRow,
  { testId, fingerprint }: Pick<FeedbackInput, 'testId' | 'fingerprint'>,
): Promise<FailedFingerprint[]> {
  const fingerprintId =
    fingerprint === undefined ? null : parseFingerprintId(fingerprint.toLowerCase());
  const isText = fingerprint === undefined || fingerprintId !== null;
  const found = isText
    ? await listAnalysisFingerprints(scope, {
        analysisId: analysis.id,
        testId: testId ?? null,
        fingerprintId,
      })
    : [];
  if (found.length > 0) return found;
  throw buildFailureNotFoundError({ testId, fingerprint });
}

/** Stores the feedback, corrects the classes of its fingerprints, and queues their executions to be analysed again. */
async function storeFeedback(
  scope: TransactionScope,
  {
    feedback,
    executionId,
    fingerprints,
  }: {
    feedback: NewFeedback;
    executionId: string | null;
    fingerprints: readonly FailedFingerprint[];
  },
): Promise<void> {
  const { id: feedbackId, projectId, classification } = feedback;
  const fingerprintIds = fingerprints.map((one) => one.fingerprintId);
  // Before the rows are locked for which analyses and roll-ups wait.
  const others =
    projectId === null ? [] : await listAnalysedExecutions(scope, { projectId, fingerprintIds });
  await insertFeedback(scope, feedback, fingerprints);
  if (projectId === null) return;
  await correctFingerprintVerdicts(scope, {
    projectId,
    fingerprintIds,
    classification,
    feedbackId,
  });
  await queueAnalysesAgain(scope, executionId === null ? others : [executionId, ...others]);
}

function toFeedbackGiver(
  principal: Principal | null,
): Pick<NewFeedback, 'actor' | 'mayQuarantine'> {
  if (principal === null) throw new Error('feedback has a principal');
  const actor: FeedbackActor =
    principal.kind === 'session'
      ? { kind: 'user', id: principal.userId }
      : { kind: 'apiKey', id: principal.id };
  return { actor, mayQuarantine: hasLevel(principal, 'fullKey') };
}

async function findActorName(scope: Scope, { kind, id }: FeedbackActor): Promise<string | null> {
  const names = await readActorNames(scope, {
    userIds: kind === 'user' ? [id] : [],
    keyIds: kind === 'user' ? [] : [id],
  });
  return names.get(id) ?? null;
}

function formatAnalysisName({ project, executionNumber }: AnalysisRow): string {
  return project === null || executionNumber === null
    ? 'inline failures'
    : `${project} #${executionNumber}`;
}

function buildFailureNotFoundError({
  testId,
  fingerprint,
}: Pick<FeedbackInput, 'testId' | 'fingerprint'>) {
  const which = [
    ...(testId === undefined ? [] : [` of the test '${testId}'`]),
    ...(fingerprint === undefined ? [] : [` with the fingerprint '${fingerprint}'`]),
  ];
  return new SvcError('BAD_REQUEST', `The analysis has no failure${which.join('')}.`);
}

function buildSeveralFlakesError(): SvcError {
  return new SvcError('BAD_REQUEST', 'KNOWN_FLAKE needs `testId` or `fingerprint`.', {
    hint: 'Failures of different causes at once are rarely flakes. Name each of them.',
  });
}
