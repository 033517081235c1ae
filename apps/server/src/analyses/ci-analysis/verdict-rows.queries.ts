import type { Classification } from '@svc/contract/executions/outcomes';
import { isTestWithId } from '../../db/conditions/look-ups.ts';
import type { Scope } from '../../db/scope.ts';
import { fingerprintText } from '../../db/conditions/fingerprint-text.ts';
import { IS_SURE } from '../failure-classes/verdict-classes.queries.ts';
import { firstPosition, unpackTexts, type VerdictTexts } from '../stored-analysis/packed-texts.ts';

export interface VerdictRow extends VerdictTexts {
  position: number;
  resultId: string | null;
  testId: string | null;
  title: string;
  file: string | null;
  line: number | null;
  /** Hex digits. */
  fingerprintId: string;
  fingerprint: string;
  classification: Classification;
  confidence: number;
  runnerUp: Classification;
  runnerUpConfidence: number;
  needsHuman: boolean;
}

/** The verdicts of an analysis after a position, in their order. Reads the primary key. */
export async function listVerdicts(
  scope: Scope,
  {
    analysisId,
    classification,
    isUnsure,
    testId,
    fingerprintId,
    after,
    limit,
  }: {
    analysisId: string;
    /** Filters verdicts by this label. */
    classification?: Classification | undefined;
    isUnsure?: boolean | undefined;
    testId?: string | undefined;
    fingerprintId?: string | undefined;
    after: number;
    limit: number;
  },
): Promise<VerdictRow[]> {
  // One statement, because an analysis that is repeated meanwhile gets other verdicts and texts.
  const rows = await scope.query<PackedRow>(
    `SELECT verdicts.position,
            verdicts.result_id AS "resultId",
            replace(verdicts.test_id::text, '-', '') AS "testId",
            coalesce(verdicts.title, tests.title_path ->> -1, '') AS title,
            coalesce(verdicts.file, tests.file) AS file,
            verdicts.line,
            replace(verdicts.fingerprint_id::text, '-', '') AS "fingerprintId",
            ${fingerprintText('verdicts.fingerprint_id')} AS fingerprint,
            verdicts.classification,
            verdicts.confidence,
            verdicts.runner_up AS "runnerUp",
            verdicts.runner_up_confidence AS "runnerUpConfidence",
            verdicts.needs_human AS "needsHuman",
            verdict_texts.position AS "textsFrom",
            CASE WHEN row_number() OVER (PARTITION BY verdict_texts.position ORDER BY verdicts.position) = 1
              THEN verdict_texts.texts END AS texts
     FROM (
       SELECT *
       FROM verdicts
       WHERE organization_id = $1
         AND analysis_id = $2
         AND position > $3
         AND ($4::classification IS NULL OR (classification = $4 AND ${IS_SURE}))
         AND ($8::boolean IS NULL OR ${IS_SURE} <> $8)
         AND ($6::uuid IS NULL OR test_id = $6)
         AND ($7::uuid IS NULL OR fingerprint_id = $7)
       ORDER BY position
       LIMIT $5
     ) AS verdicts
     JOIN verdict_texts ON verdict_texts.organization_id = $1
                       AND verdict_texts.analysis_id = $2
                       AND verdict_texts.position = ${firstPosition('verdicts.position')}
     LEFT JOIN LATERAL (
       SELECT title_path, file
       FROM tests
       WHERE ${isTestWithId('verdicts.test_id')}
       OFFSET 0
     ) AS tests ON true
     ORDER BY verdicts.position`,
    [
      scope.organizationId,
      analysisId,
      after,
      classification ?? null,
      limit,
      testId ?? null,
      fingerprintId ?? null,
      isUnsure ?? null,
    ],
  );
  const packs = new Map(
    rows.flatMap(({ textsFrom, texts }) =>
      texts === null ? [] : [[textsFrom, unpackTexts(texts)]],
    ),
  );
  return rows.map(({ textsFrom, texts: _texts, ...row }) => {
    const texts = packs.get(textsFrom)?.[row.position - textsFrom];
    if (texts === undefined) throw new Error('a verdict has no texts');
    return { ...row, ...texts };
  });
}

interface PackedRow extends Omit<VerdictRow, keyof VerdictTexts> {
  /** The position of the first verdict in `texts`, which only the first row of these has. */
  textsFrom: number;
  texts: Buffer | null;
}

/** A fingerprint of the failures of an analysis. */
export interface FailedFingerprint {
  /** Hex digits. */
  fingerprintId: string;
  fingerprint: string;
  pattern: string;
}

/** The fingerprints of an analysis' failures: all, or those of a test, or one. */
export function listAnalysisFingerprints(
  scope: Scope,
  {
    analysisId,
    testId,
    fingerprintId,
  }: { analysisId: string; testId: string | null; fingerprintId: string | null },
): Promise<FailedFingerprint[]> {
  return scope.query<FailedFingerprint>(
    `SELECT DISTINCT ON (verdicts.fingerprint_id)
            replace(verdicts.fingerprint_id::text, '-', '') AS "fingerprintId",
            ${fingerprintText('verdicts.fingerprint_id')} AS fingerprint,
            verdict_fingerprints.pattern
     FROM verdicts
     JOIN verdict_fingerprints ON verdict_fingerprints.organization_id = $1
                              AND verdict_fingerprints.analysis_id = $2
                              AND verdict_fingerprints.fingerprint_id = verdicts.fingerprint_id
     WHERE verdicts.organization_id = $1
       AND verdicts.analysis_id = $2
       AND ($3::uuid IS NULL OR verdicts.test_id = $3)
       AND ($4::uuid IS NULL OR verdicts.fingerprint_id = $4)
     ORDER BY verdicts.fingerprint_id`,
    [scope.organizationId, analysisId, testId, fingerprintId],
  );
}
