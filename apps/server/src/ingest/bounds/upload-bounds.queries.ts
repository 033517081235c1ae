import type { NamedBranches } from '../../http/key-bounds/claims-default-branch.ts';
import type { TransactionScope } from '../../db/scope.ts';

/** The project of an upload, and the execution that its part belongs to, as they are before it. */
export interface BeforeUpload {
  projectId: string;
  defaultBranch: string | null;
  /** Null: the upload creates it. */
  execution: StoredExecution | null;
}

interface StoredExecution {
  id: string;
  git: Record<string, unknown>;
  ci: Record<string, unknown>;
  name: string | null;
  framework: string;
}

/** Null if the upload creates the project. `key` is null for an execution that no other upload joins. */
export async function readBeforeUpload(
  scope: TransactionScope,
  { project, key }: { project: string; key: string | null },
): Promise<BeforeUpload | null> {
  const [row] = await scope.query<BeforeUpload>(
    `SELECT projects.id AS "projectId",
            projects.default_branch AS "defaultBranch",
            CASE WHEN executions.id IS NOT NULL THEN
              jsonb_build_object(
                'id', executions.id, 'git', executions.git, 'ci', executions.ci,
                'name', executions.name, 'framework', executions.framework)
            END AS execution
     FROM projects
     LEFT JOIN executions ON executions.organization_id = $1
                         AND executions.project_id = projects.id
                         -- No key is empty. With a null here, a cluster would not find the node.
                         AND executions.key = coalesce($3::text, '')
     WHERE projects.organization_id = $1 AND projects.name = $2`,
    [scope.organizationId, project, key],
  );
  return row ?? null;
}

/** The facts by which executions are attempts of one CI run, as the column ci_run has them. */
export interface ReportedCiRun {
  provider: string;
  runId: string;
  /** The name of the execution, or else its framework. */
  name: string;
}

/**
 * The branches of the executions that are attempts of this CI run, except for one. Reads the index
 * executions_of_ci_run.
 */
export function readBranchesOfRun(
  scope: TransactionScope,
  { projectId, run, exceptId }: { projectId: string; run: ReportedCiRun; exceptId: string | null },
): Promise<NamedBranches[]> {
  return scope.query<NamedBranches>(
    `SELECT DISTINCT nullif(branch, '') AS branch, base_branch AS "baseBranch"
     FROM executions
     WHERE organization_id = $1
       AND project_id = $2
       AND ci_run = md5($3)::uuid
       AND id IS DISTINCT FROM $4::uuid`,
    [scope.organizationId, projectId, `${run.provider}\n${run.runId}\n${run.name}`, exceptId],
  );
}

/** Records that the execution has a part from a key that may not claim the default branch, if the upload is of one. */
export async function storeMayNotClaimDefaultBranch(
  scope: TransactionScope,
  executionId: string,
): Promise<void> {
  const { principal } = scope;
  if (principal?.kind !== 'apiKey' || principal.bounds?.mayClaimBase !== false) return;
  await scope.prepared(
    `UPDATE executions
     SET may_claim_base = false
     WHERE organization_id = $1 AND id = $2 AND may_claim_base`,
    [scope.organizationId, executionId],
  );
}
