import { z } from 'zod';
import { pageOf, pageParameters } from './pages.ts';

/** The parameters of DELETE /api/projects/{name}. */
export const projectQuery = z.strictObject({
  name: z.string().describe('The project name as in uploads, percent-encoded in the path'),
});

/** A project with its counts. */
export const listedProject = z
  .object({
    id: z.uuid(),
    name: z.string(),
    createdAt: z.iso.datetime(),
    executions: z.number().int(),
    tests: z.number().int(),
    lastExecutionAt: z.iso.datetime().nullable().describe('When its newest execution began'),
    defaultBranch: z
      .string()
      .nullable()
      .describe('Null before the first roll-up, and if no execution names a branch'),
  })
  .meta({ id: 'Project' });
export type ListedProject = z.infer<typeof listedProject>;

/** By name. */
export const projectsQuery = z.strictObject({
  ...pageParameters,
  search: z.string().min(1).max(200).optional().describe('Part of the name'),
});
export type ProjectsQuery = z.infer<typeof projectsQuery>;

export const projectPage = pageOf(listedProject);

export const deletedProject = z
  .object({ name: z.string(), deleted: z.literal(true) })
  .meta({ id: 'DeletedProject' });
export type DeletedProject = z.infer<typeof deletedProject>;
