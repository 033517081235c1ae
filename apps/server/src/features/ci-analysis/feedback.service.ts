import type { FeedbackAnswer, FeedbackInput } from '@svc/contract/analysis/analyses';
import type { Principal } from '../../accounts/principal.ts';
import { recordAuditEntry } from '../../audit/record-audit-entry.ts';
import type { RequestScope } from '../../db/scope.ts';
import type { Deps } from '../../deps.ts';
import { SvcError } from '../../errors.ts';
import { correctFingerprintVerdicts } from '../../verdicts/fingerprint-verdicts.queries.ts';
import { queueAnalysesAgain } from '../../rollups/analyses-again.queries.ts';
import { storedFingerprintOf } from '../../verdicts/fingerprint-text.ts';
import type { AnalysisRow } from './analyses.queries.ts';
import { insertFeedback, type FeedbackActor } from './feedback.queries.ts';
import { requireAnalysis } from './read-analysis.service.ts';
import { fingerprintsOfAnalysis } from './verdict-rows.queries.ts';

/**
 * Stores a person's class of failures. Lists show it at once. A job analyses the execution again, and the classifier
 * follows the class in later failures with the same fingerprints.
 * @throws SvcError NOT_FOUND for an analysis of another organization or none; BAD_REQUEST if it has no such failure.
 */
export async function giveFeedback(
  { clock, random }: Pick<Deps, 'clock' | 'random'>,
  scope: RequestScope,
  { id, classification, testId, fingerprint }: FeedbackInput,
): Promise<FeedbackAnswer> {
  const analysis = await requireAnalysis(scope, id);
  const stored = fingerprint === undefined ? null : storedFingerprintOf(fingerprint.toLowerCase());
  const fingerprints =
    fingerprint !== undefined && stored === null
      ? []
      : await fingerprintsOfAnalysis(scope, {
          analysisId: analysis.id,
          testId: testId ?? null,
          fingerprintId: stored?.id ?? null,
        });
  if (fingerprints.length === 0) throw noSuchFailure({ testId, fingerprint });
  const ids = fingerprints.map(() => random.id());
  const { projectId } = analysis;
  await scope.transaction(async (scope) => {
    await insertFeedback(
      scope,
      {
        analysisId: analysis.id,
        projectId,
        testId: testId ?? null,
        classification,
        actor: actorOf(scope.principal),
        at: clock.now(),
      },
      { ids, fingerprints },
    );
    if (projectId !== null) {
      await correctFingerprintVerdicts(scope, {
        projectId,
        fingerprintIds: fingerprints.map((one) => one.fingerprintId),
        classification,
        feedbackId: ids.at(-1) ?? '',
      });
    }
    // The verdict on the whole execution may follow.
    if (analysis.executionId !== null) await queueAnalysesAgain(scope, [analysis.executionId]);
    await recordAuditEntry({ clock, random }, scope, {
      action: 'analysis.corrected',
      target: { id: analysis.id, name: nameOf(analysis) },
      details: {
        classification,
        fingerprints: fingerprints.slice(0, NAMED_FINGERPRINTS).map((one) => one.fingerprint),
        count: fingerprints.length,
      },
    });
  });
  return { classification, fingerprints: fingerprints.map((one) => one.fingerprint) };
}

const NAMED_FINGERPRINTS = 20;

function actorOf(principal: Principal | null): FeedbackActor {
  if (principal === null) throw new Error('feedback has a principal');
  return principal.kind === 'session'
    ? { kind: 'user', id: principal.userId }
    : { kind: 'apiKey', id: principal.id };
}

function nameOf({ project, executionNumber }: AnalysisRow): string {
  return project === null || executionNumber === null
    ? 'inline failures'
    : `${project} #${executionNumber}`;
}

function noSuchFailure({ testId, fingerprint }: Pick<FeedbackInput, 'testId' | 'fingerprint'>) {
  const which = [
    ...(testId === undefined ? [] : [` of the test '${testId}'`]),
    ...(fingerprint === undefined ? [] : [` with the fingerprint '${fingerprint}'`]),
  ];
  return new SvcError('BAD_REQUEST', `The analysis has no failure${which.join('')}.`);
}
