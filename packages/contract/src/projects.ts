import { z } from 'zod';

/** The parameters of DELETE /api/projects/{name}. */
export const projectQuery = z.strictObject({
  name: z.string().describe('The project name as in uploads, percent-encoded in the path'),
});

export const deletedProject = z
  .object({ name: z.string(), deleted: z.literal(true) })
  .meta({ id: 'DeletedProject' });
export type DeletedProject = z.infer<typeof deletedProject>;
