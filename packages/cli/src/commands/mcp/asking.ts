import type { SvcClient } from '@svc/client';
import { createLookUps, findProjectError } from '../../asking/known-projects.ts';
import type { Invocation } from '../../invocation/invocation.ts';
import { resolveProjectScope, type ProjectScope } from '../../asking/filter-flags.ts';
import {
  parseExecutionReference,
  resolveExecution,
  type ReferenceScope,
  type ResolvedReference,
} from '../../asking/execution-reference.ts';

/** What tools ask with. */
export interface Asking extends Invocation {
  connect: () => Promise<SvcClient>;
  /** The same invocation with the present time. */
  askedAt: () => Invocation;
}

/** The input that selects projects, in the words of the command's flags. */
export function toProjectFlags(project: string | undefined) {
  return project === ALL_PROJECTS ? { allProjects: true } : { project };
}

const ALL_PROJECTS = '*';

/**
 * For an empty list: an agent that misspelled the project must not read it as nothing to find.
 * @throws CommandError for a project that does not exist, with those there are.
 */
export async function refuseUnknownProject(
  client: SvcClient,
  project: string | undefined,
): Promise<void> {
  if (project === undefined || project === ALL_PROJECTS) return;
  const unknown = await findProjectError(client, project);
  if (unknown !== undefined) throw unknown;
}

/** Looks up executions in one project, so that the two sides of a comparison are of the same one. */
export async function createExecutionFinder(
  asking: Asking,
  project: string | undefined,
): Promise<ExecutionFinder> {
  const scope = await resolveProjectScope(toProjectFlags(project), asking);
  const client = await asking.connect();
  const scopeOf: ExecutionFinder['scopeOf'] = (reference, more = {}) => ({
    ...scope,
    ...more,
    command: `svc executions show ${reference}`,
    ...createLookUps(client, asking),
  });
  return {
    client,
    scope,
    scopeOf,
    find: (reference, more) =>
      resolveExecution(parseExecutionReference(reference), scopeOf(reference, more)),
  };
}

export interface ExecutionFinder {
  client: SvcClient;
  scope: ProjectScope;
  /** @throws CommandError for a text that means no execution. */
  find: (reference: string, more?: Pick<ReferenceScope, 'status'>) => Promise<ResolvedReference>;
  /** Where such a text is looked up. */
  scopeOf: (reference: string, more?: Pick<ReferenceScope, 'status'>) => ReferenceScope;
}
