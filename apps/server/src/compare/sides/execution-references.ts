import type { CompareQuery, Comparison } from '@svc/contract/executions/compare';
import type { Scope } from '../../db/scope.ts';
import { SvcError } from '../../errors.ts';
import {
  findExecution,
  type ExecutionRow,
} from '../../history/executions/execution-rows.queries.ts';
import { isUuid } from '../../http/input/uuid.ts';
import { Project } from '../../db/models/project.ts';
import { recordsOf } from '../../db/models/records.ts';
import { findBaseOfBranch } from './base-of-branch.ts';
import { findNewestExecution } from './newest-execution.queries.ts';

export type Parameter = 'base' | 'head';

export interface Sides {
  base: ExecutionRow;
  head: ExecutionRow;
}

/**
 * Finds the two executions of a comparison by id, `latest` (any execution, preferably of `commit`) or `branch:NAME`
 * (one that counts for the branch; as the base, one that began before the head). If the other side is an id, looks in
 * its project, and prefers its suite. Otherwise looks in `project`, or in the organization's only project.
 * @throws SvcError NOT_FOUND, also for an execution of another organization; BAD_REQUEST for a text that is not a
 * reference, a look-up without a project, running executions, one execution compared with itself, and executions of two
 * projects.
 * @see findBaseOfBranch
 */
export async function findSides(
  scope: Scope,
  query: Pick<CompareQuery, 'base' | 'head' | 'project' | 'commit'>,
): Promise<Sides & Pick<Comparison, 'baseChoice'>> {
  const wanted = { base: parse('base', query.base), head: parse('head', query.head) };
  const byId = {
    base: await findById(scope, wanted.base),
    head: await findById(scope, wanted.head),
  };
  const known = byId.base ?? byId.head;
  const project = known?.project ?? query.project ?? (await findOnlyProject(scope, wanted));
  const requireNewest = async (
    reference: Reference,
    like: ExecutionRow | null,
  ): Promise<ExecutionRow> => {
    const { branch } = reference;
    const commit = branch === null ? query.commit : undefined;
    const found =
      project === null ? null : await findNewestExecution(scope, { project, branch, like, commit });
    if (found === null) throw buildNotFoundError(reference, project);
    return found;
  };
  const head = byId.head ?? (await requireNewest(wanted.head, byId.base));
  const { branch } = wanted.base;
  const ofBranch = branch === null ? null : await findBaseOfBranch(scope, { head, branch });
  if (branch !== null && ofBranch === null) throw buildNotFoundError(wanted.base, head.project);
  const base = byId.base ?? ofBranch?.base ?? (await requireNewest(wanted.base, head));
  refuseIncomparable({ base, head });
  const baseChoice = byId.base === null ? 'newest' : 'named';
  return { base, head, baseChoice: ofBranch?.baseChoice ?? baseChoice };
}

/**
 * The message names the rule, because a branch with only developers' runs has no such execution, and the reader would
 * not see why.
 */
function buildNotFoundError(
  { parameter, text, branch }: Reference,
  project: string | null,
): SvcError {
  const place = project === null ? '' : ` in project '${project}'`;
  const which = branch === null ? 'finished execution' : 'execution that counts for';
  const hint =
    branch === null
      ? ''
      : ' An execution counts for its branch when it is finished, not partial, of a clean tree, and from CI.';
  return new SvcError('NOT_FOUND', `${parameter}: There is no ${which} '${text}'${place}.${hint}`);
}

interface Reference {
  parameter: Parameter;
  /** The reference as the caller wrote it. */
  text: string;
  /** Null for the newest execution. */
  id: string | null;
  /** Null for any. */
  branch: string | null;
}

function parse(parameter: Parameter, text: string): Reference {
  if (isUuid(text)) return { parameter, text, id: text.toLowerCase(), branch: null };
  const branch = /^branch:(.+)$/is.exec(text)?.[1] ?? null;
  if (branch !== null || text.toLowerCase() === 'latest') {
    return { parameter, text, id: null, branch };
  }
  throw buildBadRequest(parameter, "Expected an execution's id, `latest`, or `branch:NAME`");
}

async function findById(
  scope: Scope,
  { parameter, text, id }: Reference,
): Promise<ExecutionRow | null> {
  if (id === null) return null;
  const found = await findExecution(scope, id);
  if (found !== null) return found;
  throw new SvcError('NOT_FOUND', `${parameter}: There is no execution '${text}'.`);
}

/** Null when the organization has no project. */
async function findOnlyProject(
  scope: Scope,
  { base, head }: Record<Parameter, Reference>,
): Promise<string | null> {
  const projects = await recordsOf(scope, Project).findAll({ limit: 2 });
  if (projects.length < 2) return projects[0]?.name ?? null;
  throw buildBadRequest(
    'project',
    `Name the project in which '${base.text}' and '${head.text}' are looked up: there are several`,
  );
}

function refuseIncomparable({ base, head }: Sides): void {
  refuseRunning('base', base);
  refuseRunning('head', head);
  if (base.id === head.id) {
    throw buildBadRequest(
      'head',
      `Must be another execution than \`base\`: both are ${head.project} #${head.number}, ${head.id}`,
    );
  }
  if (base.projectId !== head.projectId) {
    throw buildBadRequest(
      'head',
      `Must be of the same project as \`base\`: '${head.project}' is not '${base.project}'`,
    );
  }
}

function refuseRunning(parameter: Parameter, execution: ExecutionRow): void {
  if (execution.status !== 'running') return;
  const { shardsExpected, shardsReceived, shardsCarried, id } = execution;
  const missing = shardsExpected - shardsReceived - shardsCarried;
  throw buildBadRequest(
    parameter,
    `Execution ${id} is still running: ${missing} of ${shardsExpected} parts ${missing === 1 ? 'is' : 'are'} missing`,
  );
}

function buildBadRequest(path: string, message: string): SvcError {
  return new SvcError('BAD_REQUEST', `${path}: ${message}.`, { details: [{ path, message }] });
}
