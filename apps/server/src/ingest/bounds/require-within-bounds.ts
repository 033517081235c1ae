import type { IngestExecution } from '@svc/contract/executions/ingest';
import type { KeyBounds } from '@svc/contract/people/api-keys';
import { FACT_LIMITS } from '@svc/contract/zod-free/limits';
import { cleanText } from '@svc/contract/zod-free/text';
import type { TransactionScope } from '../../db/scope.ts';
import { isBranchAllowed } from '../../http/key-bounds/branch-patterns.ts';
import {
  claimsDefaultBranch,
  type NamedBranches,
} from '../../http/key-bounds/claims-default-branch.ts';
import type { Upload } from '../body/ingest-body.ts';
import { cutCiFacts, cutFacts } from '../execution/execution-facts.ts';
import { cutFact } from '../texts/text-limits.ts';
import {
  buildBaseRefusal,
  buildBranchRefusal,
  buildProjectRefusal,
  type Tried,
} from './refusals.ts';
import {
  readBeforeUpload,
  readBranchesOfRun,
  type BeforeUpload,
  type ReportedCiRun,
} from './upload-bounds.queries.ts';

/**
 * Keeps a key within its bounds: in what the upload names, in what its execution has and would have, and in the other
 * attempts of its CI run, which it would follow or replace. Called with the lock on the execution's uploads.
 * @throws SvcError FORBIDDEN
 */
export async function requireWithinBounds(
  scope: TransactionScope,
  { project, body: { execution } }: Upload,
): Promise<void> {
  const { principal } = scope;
  if (principal?.kind !== 'apiKey' || principal.bounds === null) return;
  const { name: key, bounds } = principal;
  if (bounds.projects !== null && !bounds.projects.includes(project)) {
    throw buildProjectRefusal({ key, projects: bounds.projects, project });
  }
  if (bounds.branches === null && bounds.mayClaimBase) return;
  const before = await readBeforeUpload(scope, {
    project,
    key: execution.key === undefined ? null : cleanText(execution.key),
  });
  const defaultBranch = before?.defaultBranch ?? null;
  for (const tried of await listTriedBranches(scope, { before, execution })) {
    refuseOutside(tried, { key, bounds, project, defaultBranch });
  }
}

function refuseOutside(
  tried: Tried,
  {
    key,
    bounds: { branches, mayClaimBase },
    project,
    defaultBranch,
  }: { key: string; bounds: KeyBounds; project: string; defaultBranch: string | null },
): void {
  if (branches !== null && !isBranchAllowed(branches, tried.branch)) {
    throw buildBranchRefusal(tried, { key, branches });
  }
  if (!mayClaimBase && claimsDefaultBranch(tried, defaultBranch)) {
    throw buildBaseRefusal(tried, { key, project, defaultBranch });
  }
}

/** The branches for which the upload would count. */
async function listTriedBranches(
  scope: TransactionScope,
  { before, execution }: { before: BeforeUpload | null; execution: IngestExecution },
): Promise<Tried[]> {
  const sent = cutFacts(execution.git);
  const stored = before?.execution ?? null;
  const united = toNamedBranches({ ...sent, ...stored?.git });
  const named = toNamedBranches(sent);
  const run = deriveCiRun(execution, stored);
  const ofRun =
    before === null || run === null
      ? []
      : await readBranchesOfRun(scope, {
          projectId: before.projectId,
          run,
          exceptId: stored?.id ?? null,
        });
  return [
    // A part without a branch has that of its execution.
    ...(named.branch === null ? [] : [{ ...named, of: 'upload' as const }]),
    ...(stored === null ? [] : [{ ...toNamedBranches(stored.git), of: 'execution' as const }]),
    { ...united, of: 'upload' },
    ...ofRun.map((branches) => ({ ...branches, of: 'run' as const })),
  ];
}

function toNamedBranches({ branch, baseBranch }: Record<string, unknown>): NamedBranches {
  return { branch: toTextOrNull(branch), baseBranch: toTextOrNull(baseBranch) };
}

/** The CI run of the execution with this part; null without one. The first reported value of a fact stays. */
function deriveCiRun(
  execution: IngestExecution,
  stored: BeforeUpload['execution'],
): ReportedCiRun | null {
  const { provider, runId } = { ...cutCiFacts(execution.ci), ...stored?.ci };
  if (typeof provider !== 'string' || typeof runId !== 'string') return null;
  const name = stored?.name ?? toTextOrNull(execution.name);
  const framework = stored?.framework ?? cutFact(execution.framework, FACT_LIMITS.addressBytes);
  return { provider, runId, name: name === null ? framework : cutFact(name) };
}

function toTextOrNull(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}
