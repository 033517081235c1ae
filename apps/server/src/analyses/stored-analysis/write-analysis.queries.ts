import type { AnalysisResult, AnalyzedFailure } from '@svc/analysis/analyze/analyze';
import type { Classification } from '@svc/contract/executions/outcomes';
import { toArrayLiteral, toSparseArray } from '../../db/connections/plain-array.ts';
import type { TransactionScope } from '../../db/scope.ts';
import type { AnalysisDetail, SentFacts } from './analysis-detail.ts';
import { parseFingerprintId } from '../../db/conditions/fingerprint-text.ts';
import { runInSlices } from '../in-slices.ts';
import { packTexts, TEXTS_AT_ONCE } from './packed-texts.ts';

/** Facts of an analysis besides its result. */
export interface AnalysisFacts {
  /** Used if the execution has no analysis yet. */
  id: string;
  projectId: string | null;
  execution: { id: string; revision: number; updatedAt: string; startedAt: Date } | null;
  classifier: number;
  feedbackId: string | null;
  sent: SentFacts | null;
  branch: string | null;
  commit: string | null;
  at: Date;
  detail: AnalysisDetail;
}

/** Locks the execution until the transaction ends. False if it was deleted. */
export async function lockAnalysedExecution(
  scope: TransactionScope,
  executionId: string,
): Promise<boolean> {
  const rows = await scope.query(
    'SELECT 1 FROM executions WHERE organization_id = $1 AND id = $2 FOR KEY SHARE',
    [scope.organizationId, executionId],
  );
  return rows.length > 0;
}

/** The columns that an analysis overwrites in an older one of the same execution, in the order of the values below. */
const REPLACED = (
  'classifier revision execution_updated_at feedback_id sent branch commit classification confidence runner_up ' +
  'runner_up_confidence needs_human summary failures detail analyzed_at'
).split(' ');

/** Inserts an analysis, or overwrites that of the same execution. Returns its id. */
export async function writeAnalysis(
  scope: TransactionScope,
  facts: AnalysisFacts,
  { verdict, summary, failureCount }: Pick<AnalysisResult, 'verdict' | 'summary' | 'failureCount'>,
): Promise<string> {
  const [row] = await scope.query<{ id: string }>(
    `INSERT INTO analyses (
       organization_id, id, project_id, execution_id, ${REPLACED.join(', ')})
     VALUES ($1, $2, $3, $4, $5, $6, $7::timestamptz, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20)
     ON CONFLICT (organization_id, execution_id) DO UPDATE
     SET ${REPLACED.map((column) => `${column} = excluded.${column}`).join(', ')}
     RETURNING id`,
    [
      scope.organizationId,
      facts.id,
      facts.projectId,
      facts.execution?.id ?? null,
      facts.classifier,
      facts.execution?.revision ?? 0,
      facts.execution?.updatedAt ?? null,
      facts.feedbackId,
      facts.sent === null ? null : JSON.stringify(facts.sent),
      facts.branch,
      facts.commit,
      verdict.classification,
      verdict.confidence,
      verdict.runnerUp.classification,
      verdict.runnerUp.confidence,
      verdict.needsHuman,
      summary,
      failureCount,
      JSON.stringify(facts.detail),
      facts.at,
    ],
  );
  if (row === undefined) throw new Error('the analysis was not written');
  return row.id;
}

/** Deletes the verdicts of an analysis that is written again. */
export async function deleteVerdicts(scope: TransactionScope, analysisId: string): Promise<void> {
  for (const table of ['verdicts', 'verdict_texts', 'verdict_fingerprints']) {
    await scope.query(`DELETE FROM ${table} WHERE organization_id = $1 AND analysis_id = $2`, [
      scope.organizationId,
      analysisId,
    ]);
  }
}

/** Where a judged failure is. `title` and `file` only if it has no result. */
export interface JudgedPlace {
  resultId: string | null;
  testId: string | null;
  title: string | null;
  file: string | null;
  line: number | null;
}

