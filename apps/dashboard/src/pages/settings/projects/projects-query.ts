import { buildPagesQuery } from '../../../server/pages-query.ts';
import { client, trpc } from '../../../server/trpc.ts';

export const PROJECTS_PAGE = 50;

/** The projects by name, by pages of 50. */
export function buildProjectsQuery() {
  return buildPagesQuery(trpc.projects.list.queryKey({ limit: PROJECTS_PAGE }), (cursor, options) =>
    client.projects.list.query({ limit: PROJECTS_PAGE, ...cursor }, options),
  );
}
