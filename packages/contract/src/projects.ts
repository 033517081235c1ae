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
    isDefaultBranchChosen: z
      .boolean()
      .describe('An admin chose the default branch, so that executions do not change it'),
  })
  .meta({ id: 'Project' });
export type ListedProject = z.infer<typeof listedProject>;

/** The parameters of PATCH /api/projects/{name}. */
export const projectChange = projectQuery.extend({
  defaultBranch: z
    .string()
    .trim()
    .min(1)
    .max(1_000)
    .nullable()
    .describe(
      'The branch whose state is that of the project. Null: chosen from the newest executions',
    ),
});
export type ProjectChange = z.infer<typeof projectChange>;

export const changedProject = listedProject
  .pick({ name: true, defaultBranch: true, isDefaultBranchChosen: true })
  .meta({ id: 'ChangedProject' });
export type ChangedProject = z.infer<typeof changedProject>;

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
