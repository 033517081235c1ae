import type { SvcClient } from '@svc/client';
import { findNearest } from '@svc/contract/zod-free/nearest';
import { computeEarliestFrom } from './execution-reference.ts';
import { isGuessed } from './filter-flags.ts';
import type { World } from '../world.ts';
import { findProjectError } from './known-projects.ts';
import type { Filters, Subject } from './question.ts';
import { needsCommit } from '../errors/exit.ts';

/** Why an answer is empty. */
export interface Emptiness {
  /** Whether any execution matches. Without one, every answer is empty. */
  hasExecutions: boolean;
  /** If the project has no execution at all: the nearest existing name. */
  nearProject: string | undefined;
}

export interface EmptyAnswer extends Pick<World, 'clock'> {
  filters: Filters;
  subject: Pick<Subject, 'takenFrom'>;
}

export const NOT_EMPTY: Emptiness = { hasExecutions: true, nearProject: undefined };

/**
 * Called only for empty answers, because "nothing found" may mean that nothing ran.
 * @throws CommandError for a typed project that does not exist. That of the repository may still have to begin.
 */
export async function explainEmptiness(
  client: SvcClient,
  { filters, subject, clock }: EmptyAnswer,
): Promise<Emptiness> {
  const { takenFrom } = subject;
  const from = computeEarliestFrom({ clock });
  const { list } = client.executions;
  const nothing = { hasExecutions: false, nearProject: undefined };
  const matching = await list.query({ ...filters, limit: 1 }).catch((error: unknown) => {
    if (!needsCommit(error)) throw error;
  });
  // A key that may only upload cannot find out more.
  if (matching === undefined) return nothing;
  if (matching.items.length > 0) return NOT_EMPTY;
  const { project } = filters;
  if (project === undefined) return nothing;
  const unknown = isGuessed(takenFrom) ? undefined : await findProjectError(client, project);
  if (unknown !== undefined) throw unknown;
  const ofProject = await list.query({ project, from, limit: 1 });
  if (ofProject.items.length > 0) return nothing;
  const newest = await list.query({ from, limit: 100 });
  const projects = new Set(newest.items.map((execution) => execution.project));
  return { hasExecutions: false, nearProject: findNearest(project, projects) };
}
