import {
  VERDICTS_OF_ANALYSIS,
  type Analysis,
  type AnalysisFailuresQuery,
} from '@svc/contract/analysis/analyses';
import type { FailureVerdict } from '@svc/contract/analysis/verdicts';
import type { Page } from '@svc/contract/pages';
import type { Scope } from '../../db/scope.ts';
import { SvcError } from '../../errors.ts';
import { decodeCursor, encodeCursor } from '../../http/input/cursor.ts';
import { isUuid } from '../../http/input/uuid.ts';
import { parseFingerprintId } from '../../db/conditions/fingerprint-text.ts';
import { findAnalysis, type AnalysisRow } from './analyses.queries.ts';
import { readCorrections } from './corrections.ts';
import { listVerdicts, type VerdictRow } from './verdict-rows.queries.ts';

/**
 * One analysis with its most severe verdicts.
 * @throws SvcError NOT_FOUND, the same for an analysis of another organization as for none.
 */
export async function readAnalysis(scope: Scope, id: string): Promise<Analysis> {
  const row = await requireAnalysis(scope, id);
  const rows = await listVerdicts(scope, {
    analysisId: row.id,
    after: 0,
    limit: VERDICTS_OF_ANALYSIS,
  });
  return {
    id: row.id,
    executionId: row.executionId,
    executionNumber: row.executionNumber,
    project: row.project,
    branch: row.branch,
    commit: row.commit,
    classification: row.classification,
    confidence: row.confidence,
    runnerUp: { classification: row.runnerUp, confidence: row.runnerUpConfidence },
    needsHuman: row.needsHuman,
    evidence: row.detail.evidence,
    notChecked: row.detail.notChecked,
    summary: row.summary,
    actionPlan: row.detail.actionPlan,
    failureCount: row.failures,
    failures: await buildFailureVerdicts(scope, row, rows),
    history: row.detail.history,
    classifier: row.classifier,
    analyzedAt: row.analyzedAt.toISOString(),
  };
}

/**
 * One page of the verdicts of an analysis.
 * @throws SvcError NOT_FOUND as `readAnalysis` does; BAD_REQUEST for an invalid cursor.
 */
export async function readVerdictsPage(
  scope: Scope,
  { id, classification, unsure, testId, fingerprint, limit, cursor }: AnalysisFailuresQuery,
): Promise<Page<FailureVerdict>> {
  const analysis = await requireAnalysis(scope, id);
  const after = cursor === undefined ? 0 : decodeCursor(cursor, isPosition).after;
  const fingerprintId =
    fingerprint === undefined ? undefined : parseFingerprintId(fingerprint.toLowerCase());
  if (fingerprintId === null) return { items: [], nextCursor: null };
  const rows = await listVerdicts(scope, {
    analysisId: analysis.id,
    classification,
    isUnsure: unsure === undefined ? undefined : unsure === 'true',
    testId,
    fingerprintId,
    after,
    limit: limit + 1,
  });
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return {
    items: await buildFailureVerdicts(scope, analysis, page),
    nextCursor:
      rows.length > limit && last !== undefined ? encodeCursor({ after: last.position }) : null,
  };
}

/** @throws SvcError NOT_FOUND, the same for an analysis of another organization as for none. */
export async function requireAnalysis(scope: Scope, id: string): Promise<AnalysisRow> {
  const row = isUuid(id) ? await findAnalysis(scope, id.toLowerCase()) : null;
  if (row === null) throw buildAnalysisNotFoundError(id);
  return row;
}

/** The error for an unknown analysis. An analysis of another organization gets the same error. */
export function buildAnalysisNotFoundError(id: string): SvcError {
  return new SvcError('NOT_FOUND', `There is no analysis '${id}'.`);
}

async function buildFailureVerdicts(
  scope: Scope,
  { projectId }: AnalysisRow,
  rows: readonly VerdictRow[],
): Promise<FailureVerdict[]> {
  const corrections = await readCorrections(scope, {
    projectId,
    fingerprintIds: [...new Set(rows.map(({ fingerprintId }) => fingerprintId))],
  });
  return rows.map((row) => ({
    resultId: row.resultId,
    testId: row.testId,
    title: row.title,
    file: row.file,
    line: row.line,
    fingerprint: row.fingerprint,
    classification: row.classification,
    confidence: row.confidence,
    runnerUp: { classification: row.runnerUp, confidence: row.runnerUpConfidence },
    needsHuman: row.needsHuman,
    evidence: row.evidence,
    notChecked: row.notChecked,
    suggestion: row.suggestion,
    actionPlan: row.actionPlan,
    correctedBy: corrections.get(row.fingerprintId) ?? null,
  }));
}

function isPosition(value: unknown): value is { after: number } {
  const { after } = (value ?? {}) as { after?: unknown };
  return Number.isInteger(after) && Number(after) >= 0 && Number(after) < 2 ** 31;
}