/** Inserts verdicts in their order, with their texts. */
export async function insertVerdicts(
  scope: TransactionScope,
  analysisId: string,
  verdicts: readonly { verdict: AnalyzedFailure; place: JudgedPlace }[],
): Promise<void> {
  await scope.query(
    `INSERT INTO verdicts (
       organization_id, analysis_id, position, result_id, test_id, title, file, line,
       fingerprint_id, classification, confidence, runner_up, runner_up_confidence, needs_human)
     SELECT organizations.organization_id, $2, new.position, new.result_id, new.test_id, new.title, new.file, new.line,
            new.fingerprint_id, new.classification, new.confidence, new.runner_up, new.runner_up_confidence,
            new.needs_human
     FROM organizations
     CROSS JOIN unnest($3::uuid[], $4::uuid[], $5::text[], $6::text[], $7::integer[], $8::uuid[],
                 $9::classification[], $10::double precision[], $11::classification[], $12::double precision[],
                 $13::boolean[])
       WITH ORDINALITY AS new (result_id, test_id, title, file, line, fingerprint_id, classification,
            confidence, runner_up, runner_up_confidence, needs_human, position)
     WHERE organizations.organization_id = $1`,
    [
      scope.organizationId,
      analysisId,
      toArrayLiteral(verdicts.map(({ place }) => place.resultId)),
      toArrayLiteral(verdicts.map(({ place }) => place.testId)),
      toSparseArray(verdicts.map(({ place }) => place.title)),
      toSparseArray(verdicts.map(({ place }) => place.file)),
      toArrayLiteral(verdicts.map(({ place }) => place.line)),
      toArrayLiteral(verdicts.map(({ verdict }) => parseFingerprintId(verdict.fingerprint))),
      toArrayLiteral(verdicts.map(({ verdict }) => verdict.classification)),
      toArrayLiteral(verdicts.map(({ verdict }) => verdict.confidence)),
      toArrayLiteral(verdicts.map(({ verdict }) => verdict.runnerUp.classification)),
      toArrayLiteral(verdicts.map(({ verdict }) => verdict.runnerUp.confidence)),
      toArrayLiteral(verdicts.map(({ verdict }) => verdict.needsHuman)),
    ],
  );
  await insertTexts(
    scope,
    analysisId,
    verdicts.map(({ verdict }) => verdict),
  );
}

async function insertTexts(
  scope: TransactionScope,
  analysisId: string,
  verdicts: readonly AnalyzedFailure[],
): Promise<void> {
  const packed = await runInSlices(packAllTexts(verdicts));
  await scope.query(
    `INSERT INTO verdict_texts (organization_id, analysis_id, position, texts)
     SELECT organizations.organization_id, $2, 1 + (new.place - 1) * ${TEXTS_AT_ONCE}, new.texts
     FROM organizations
     CROSS JOIN unnest($3::bytea[]) WITH ORDINALITY AS new (texts, place)
     WHERE organizations.organization_id = $1`,
    [scope.organizationId, analysisId, packed],
  );
}

/** Packs the texts, one row in each step: those of an outage have some 30 MB. */
function* packAllTexts(verdicts: readonly AnalyzedFailure[]): Generator<undefined, Buffer[]> {
  const packed: Buffer[] = [];
  for (let from = 0; from < verdicts.length; from += TEXTS_AT_ONCE) {
    packed.push(packTexts(verdicts.slice(from, from + TEXTS_AT_ONCE)));
    yield;
  }
  return packed;
}

/** The failures of an analysis with one fingerprint and class. */
export interface VerdictFingerprint {
  fingerprintId: string;
  classification: Classification;
  /** The highest of these failures. */
  confidence: number;
  /** Whether one of these failures does. */
  needsHuman: boolean;
  pattern: string;
}

export async function insertVerdictFingerprints(
  scope: TransactionScope,
  analysisId: string,
  fingerprints: readonly VerdictFingerprint[],
): Promise<void> {
  if (fingerprints.length === 0) return;
  await scope.query(
    `INSERT INTO verdict_fingerprints (
       organization_id, analysis_id, fingerprint_id, classification, confidence, needs_human, pattern)
     SELECT organizations.organization_id, $2, new.*
     FROM organizations
     CROSS JOIN unnest($3::uuid[], $4::classification[], $5::double precision[], $6::boolean[], $7::text[])
       AS new
     WHERE organizations.organization_id = $1`,
    [
      scope.organizationId,
      analysisId,
      toArrayLiteral(fingerprints.map((one) => one.fingerprintId)),
      toArrayLiteral(fingerprints.map((one) => one.classification)),
      toArrayLiteral(fingerprints.map((one) => one.confidence)),
      toArrayLiteral(fingerprints.map((one) => one.needsHuman)),
      fingerprints.map((one) => one.pattern),
    ],
  );
}
