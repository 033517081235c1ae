import type { Candidate, Classification } from '@svc/contract/executions/outcomes';
import { createBinds } from '../../db/conditions/execution-conditions.ts';
import type { Scope } from '../../db/scope.ts';
import type { AnalysisDetail } from '../stored-analysis/analysis-detail.ts';
import { fingerprintText } from '../../db/conditions/fingerprint-text.ts';
import { correctedSince } from '../failure-classes/verdict-classes.queries.ts';

/** An analysis in a list. */
export interface AnalysisHead {
  id: string;
  executionId: string | null;
  executionNumber: number | null;
  project: string | null;
  branch: string | null;
  commit: string | null;
  classification: Classification;
  confidence: number;
  runnerUp: Classification;
  runnerUpConfidence: number;
  needsHuman: boolean;
  summary: string;
  failures: number;
  analyzedAt: Date;
}

export interface AnalysisRow extends AnalysisHead {
  projectId: string | null;
  classifier: number;
  detail: AnalysisDetail;
}

const HEAD = `
            analyses.id,
            analyses.execution_id AS "executionId",
            executions.number AS "executionNumber",
            projects.name AS project,
            analyses.branch,
            analyses.commit,
            analyses.classification,
            analyses.confidence,
            analyses.runner_up AS "runnerUp",
            analyses.runner_up_confidence AS "runnerUpConfidence",
            analyses.needs_human AS "needsHuman",
            analyses.summary,
            analyses.failures,
            analyses.analyzed_at AS "analyzedAt"`;

const FROM = `
     FROM analyses
     LEFT JOIN executions ON executions.organization_id = $1 AND executions.id = analyses.execution_id
     LEFT JOIN projects ON projects.organization_id = $1 AND projects.id = analyses.project_id`;

/** Null for an analysis of another organization. */
export async function findAnalysis(scope: Scope, id: string): Promise<AnalysisRow | null> {
  const [row] = await scope.query<AnalysisRow>(
    `SELECT ${HEAD},
            analyses.project_id AS "projectId",
            analyses.classifier,
            analyses.detail
     ${FROM}
     WHERE analyses.organization_id = $1 AND analyses.id = $2`,
    [scope.organizationId, id],
  );
  return row ?? null;
}

export interface ListedAnalysis extends AnalysisHead {
  /** The verdict on the filter's test. */
  testVerdict: {
    resultId: string | null;
    classification: Classification;
    confidence: number;
    runnerUp: Candidate;
    fingerprint: string;
  } | null;
}

/** Selects analyses. An absent field does not filter. */
export interface AnalysesFilter {
  project: string | undefined;
  branch: string | undefined;
  executionId: string | undefined;
  testId: string | undefined;
}

/** The last analysis of the previous page. */
export interface AnalysisPlace {
  at: string;
  id: string;
}

/**
 * The newest analyses. Reads the index analyses_newest, analyses_of_project, analyses_of_branch (with a project), analyses_execution, or verdicts_of_test.
 */
export function listAnalyses(
  scope: Scope,
  {
    filter: { project, branch, executionId, testId },
    after,
    limit,
  }: { filter: AnalysesFilter; after: AnalysisPlace | null; limit: number },
): Promise<ListedAnalysis[]> {
  const { bind, value } = createBinds(scope.organizationId);
  const conditions = ['analyses.organization_id = $1'];
  if (project !== undefined) {
    conditions.push(
      `analyses.project_id = (SELECT id FROM projects WHERE organization_id = $1 AND name = ${value(project)})`,
    );
  }
  if (branch !== undefined) {
    const asked = value(branch);
    conditions.push(`md5(analyses.branch) = md5(${asked}) AND analyses.branch = ${asked}`);
  }
  if (executionId !== undefined) conditions.push(`analyses.execution_id = ${value(executionId)}`);
  if (after !== null) {
    conditions.push(
      `(analyses.analyzed_at, analyses.id) < (${value(after.at)}, ${value(after.id)}::uuid)`,
    );
  }
  const test = testId === undefined ? '' : `${value(testId)}::uuid`;
  if (testId !== undefined) {
    conditions.push(`analyses.id = ANY (ARRAY(
         SELECT analysis_id
         FROM verdicts
         WHERE organization_id = $1 AND test_id = ${test}))`);
  }
  const verdict =
    testId === undefined
      ? `LEFT JOIN LATERAL (SELECT NULL::json AS "testVerdict") AS of_test ON true`
      : `CROSS JOIN LATERAL (
       SELECT json_build_object(
                'resultId', verdicts.result_id,
                'classification', coalesce(corrected.classification, verdicts.classification),
                'runnerUp', json_build_object(
                  'classification', verdicts.runner_up,
                  'confidence', verdicts.runner_up_confidence),
                'confidence', CASE WHEN corrected.classification IS NULL THEN verdicts.confidence ELSE 1 END,
                'fingerprint', ${fingerprintText('fingerprint_id')}) AS "testVerdict"
       FROM verdicts
       LEFT JOIN LATERAL (${correctedSince('verdicts')}) AS corrected ON true
       WHERE verdicts.organization_id = $1
         AND verdicts.analysis_id = analyses.id
         AND verdicts.test_id = ${test}
       ORDER BY verdicts.position
       LIMIT 1
     ) AS of_test`;
  return scope.query<ListedAnalysis>(
    `SELECT ${HEAD},
            of_test."testVerdict"
     ${FROM}
     ${verdict}
     WHERE ${conditions.join('\n       AND ')}
     ORDER BY analyses.analyzed_at DESC, analyses.id DESC
     LIMIT ${value(limit)}`,
    bind,
  );
}
