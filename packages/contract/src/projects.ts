import { z } from 'zod';
import { buildPageSchema, pageParameters } from './pages.ts';

/** Parameters of DELETE /api/projects/{name}. */
export const projectQuery = z.strictObject({
  name: z.string().describe('Project name as in uploads, percent-encoded in the path'),
});

/** A project with its counts. */
export const listedProject = z
  .object({
    id: z.uuid(),
    name: z.string(),
    createdAt: z.iso.datetime(),
    executions: z.number().int(),
    tests: z.number().int(),
    lastExecutionAt: z.iso
      .datetime()
      .nullable()
      .describe('Start time of the newest execution (ISO 8601); null if the project has none'),
    defaultBranch: z
      .string()
      .nullable()
      .describe(
        'Default branch; null before the first roll-up, and if no execution names a branch',
      ),
    isDefaultBranchChosen: z
      .boolean()
      .describe('True if an admin chose the default branch, so that executions do not change it'),
  })
  .meta({ id: 'Project' });
export type ListedProject = z.infer<typeof listedProject>;

/** Parameters of PATCH /api/projects/{name}. */
export const projectChange = projectQuery.extend({
  defaultBranch: z
    .string()
    .trim()
    .min(1)
    .max(1_000)
    .nullable()
    .describe(
      'Branch whose state is the state of the project; null lets the server choose it from the newest executions',
    ),
});
export type ProjectChange = z.infer<typeof projectChange>;

export const changedProject = listedProject
  .pick({ name: true, defaultBranch: true, isDefaultBranchChosen: true })
  .meta({ id: 'ChangedProject' });
export type ChangedProject = z.infer<typeof changedProject>;

/** Parameters of the list of projects, sorted by name. */
export const projectsQuery = z.strictObject({
  ...pageParameters,
  search: z.string().min(1).max(200).optional().describe('Text that the project name must contain'),
});
export type ProjectsQuery = z.infer<typeof projectsQuery>;

export const projectPage = buildPageSchema(listedProject);

export const deletedProject = z
  .object({ name: z.string(), deleted: z.literal(true) })
  .meta({ id: 'DeletedProject' });
export type DeletedProject = z.infer<typeof deletedProject>;
