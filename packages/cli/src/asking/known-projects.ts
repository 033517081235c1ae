import type { SvcClient } from '@svc/client';
import { findNearest } from '@svc/contract/zod-free/nearest';
import type { CommandContext } from '../context/command-context.ts';
import { CommandError, needsCommit } from '../errors/exit.ts';
import { quoteShellWord } from '../errors/proposed-command.ts';
import { formatNumber } from '@svc/contract/zod-free/amounts';
import type { ReferenceScope } from './execution-reference.ts';

const LARGEST_PAGE = 100;
const NAMED_PROJECTS = 5;

/**
 * The error for a project that does not exist, with those there are. Undefined if it exists, and if there is no project
 * at all: then the first execution is still to come.
 */
export async function findProjectError(
  client: SvcClient,
  project: string,
): Promise<CommandError | undefined> {
  const { items, nextCursor } = await client.projects.list.query({ limit: LARGEST_PAGE });
  const names = items.map(({ name }) => name);
  if (names.length === 0 || names.includes(project)) return undefined;
  if (nextCursor !== null && (await isFurther(client, project))) return undefined;
  const near = findNearest(project, names);
  const others = names.length - NAMED_PROJECTS;
  const more = nextCursor === null ? formatNumber(others) : `more than ${formatNumber(others)}`;
  const listed =
    names.slice(0, NAMED_PROJECTS).join(', ') + (others > 0 ? ` and ${more} more` : '');
  return new CommandError(
    `no project '${project}'; there ${names.length === 1 ? 'is only' : 'are'} ${listed}`,
    near === undefined ? 'svc projects' : `svc executions --project ${quoteShellWord(near)}`,
  );
}

async function isFurther(client: SvcClient, project: string): Promise<boolean> {
  const { items } = await client.projects.list.query({ search: project, limit: LARGEST_PAGE });
  return items.some(({ name }) => name === project);
}

/** What references to executions are looked up with. */
export function createLookUps(
  client: SvcClient,
  { world }: Pick<CommandContext, 'world'>,
): Pick<ReferenceScope, 'list' | 'unknownProject' | 'clock'> {
  return {
    clock: world.clock,
    list: async (query) => {
      const { items } = await client.executions.list.query(query).catch((error: unknown) => {
        throw needsCommit(error) ? buildLookUpRefusal() : error;
      });
      return items;
    },
    unknownProject: (project) => findProjectError(client, project),
  };
}

/** Numbers, `latest` and branches are looked up in lists. */
function buildLookUpRefusal(): CommandError {
  return new CommandError(
    'this key may only upload, and finds an execution only by its id or its commit',
    'write the id or the address of one that this key sent, or use a key with the scope full',
    3,
  );
}
