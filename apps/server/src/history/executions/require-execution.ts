import type { Scope } from '../../db/scope.ts';
import { SvcError } from '../../errors.ts';
import { isUuid } from '../../http/input/uuid.ts';
import { findBoundProjects, formatProjects } from '../../http/key-bounds/require-project.ts';
import {
  findExecution,
  isReadableByKey,
  type ExecutionRow,
  type RunErrors,
} from './execution-rows.queries.ts';

/** @throws SvcError NOT_FOUND, the same for an execution of another organization as for none. */
export async function requireExecution(
  scope: Scope,
  id: string,
): Promise<ExecutionRow & RunErrors> {
  const row = isUuid(id) ? await findExecution(scope, id.toLowerCase()) : null;
  if (row === null) throw new SvcError('NOT_FOUND', `There is no execution '${id}'.`);
  return row;
}

/**
 * As `requireExecution`, for a caller that may be an API key which may only upload.
 * @throws SvcError NOT_FOUND as `requireExecution`; FORBIDDEN for such a key if not all of the execution is its own, unless
 * it uploaded results to it and all of it is from such keys, and for one that is bound to other projects.
 */
export async function requireReadableExecution(
  scope: Scope,
  id: string,
): Promise<ExecutionRow & RunErrors> {
  await requireOwnExecution(scope, id);
  return requireExecution(scope, id);
}

async function requireOwnExecution(scope: Scope, id: string): Promise<void> {
  const { principal } = scope;
  if (principal?.kind !== 'apiKey' || principal.scope !== 'ingest') return;
  const projects = findBoundProjects(principal);
  const asked = { executionId: id, apiKeyId: principal.id, projects };
  if (isUuid(id) && (await isReadableByKey(scope, asked))) return;
  const bound = projects === null ? '' : `, in ${formatProjects(projects)}`;
  throw new SvcError(
    'FORBIDDEN',
    `The API key '${principal.name}' has the scope 'ingest': it may only read executions that it uploaded to, alone or with keys of this scope${bound}.`,
    { hint: 'Use a key with the scope full.' },
  );
}
